package import ReadingListModel
package import TerminalKit

/// Which keys run which commands, per pane; sequences of several keys included.
package struct Keymap: Sendable {
  /// Where a binding holds.
  package enum Context: String, CaseIterable, Hashable, Sendable {
    case all, sidebar, list, reader, discovery
  }

  /// A binding as help and manual show it.
  package struct Binding: Equatable, Sendable {
    package var context: Context
    package var keys: [Key]
    package var invocation: Invocation

    /// The keys in notation, without spaces.
    package var notation: String { keys.map(\.notation).joined() }
  }

  /// What a sequence of keys means so far.
  package enum Meaning: Equatable, Sendable {
    case command(Invocation)
    /// The beginning of longer sequences.
    case prefix
    case nothing
  }

  /// All bindings in the order they were made.
  package private(set) var bindings: [Binding] = []

  /// No keys bound.
  package init() {}

  /// The default bindings, in the style of vi.
  package static let vim: Keymap = {
    var keymap = Keymap()
    for line in vimBindings.split(separator: "\n") { try? keymap.bind(line: String(line)) }
    return keymap
  }()

  /// Carries out the argument of a `bind` command: `PANE[,PANE] KEYS COMMAND [ARGUMENT]`.
  ///
  /// A later binding of the same keys in the same pane replaces the earlier one.
  /// - Throws: `CommandError` naming what is not known.
  package mutating func bind(line: String) throws(CommandError) {
    let words = line.split(maxSplits: 2, whereSeparator: \.isWhitespace)
    guard words.count == 3 else { throw CommandError(message: "Write: bind PANE KEYS COMMAND") }
    let keys = try Self.keys(notation: String(words[1]))
    let invocation = try Invocation(parsing: String(words[2]))
    for name in words[0].split(separator: ",") {
      guard let context = Context(rawValue: String(name)) else {
        throw CommandError(
          message:
            "There is no pane “\(name)” to bind keys in; try all, sidebar, list, reader or discovery"
        )
      }
      bindings.removeAll { $0.context == context && $0.keys == keys }
      bindings.append(Binding(context: context, keys: keys, invocation: invocation))
    }
  }

  /// Reads keys written one after another: `gg`, `<C-d>`, `g<enter>`; spaces between are ignored.
  ///
  /// - Throws: `CommandError` naming the part that is no key.
  package static func keys(notation: String) throws(CommandError) -> [Key] {
    var keys: [Key] = []
    var rest = notation[...]
    while let first = rest.first {
      if first.isWhitespace {
        rest = rest.dropFirst()
        continue
      }
      var token = String(first)
      if first == "<", let end = rest.firstIndex(of: ">"), rest.count > 1 {
        token = String(rest[...end])
      }
      guard let key = Key(notation: token) else {
        throw CommandError(message: "“\(token)” is not a key")
      }
      keys.append(key)
      rest = rest.dropFirst(token.count)
    }
    return keys
  }

  /// What keys mean in a pane: its own bindings go before those of all panes.
  package func meaning(of keys: [Key], in pane: Navigation.Pane) -> Meaning {
    meaning(of: keys, in: Self.contexts(of: pane))
  }

  /// The shortest keys for a command in a pane, in notation; nil when it has none there.
  package func shortest(_ invocation: Invocation, in pane: Navigation.Pane) -> String? {
    shortest(invocation, in: Self.contexts(of: pane))
  }

  private static func contexts(of pane: Navigation.Pane) -> [Context] {
    [Context(rawValue: pane.rawValue) ?? .all, .all]
  }

  /// What keys mean where several sets of bindings hold, the first ones first.
  package func meaning(of keys: [Key], in contexts: [Context]) -> Meaning {
    for context in contexts {
      if let exact = bindings.last(where: { $0.context == context && $0.keys == keys }) {
        return .command(exact.invocation)
      }
    }
    let isPrefix = bindings.contains {
      contexts.contains($0.context) && $0.keys.count > keys.count && $0.keys.starts(with: keys)
    }
    return isPrefix ? .prefix : .nothing
  }

  /// The shortest keys for a command where several sets of bindings hold, in notation; of equally
  /// short ones one that needs no Shift.
  package func shortest(_ invocation: Invocation, in contexts: [Context]) -> String? {
    let candidates = bindings.filter {
      $0.invocation == invocation && contexts.contains($0.context)
        && meaning(of: $0.keys, in: contexts) == .command(invocation)
    }
    func rank(_ notation: String) -> (Int, Int, String) {
      (notation.count, notation.contains(where: \.isUppercase) ? 1 : 0, notation)
    }
    // The one key that notation has to name, since it begins names.
    return candidates.map { $0.notation.replacing("<lt>", with: "<") }
      .min { rank($0) < rank($1) }
  }

  private static let vimBindings = """
    all j down
    all <down> down
    all k up
    all <up> up
    all gg top
    all <home> top
    all G bottom
    all <end> bottom
    all <C-d> half-page-down
    all <C-u> half-page-up
    all <C-f> page-down
    all <pagedown> page-down
    all <C-b> page-up
    all <pageup> page-up
    all h pane-left
    all <left> pane-left
    all l pane-right
    all <right> pane-right
    all <tab> next-pane
    all <S-tab> previous-pane
    sidebar,list <enter> open
    all q back
    all Q quit
    all <esc> cancel
    list J scroll-reader-down
    list K scroll-reader-up
    reader J next-article
    reader K previous-article
    list <space> mark
    list v mark-range
    list V mark-all
    list M merge-duplicates
    reader <space> page-down
    reader b page-up
    reader ] next-heading
    reader [ previous-heading
    reader } next-paragraph
    reader { previous-paragraph
    reader L links
    all / find
    all n find-next
    all N find-previous
    list f find
    list F clear-filter
    sidebar,list 1 go 1
    sidebar,list 2 go 2
    sidebar,list 3 go 3
    sidebar,list 4 go 4
    sidebar,list 5 go 5
    sidebar,list 6 go 6
    sidebar,list 7 go 7
    sidebar,list 8 go 8
    sidebar,list 9 go 9
    all gi go all
    all gf go favorites
    all ga go archived
    all gd go discovery
    all gp go progress
    list,reader o open-in-browser
    list,reader O open-in-browser-and-archive
    list,reader y copy-url
    list,reader Y copy-markdown
    list,reader e archive
    list,reader s favorite
    list,reader m toggle-read
    list,reader t tag
    list,reader T untag
    all a add
    list,reader d delete
    list,reader D purge
    all u undo
    all <C-r> redo
    list,reader r refetch
    list,reader R refetch-failed
    list S sort
    all x random
    all X discover
    discovery x discover
    discovery <space> discover
    discovery s save-pick
    discovery <enter> save-pick
    discovery < previous-pick
    discovery > next-pick
    discovery K previous-pick
    discovery J next-pick
    discovery B block-site
    discovery S source
    discovery c category
    discovery 1 go 1
    discovery 2 go 2
    discovery 3 go 3
    discovery 4 go 4
    discovery 5 go 5
    discovery 6 go 6
    discovery 7 go 7
    discovery 8 go 8
    discovery 9 go 9
    list,reader z zen
    all \\ sidebar
    all : command-line
    all <C-l> redraw
    all <C-z> suspend
    all ? help
    """
}
