import Discovery
package import ReadingList

/// What a person can set, with its defaults; one definition for config file, `:set` and the settings
/// screen.
package struct Settings: Equatable, Sendable {
  /// A theme's name, or `auto`.
  package var theme = auto
  /// The widest a line of text gets, in columns.
  package var measure = 72
  /// Widens spaces, so that lines of text end in the same column.
  package var justify = false
  /// Parts words at the ends of lines, where the system has patterns of the text's language.
  package var hyphenation = false
  /// Lines from one line of text to the next.
  package var leading = 1
  /// Whether an article that is read has the window to itself: one of `readingChoices`.
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
  /// Whether a highlight is shown at the start, another one each day.
  package var dailyHighlight = false
  /// Whether pictures are fetched with articles and shown in their text: one of `pictureChoices`.
  package var pictures = "on"
  /// Favorite is a mere flag and does not take an article out of All Articles.
  package var favoritesStay = false
  /// The views of the sidebar, which `view` lines change.
  package var views = ViewList()
  /// What the settings say of lists.
  package var listRules: ListRules { ListRules(favoritesStay: favoritesStay) }
  /// The directory that others put pages and links into; within the library unless it begins with / or ~.
  package var inbox = "inbox"
  /// The address of an archive's copies, with `{url}` in the place of a page's.
  package var archive = "https://web.archive.org/web/2id_/{url}"
  /// What reaches another machine for syncing: a program and its options.
  package var syncSSH = "ssh -o ConnectTimeout=15"
  /// When the library is synced by itself: one of `syncChoices`.
  package var syncOn = syncChoices[0]
  /// What it is synced with, as `sync` lines say.
  package private(set) var syncTargets: [SyncLine] = []
  /// The browser shows pages in the terminal.
  package var browserInTerminal = false
  /// The source that discovery picks from, or `Source.surprise`.
  package var source = Source.surprise
  /// The category of the small web, or of a source's list, that it picks from, or all.
  package var category = allCategories
  /// A preset of keys.
  package var keys = Command.Preset.vim.rawValue
  /// Digits are counts in every pane, and go to lists in none.
  package var counts = false
  /// What Space does at the end of an article: one of `atEndChoices`.
  package var atEnd = atEndChoices[0]
  /// Milliseconds that an escape character waits for the rest of a key.
  package var escapeTime = 25

  /// The colors of tags that have one of their own.
  package internal(set) var tagColors: [String: TagColor] = [:]

  /// The defaults.
  package init() {}

  /// A setting by its name.
  package enum Name: String, CaseIterable, Sendable {
    case theme, measure, justify, hyphenation, leading, pictures, reading, density, animation,
      mouse,
      bidi, source, category
    case browserInTerminal = "browser-in-terminal"
    case dailyHighlight = "daily-highlight"
    case inbox, archive
    case syncSSH = "sync-ssh"
    case syncOn = "sync-on"
    case favoritesStay = "favorites-stay"
    case atEnd = "at-end"
    case plain, keys, counts
    case escapeTime = "escape-time"
  }

  /// The theme that follows the terminal's background.
  package static let auto = "auto"

  /// No category in particular.
  package static let allCategories = "all"

  /// Names of the themes that are built in.
  package static let themes = ["paper", "night", "contrast", "mono", "terminal"]

  /// How much room rows of the list may take; by the window's height, or as one likes it.
  package static let densities = [auto, "roomy", "normal", "compact"]

  /// By the window's width, always, or never.
  package static let readingChoices = [auto, "full", "panes"]

  /// Whether pictures are fetched and shown, fetched only when asked for, or neither.
  package static let pictureChoices = ["on", "ask", "off"]

  /// Archive it and go on, but leave favorites and what is archived as they are; only go on; or nothing.
  package static let atEndChoices = ["archive", "next", "nothing"]

  /// Whether the library is synced when the reading list starts, when it quits, both, or only when asked for.
  package static let syncChoices = ["off", "start", "quit", "start,quit"]

  /// Columns that a measure may be.
  package static let measureRange = 20...200

  /// Carries out the argument of a `set` command: `NAME VALUE`.
  ///
  /// - Returns: the setting, and its value as given.
  /// - Throws: `CommandError` naming what is not known.
  @discardableResult
  package mutating func set(line: String) throws(CommandError) -> (name: Name, value: String) {
    let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    guard words.count == 2 else { throw CommandError(message: Command.set.row.usage) }
    guard let name = Name(rawValue: String(words[0])) else {
      let known = Name.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandError(message: "Unknown setting “\(words[0])”; settings are \(known)")
    }
    let written = words[1].trimmed
    let isQuoted = written.count > 1 && written.first == "\"" && written.last == "\""
    let value = isQuoted ? String(written.dropFirst().dropLast()) : written
    // The names of folders may have spaces.
    guard
      isQuoted || [.category, .inbox, .syncSSH].contains(name)
        || !value.contains(where: \.isWhitespace)
    else { throw CommandError(message: Command.set.row.usage) }
    try set(name, to: value)
    return (name, value)
  }

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
  /// What it is called.
  package var name: String
  /// What the library is synced with, in words.
  package var words: [String]

  /// Makes a line.
  package init(name: String, words: [String]) {
    self.name = name
    self.words = words
  }
}

