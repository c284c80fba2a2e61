package import ReadingList
import Web

/// The settings and their defaults; those that a person changes by name have a row in
/// `Name.allCases`.
package struct Settings: Equatable, Sendable {
  package var theme = auto
  package var measure = 72
  package var reading = auto
  /// `reading` as a flag; nil if it depends on the window's width.
  package var readsFull: Bool? { reading == Self.auto ? nil : reading == "full" }
  package var density = auto
  package var animation = true
  package var mouse = true
  package var plain = false
  package var bidi = false
  package var pictures = true
  package var favoritesStay = false
  package var views = ViewList()
  package var listRules: ListRules { ListRules(favoritesStay: favoritesStay) }
  /// Where other programs put pages and links; relative to the library unless it begins with `/` or
  /// `~`.
  package var inbox = "inbox"
  package var archive = "https://web.archive.org/web/2id_/{url}"
  package var syncSSH = "ssh -o ConnectTimeout=15"
  package var machine = "auto"
  package var syncOn = syncChoices[0]
  package private(set) var syncTargets: [SyncLine] = []
  package var browserInTerminal = false
  package var source = Source.surprise
  /// For discovery: a category of the small web or of a source's list, or `allCategories`.
  package var category = allCategories
  package var keys = keyPresets[0]
  package var counts = false
  package var atEnd = atEndChoices[0]
  package var afterArchive = afterArchiveChoices[0]

  package init() {}

  /// The program decides.
  package static let auto = "auto"

  package static let allCategories = "all"

  package static let themes = ["paper", "night", "contrast", "mono", "terminal"]

  /// vi style, and for users of newsboat or Gmail.
  package static let keyPresets = ["vim", "newsboat", "gmail"]

  /// Of list rows: by the window's size, three lines, or one.
  package static let densities = [auto, "normal", "compact"]

  /// Archive the article (unless it is a favorite or archived) and open the next one; only open the
  /// next one; or do nothing.
  package static let atEndChoices = ["archive", "next", "nothing"]

  package static let afterArchiveChoices = ["next", "stay"]

  /// On request only, when the reading list starts, when it quits, or both.
  package static let syncChoices = ["off", "start", "quit", "start,quit"]

  private static let maxSyncTargets = 1000

  /// Performs a `sync` line's argument, `NAME TARGET`.
  ///
  /// - Throws: `CommandError` if there is no target.
  package mutating func addSyncTarget(line: String) throws(CommandError) {
    let words = Query.parts(of: line).map(Query.unquoted)
    guard words.count >= 2 else { throw CommandError(message: "sync takes NAME TARGET") }
    syncTargets.removeAll { $0.name == words[0] }
    guard syncTargets.count < Self.maxSyncTargets else {
      throw CommandError(message: "There can be \(Self.maxSyncTargets) sync targets")
    }
    syncTargets.append(SyncLine(name: words[0], words: Array(words.dropFirst())))
  }
}

extension Settings.Name {
  package static let theme = Self(
    "theme", .choice(\.theme, of: "theme", [Settings.auto] + Settings.themes), "Colors",
    "auto follows the terminal's background")
  package static let source = Self(
    "source", .word(\.source, [Source.surprise] + Source.builtIn.map(\.name)), "Discovery source",
    "surprise picks from a random source each time", in: "Fetching")
  package static let category = Self(
    "category", .word(\.category, [Settings.allCategories] + Source.categories),
    "Discovery category", "For sources that have categories", in: "Fetching")

  /// In the order of the settings screen and the manual: the most used first, then by group.
  package static let allCases = [
    theme,
    Self(
      "measure", .number(\.measure, of: "columns", 20...200, [56, 64, 72, 80, 90, 100]),
      "Text width", "Maximum length of a line in the reader"),
    Self(
      "pictures", .flag(\.pictures), "Pictures",
      "Fetch and show them; off shows only their descriptions"),
    Self(
      "reading", .choice(\.reading, of: "choice", [Settings.auto, "full", "panes"]), "Reading",
      "full gives an open article the window, panes keeps the list beside it; auto depends on the width"
    ),
    Self(
      "density", .choice(\.density, of: "density", Settings.densities), "List density",
      "compact is one line per article; auto depends on the size of the window"),
    Self(
      "at-end", .choice(\.atEnd, of: "choice", Settings.atEndChoices),
      "Space at the end of an article",
      "Archive it (not favorites) and open the next one, only open the next one, or do nothing"),
    Self(
      "keys", .choice(\.keys, of: "preset", Settings.keyPresets), "Keys",
      "A preset; your own bindings are kept"),
    Self(
      "sync-on", .choice(\.syncOn, of: "choice", Settings.syncChoices), "Automatic sync",
      "Sync with all that the config file names when the reading list starts or quits"),
    Self("animation", .flag(\.animation), "Animation", "Show a spinner while fetching", in: "Look"),
    Self(
      "plain", .flag(\.plain), "Plain", "One column without lines, for screen readers", in: "Look"),
    Self(
      "bidi", .flag(\.bidi), "Reorder RTL text", "For terminals that do not do it themselves",
      in: "Look"),
    Self(
      "after-archive", .choice(\.afterArchive, of: "choice", Settings.afterArchiveChoices),
      "After archiving in the reader",
      "next opens the next article, also after deleting; stay does not", in: "Articles"),
    Self(
      "browser-in-terminal", .flag(\.browserInTerminal), "Terminal browser",
      "Give it the terminal until it exits; w3m, lynx, links and elinks always get it",
      in: "Articles"),
    Self(
      "favorites-stay", .flag(\.favoritesStay), "Favorites stay in All Articles",
      "Favorites remain in All Articles and Archived", in: "Lists"), source, category,
    Self(
      "archive", .word(\.archive, ["https://web.archive.org/web/2id_/{url}"]), "Archive",
      "Archive for dead pages; {url} is the page's address", in: "Fetching"),
    Self(
      "inbox", .word(\.inbox, ["inbox"]), "Inbox",
      "The directory that files are taken from, from the next start on", in: "Fetching"),
    Self(
      "sync-ssh", .word(\.syncSSH, ["ssh -o ConnectTimeout=15"]), "SSH command",
      "The program that reaches another machine, and its options", in: "Sync"),
    Self(
      "machine", .word(\.machine, ["auto"]), "Machine",
      "The name in this machine's files and in no other's; auto makes one of the host's", in: "Sync"
    ),
    Self(
      "mouse", .flag(\.mouse), "Mouse", "off leaves clicks and selection to the terminal",
      in: "Input"),
    Self("counts", .flag(\.counts), "Digits count", "g1 to g9 then go to lists", in: "Input"),
  ]
}
