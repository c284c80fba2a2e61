import Discovery
package import ReadingList

/// The settings and their defaults; `Settings+Table.swift` has a row for each.
package struct Settings: Equatable, Sendable {
  /// A theme's name, or `auto`.
  package var theme = auto
  /// The maximum width of the text, in columns.
  package var measure = 72
  /// The distance between lines of text, in rows.
  package var leading = 1
  /// Whether an open article fills the window: `auto`, `full` or `panes`.
  package var reading = auto
  /// `reading` as a flag; nil if it depends on the window's width.
  package var readsFull: Bool? { reading == Self.auto ? nil : reading == "full" }
  /// The height of list rows: one of `densities`.
  package var density = auto
  /// Whether the spinner and transitions are animated.
  package var animation = true
  package var mouse = true
  /// Whether to draw a single column without lines, for screen readers.
  package var plain = false
  /// Whether to reorder right-to-left text, for terminals that do not.
  package var bidi = false
  /// Whether pictures are fetched with articles and shown in the text: `on`, `ask` or `off`.
  package var pictures = "on"
  /// Whether favorites stay in All Articles.
  package var favoritesStay = false
  /// The views in the sidebar, from the config file's `view` lines.
  package var views = ViewList()
  /// The list rules that these settings imply.
  package var listRules: ListRules { ListRules(favoritesStay: favoritesStay) }
  /// The directory where other programs put pages and links; relative to the library unless it
  /// begins with `/` or `~`.
  package var inbox = "inbox"
  /// The address of an archived copy, with `{url}` for the page's address.
  package var archive = "https://web.archive.org/web/2id_/{url}"
  /// The command to reach another machine for syncing, with its options.
  package var syncSSH = "ssh -o ConnectTimeout=15"
  package var machine = "auto"
  /// When the library syncs automatically: one of `syncChoices`.
  package var syncOn = syncChoices[0]
  /// The targets of `sync` lines.
  package private(set) var syncTargets: [SyncLine] = []
  /// Whether the browser runs in the terminal.
  package var browserInTerminal = false
  /// The source that discovery picks from, or `Source.surprise`.
  package var source = Source.surprise
  /// The category, of the small web or of a source's list, that discovery picks from; or
  /// `allCategories`.
  package var category = allCategories
  /// The key preset: one of `keyPresets`.
  package var keys = keyPresets[0]
  /// Whether digits are counts in every pane instead of going to lists.
  package var counts = false
  /// The effect of Space at the end of an article: one of `atEndChoices`.
  package var atEnd = atEndChoices[0]
  /// Where the reader goes after archiving or deleting: one of `afterArchiveChoices`.
  package var afterArchive = afterArchiveChoices[0]
  /// The number of milliseconds to wait for the rest of a key after an escape character.
  package var escapeTime = 25

  /// The colors assigned to tags, by tag.
  package internal(set) var tagColors: [String: TagColor] = [:]

  package init() {}

  /// The value that leaves the choice to the program.
  package static let auto = "auto"

  /// The value of `category` for all categories.
  package static let allCategories = "all"

  /// The names of the built-in themes.
  package static let themes = ["paper", "night", "contrast", "mono", "terminal"]

  /// The key presets: vi style, and those for users of newsboat or Gmail.
  package static let keyPresets = ["vim", "newsboat", "gmail"]

  /// The heights of list rows: by the window's size, three lines, or one.
  package static let densities = [auto, "normal", "compact"]

  /// Archive the article (unless it is a favorite or archived) and open the next one; only open the
  /// next one; or do nothing.
  package static let atEndChoices = ["archive", "next", "nothing"]

  /// Open the next article of the list, or stay.
  package static let afterArchiveChoices = ["next", "stay"]

  /// Sync only on request, when the reading list starts, when it quits, or both.
  package static let syncChoices = ["off", "start", "quit", "start,quit"]

  /// Performs the argument of a `sync` line: `NAME TARGET`.
  ///
  /// - Throws: `CommandError` if there is no target.
  package mutating func addSyncTarget(line: String) throws(CommandError) {
    let words = Query.parts(of: line).map(Query.unquoted)
    guard words.count >= 2 else { throw CommandError(message: "sync takes NAME TARGET") }
    syncTargets.removeAll { $0.name == words[0] }
    syncTargets.append(SyncLine(name: words[0], words: Array(words.dropFirst())))
  }
}

/// A `sync` line of the config file.
package struct SyncLine: Equatable, Sendable {
  package var name: String
  package var words: [String]

  package init(name: String, words: [String]) {
    self.name = name
    self.words = words
  }
}

/// The color of a tag; each theme has a readable shade of it.
package enum TagColor: String, CaseIterable, Sendable {
  case teal, red, green, yellow, blue, purple, pink, gray
}

extension Settings {
  /// Returns the color of a tag: its own, or that of its nearest ancestor with one.
  package func color(ofTag tag: String) -> TagColor {
    tagColors[tag] ?? tagColors.filter { isTag(tag, within: $0.key) }.max {
      $0.key.count < $1.key.count
    }?.value ?? .teal
  }

  /// Assigns a color to a tag, as written after `tag-color` in the config file and on the `:` line:
  /// `TAG COLOR`, with quotes around a tag with spaces.
  ///
  /// - Throws: `CommandError` for invalid arguments or an unknown color.
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