// The table.
extension Settings {
  /// What a setting may be.
  fileprivate enum Kind {
    case flag(WritableKeyPath<Settings, Bool>)
    /// A number of something, in a range; the list is offered in turn.
    case number(WritableKeyPath<Settings, Int>, of: String, ClosedRange<Int>, offered: [Int])
    /// One of some words, called so.
    case choice(WritableKeyPath<Settings, String>, of: String, [String])
    /// Any word; the list is offered in turn.
    case word(WritableKeyPath<Settings, String>, offered: [String])
  }

  /// What it is called, what it does, and what it may be.
  fileprivate static func row(_ name: Name) -> (summary: String, help: String, kind: Kind) {
    switch name {
    case .theme:
      (
        "Colors", "auto follows the terminal's background",
        .choice(\.theme, of: "theme", [auto] + themes)
      )
    case .measure:
      (
        "Text width",
        "Maximum length of a line in the reader",
        .number(\.measure, of: "columns", measureRange, offered: [56, 64, 72, 80, 90, 100])
      )
    case .pictures:
      (
        "Pictures",
        "on fetches and shows them, ask fetches them on request, off shows only their descriptions",
        .choice(\.pictures, of: "choice", pictureChoices)
      )
    case .justify:
      ("Justify text", "Widen spaces so that lines end in the same column", .flag(\.justify))
    case .hyphenation:
      (
        "Hyphenation",
        "Hyphenate text when patterns for its language are installed",
        .flag(\.hyphenation)
      )
    case .leading:
      (
        "Line spacing",
        "2 leaves a blank line after each line of text",
        .number(\.leading, of: "lines", 1...2, offered: [1, 2])
      )
    case .reading:
      (
        "Reading",
        "full gives an open article the window, panes keeps the list beside it; auto depends on the width",
        .choice(\.reading, of: "choice", readingChoices)
      )
    case .density:
      (
        "List density",
        "auto depends on the height of the window",
        .choice(\.density, of: "density", densities)
      )
    case .animation:
      ("Animation", "Show a spinner while fetching", .flag(\.animation))
    case .mouse: ("Mouse", "off leaves clicks and selection to the terminal", .flag(\.mouse))
    case .bidi:
      ("Order right-to-left text", "For terminals that do not do it themselves", .flag(\.bidi))
    case .source:
      (
        "Discovery source",
        "surprise picks from a random source each time",
        .word(\.source, offered: [Source.surprise] + Source.builtIn.map(\.name))
      )
    case .category:
      (
        "Discovery category",
        "For sources that have categories",
        .word(\.category, offered: [allCategories] + Source.categories)
      )
    case .dailyHighlight:
      (
        "Daily highlight",
        "Show one of your highlights at the start, another one each day",
        .flag(\.dailyHighlight)
      )
    case .inbox:
      (
        "Inbox",
        "The directory that files are taken from, from the next start on",
        .word(\.inbox, offered: ["inbox"])
      )
    case .archive:
      (
        "Archive",
        "Asked for pages that are gone: an address with {url} in it",
        .word(\.archive, offered: ["https://web.archive.org/web/2id_/{url}"])
      )
    case .syncSSH:
      (
        "Sync by",
        "The program that reaches another machine, and its options",
        .word(\.syncSSH, offered: ["ssh -o ConnectTimeout=15"])
      )
    case .syncOn:
      (
        "Sync on",
        "Sync with all that the config file names when the reading list starts or quits",
        .choice(\.syncOn, of: "choice", syncChoices)
      )
    case .browserInTerminal:
      (
        "Browser in the terminal",
        "Give it the terminal until it exits; w3m, lynx, links and elinks always get it",
        .flag(\.browserInTerminal)
      )
    case .favoritesStay:
      (
        "Favorites stay in All Articles", "Favorites remain in All Articles and Archived",
        .flag(\.favoritesStay)
      )
    case .atEnd:
      (
        "Space at the end of an article",
        "Archive it (not favorites) and open the next one, only open the next one, or do nothing",
        .choice(\.atEnd, of: "choice", atEndChoices)
      )
    case .plain: ("Plain", "One column without lines, for screen readers", .flag(\.plain))
    case .keys:
      (
        "Keys", "A preset; your own bindings are kept",
        .choice(\.keys, of: "preset", Command.Preset.allCases.map(\.rawValue))
      )
    case .counts: ("Digits are counts in lists", "g1 to g9 then go to lists", .flag(\.counts))
    case .escapeTime:
      (
        "Wait after Esc",
        "Time to wait for the rest of a key; use more on slow connections",
        .number(\.escapeTime, of: "milliseconds", 0...1000, offered: [0, 10, 25, 50, 100, 200])
      )
    }
  }

