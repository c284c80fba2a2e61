import Discovery
package import ReadingList

/// The settings with their defaults; `Settings+Table.swift` has a row for each.
package struct Settings: Equatable, Sendable {
  /// A theme's name, or `auto`.
  package var theme = auto
  /// The widest a line of text gets, in columns.
  package var measure = 72
  /// Lines from one line of text to the next.
  package var leading = 1
  /// Whether an article that is read has the window to itself: `auto`, `full` or `panes`.
  package var reading = auto
  /// The same; nil leaves it to the window's width.
  package var readsFull: Bool? { reading == Self.auto ? nil : reading == "full" }
  /// How much room rows of the list take: one of `densities`.
  package var density = auto
  /// Spinner and slides.
  package var animation = true
  package var mouse = true
  /// One column without lines, for screen readers.
  package var plain = false
  /// Puts text from right to left in the order in which it is seen, for terminals that do not.
  package var bidi = false
  /// Whether pictures are fetched with articles and shown in their text: `on`, `ask` or `off`.
  package var pictures = "on"
  /// Favorite is a mere flag and does not take an article out of All Articles.
  package var favoritesStay = false
  /// The views of the sidebar, which `view` lines change.
  package var views = ViewList()
  /// The rules of lists.
  package var listRules: ListRules { ListRules(favoritesStay: favoritesStay) }
  /// The directory that others put pages and links into; within the library unless it begins with / or ~.
  package var inbox = "inbox"
  /// The address of an archive's copies, with `{url}` in the place of a page's.
  package var archive = "https://web.archive.org/web/2id_/{url}"
  /// The program that reaches another machine for syncing, with its options.
  package var syncSSH = "ssh -o ConnectTimeout=15"
  package var machine = "auto"
  /// When the library is synced by itself: one of `syncChoices`.
  package var syncOn = syncChoices[0]
  /// The targets of `sync` lines.
  package private(set) var syncTargets: [SyncLine] = []
  /// The browser shows pages in the terminal.
  package var browserInTerminal = false
  /// The source that discovery picks from, or `Source.surprise`.
  package var source = Source.surprise
  /// The category of the small web, or of a source's list, that it picks from, or all.
  package var category = allCategories
  /// A preset of keys.
  package var keys = keyPresets[0]
  /// Digits are counts in every pane, and go to lists in none.
  package var counts = false
  /// The effect of Space at the end of an article: one of `atEndChoices`.
  package var atEnd = atEndChoices[0]
  /// Which article is in the reader after the open one was archived or deleted: one of `afterArchiveChoices`.
  package var afterArchive = afterArchiveChoices[0]
  /// Milliseconds that an escape character waits for the rest of a key.
  package var escapeTime = 25

  /// The colors of tags that have one of their own.
  package internal(set) var tagColors: [String: TagColor] = [:]

  /// The defaults.
  package init() {}

  /// The theme that follows the terminal's background.
  package static let auto = "auto"

  /// No category in particular.
  package static let allCategories = "all"

  /// Names of the themes that are built in.
  package static let themes = ["paper", "night", "contrast", "mono", "terminal"]

  /// In the style of vi, or for hands that know newsboat or Gmail.
  package static let keyPresets = ["vim", "newsboat", "gmail"]

  /// Lines of list rows: three, one, or by the window's size.
  package static let densities = [auto, "normal", "compact"]

  /// Archive it and go on, but leave favorites and what is archived as they are; only go on; or nothing.
  package static let atEndChoices = ["archive", "next", "nothing"]

  /// The next one of the list, or none other.
  package static let afterArchiveChoices = ["next", "stay"]

  /// Whether the library is synced when the reading list starts, when it quits, both, or only when asked for.
  package static let syncChoices = ["off", "start", "quit", "start,quit"]

  /// Carries out the argument of a `sync` line: `NAME TARGET`.
  ///
  /// - Throws: `CommandError` where there is no target.
  package mutating func addSyncTarget(line: String) throws(CommandError) {
    let words = Query.parts(of: line).map(Query.unquoted)
    guard words.count >= 2 else { throw CommandError(message: "sync takes NAME TARGET") }
    syncTargets.removeAll { $0.name == words[0] }
    syncTargets.append(SyncLine(name: words[0], words: Array(words.dropFirst())))
  }
}

/// A `sync` line of the config file.
package struct SyncLine: Equatable, Sendable {
  /// The target's name.
  package var name: String
  /// The words of the target.
  package var words: [String]

  /// Makes a line.
  package init(name: String, words: [String]) {
    self.name = name
    self.words = words
  }
}

/// A color that a tag can have; each theme has a shade of it that can be read.
package enum TagColor: String, CaseIterable, Sendable {
  case teal, red, green, yellow, blue, purple, pink, gray
}

extension Settings {
  /// The color of a tag: its own, or that of the nearest one that it is below.
  package func color(ofTag tag: String) -> TagColor {
    tagColors[tag] ?? tagColors.filter { isTag(tag, within: $0.key) }.max {
      $0.key.count < $1.key.count
    }?.value ?? .teal
  }

  /// Gives a tag a color, as written after `tag-color` in the config file and on the `:` line: `TAG COLOR`, a tag
  /// with spaces in quotes.
  ///
  /// - Throws: `CommandError`.
  package mutating func setTagColor(line: String) throws(CommandError) {
    let words = Query.parts(of: line).map(Query.unquoted)
    guard words.count == 2, let tag = normalizedTag(words[0]) else {
      throw CommandError(message: Command.tagColor.row.usage)
    }
    guard let color = TagColor(rawValue: words[1]) else {
      let known = TagColor.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandError(message: "Unknown color “\(words[1])”; colors are \(known)")
    }
    tagColors[tag] = color
  }
}