  /// The value of a setting, as it is written.
  package func value(of name: Name) -> String {
    switch Self.row(name).kind {
    case .flag(let path): self[keyPath: path] ? "on" : "off"
    case .number(let path, _, _, _): String(self[keyPath: path])
    case .choice(let path, _, _), .word(let path, _): self[keyPath: path]
    }
  }

  /// Sets a setting from its written value.
  ///
  /// - Throws: `CommandError` naming what would be right.
  package mutating func set(_ name: Name, to value: String) throws(CommandError) {
    switch Self.row(name).kind {
    case .flag(let path):
      switch value {
      case "on", "yes", "true": self[keyPath: path] = true
      case "off", "no", "false": self[keyPath: path] = false
      default: throw CommandError(message: "\(name.rawValue) is on or off")
      }
    case .number(let path, let unit, let range, _):
      guard let number = Int(value), range.contains(number) else {
        let bounds = "\(range.lowerBound) to \(range.upperBound)"
        throw CommandError(message: "\(name.rawValue) is a number of \(unit) from \(bounds)")
      }
      self[keyPath: path] = number
    case .choice(let path, let kind, let known):
      guard known.contains(value) else {
        let known = known.joined(separator: ", ")
        throw CommandError(message: "Unknown \(kind) “\(value)”; use \(known)")
      }
      self[keyPath: path] = value
    case .word(let path, _): self[keyPath: path] = value
    }
  }
}

extension Settings.Name {
  /// What it does, in a few words.
  package var summary: String { Settings.row(self).summary }

  /// A line about it.
  package var help: String { Settings.row(self).help }

  /// What it may be, in words; nil where any word will do.
  package var values: String {
    switch Settings.row(self).kind {
    case .flag: "on, off"
    case .number(_, of: let unit, let range, _):
      "\(range.lowerBound) to \(range.upperBound) \(unit)"
    case .choice(_, _, let known): known.joined(separator: ", ")
    case .word(_, let offered): offered.joined(separator: ", ") + " or another"
    }
  }

  /// The values offered in turn.
  package var choices: [String] {
    switch Settings.row(self).kind {
    case .flag: ["on", "off"]
    case .number(_, _, _, let offered): offered.map(String.init)
    case .choice(_, _, let known), .word(_, let known): known
    }
  }
}

/// A color that a tag can have; each theme has a shade of it that can be read.
package enum TagColor: String, CaseIterable, Sendable {
  case teal, red, green, yellow, blue, purple, pink, gray
}

extension Settings {
  /// The color of a tag: its own, or that of the nearest one that it is below.
  package func color(ofTag tag: String) -> TagColor {
    tagColors[tag]
      ?? tagColors.filter { isTag(tag, within: $0.key) }.max { $0.key.count < $1.key.count }?.value
      ?? .teal
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
