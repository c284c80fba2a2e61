import Library
import Reader
import ReadingList
import Terminal
import Testing

@Suite("Commands") struct CommandTests {
  /// Arguments of the commands that need one.
  private static let arguments: [Command: String] = [
    .go: "all", .set: "measure 64", .bind: "list Z archive", .panelHeight: "+1",
    .view: "Own is:unread",
  ]

  @Test("each row is found by its name, and its keys run it", arguments: Command.allCases)
  func row(command: Command) throws {
    let row = command.row
    #expect(try Invocation(parsing: command.name) == Invocation(command))
    #expect(command.name.allSatisfy { $0.isLowercase || $0 == "-" })
    #expect(!row.summary.isEmpty && !row.title.isEmpty && !row.hint.isEmpty)
    for line in row.keys {
      let words = line.split(separator: " ").map(String.init)
      #expect(words.count == 2 || words.count == 3, "\(line)")
      let keys = try Keymap.keys(notation: words[1])
      for pane in words[0].split(separator: ",") {
        let context = try #require(Keymap.Context(rawValue: String(pane)))
        let invocation = Invocation(command, words.count > 2 ? words[2] : "")
        #expect(Keymap.vim.meaning(of: keys, in: [context]) == .command(invocation), "\(line)")
      }
    }
  }

  @Test(
    "each line of a preset is a binding, and no keys of a command are another's or begin them",
    arguments: Settings.keyPresets)
  func unique(preset: String) throws {
    #expect((preset == Settings.keyPresets[0]) == (keyPresets[preset] == nil))
    for line in (keyPresets[preset] ?? "").split(separator: "\n") where !line.hasPrefix("#") {
      var keymap = Keymap()
      #expect(line.hasPrefix("bind "))
      try keymap.bind(line: String(line.dropFirst(5)))
    }
    let keymap = Keymap(preset, presets: keyPresets)
    #expect(Set(keymap.bindings.map { "\($0.context) \($0.keys)" }).count == keymap.bindings.count)
    for context in Keymap.Context.allCases {
      for binding in keymap.bindings where binding.context == context || binding.context == .all {
        for length in 1..<max(1, binding.keys.count) {
          let begun = keymap.meaning(of: Array(binding.keys.prefix(length)), in: [context, .all])
          #expect(begun == .prefix, "\(binding.keys.map(\.notation).joined())")
        }
      }
    }
  }

  /// Keys that change or delete something in the program that a preset is named after, and the commands
  /// that change articles in the same way here.
  private static let destructive: [(preset: String, keys: [String], same: [String: Invocation])] = [
    (
      "newsboat", ["A", "C", "N", "O", "D", "<C-d>", "$", "<C-e>"],
      ["A": Invocation(.readAll), "N": Invocation(.toggleRead), "D": Invocation(.delete)]
    ),
    (
      "gmail", ["e", "y", "m", "b", "!", "[", "]", "{", "}", "_", "#", "s", "I", "U"],
      [
        "e": Invocation(.archive), "#": Invocation(.delete), "s": Invocation(.favorite),
        "I": Invocation(.toggleRead, "read"), "U": Invocation(.toggleRead, "unread"),
      ]
    ),
  ]

  @Test("a key that changes something where a preset comes from changes nothing else here")
  func destructiveKeys() throws {
    for (preset, notations, same) in Self.destructive {
      for notation in notations {
        let keys = try Keymap.keys(notation: notation)
        for pane in [Keymap.Context.sidebar, .list, .reader] {
          let meaning = Keymap(preset, presets: keyPresets).meaning(of: keys, in: [pane, .all])
          guard case .command(let invocation) = meaning,
            invocation.command.row.needs.contains(.writing)
          else { continue }
          #expect(invocation == same[notation], "\(preset) \(notation) in \(pane)")
        }
      }
    }
  }

  @Test("in newsboat's keys n goes to the next unread article, and A marks all as read")
  func readAll() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press(":set<space>keys<space>newsboat<enter>n")
    #expect(driver.model.list.current?.id == threeSamples[1].id)
    try await driver.press("A")
    #expect(try threeSamples.allSatisfy { try driver.record($0).progress.isFinished })
    #expect(!driver.model.list.isMarking)
    #expect(driver.model.status?.text == "Marked as read: 3 articles")
    try await driver.press("A")
    #expect(driver.model.status?.text == "All articles here are read")
  }

  @Test("keys without a meaning are said to have none, but not those that cancel them")
  func unbound() async throws {
    let driver = try Driver(articles: threeSamples)
    for keys in ["Z", "gZ", "g<esc>"] {
      try await driver.press(keys)
      let said = keys.hasPrefix("g<") ? nil : "\(keys) does nothing here; ? shows the keys"
      #expect(driver.model.status?.text == said)
    }
  }

  @Test("read and unread are what is asked for, whatever was") func readOrUnread() async throws {
    let driver = try Driver(articles: threeSamples)
    for (word, isRead) in [("unread", false), ("read", true), ("read", true), ("unread", false)] {
      driver.interface.perform(Invocation(.toggleRead, word))
      await driver.settle()
      #expect(try driver.record(threeSamples[0]).progress.isFinished == isRead)
    }
    driver.interface.perform(Invocation(.toggleRead, "half"))
    #expect(driver.model.status?.text == "Usage: toggle-read [read|unread]")
  }

  /// Commands that do nothing at the start of a text without a search, a selection or a panel.
  private static let idle: Set<Command> = [
    .up, .top, .halfPageUp, .pageUp, .scrollReaderUp, .paneRight, .open, .clearFilter,
  ]

  @Test(
    "each command is carried out by the model or by the screen",
    arguments: Command.allCases.filter { $0 != .random })
  func carriedOut(command: Command) async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press("<enter>")
    driver.model.status = nil
    let before = driver.interface.frame()
    driver.interface.perform(Invocation(command, Self.arguments[command] ?? ""))
    await driver.settle()
    #expect(!driver.text.contains("does nothing here"))
    #expect(!driver.text.contains("Usage: "))
    let isDone =
      driver.interface.frame() != before || !driver.model.takeEffects().isEmpty
      || driver.model.session.isQuitting
    #expect(isDone != Self.idle.contains(command))
  }

  @Test(
    "the : line runs commands, and says in one line why one cannot be run",
    arguments: [
      ("sort title", "Sorted by title"), ("sor title", "Sorted by title"),
      ("nonsense", "Unknown command “nonsense”"), ("set measure 7", "from 20 to 200"),
      ("set theme plaid", "Unknown theme “plaid”"), ("go nowhere", "There is no list"),
      ("bind list <nokey> archive", "is not a key"), ("sort sideways", "Unknown order"),
      ("archive", "No article selected"), ("tag", "No article selected"),
      ("copy-url", "No article selected"), ("open", "No article selected"),
      ("undo", "Nothing to undo"), ("redo", "Nothing to redo"),
      ("next-heading", "No article is open"), ("links", "No article is open"),
      ("zen", "No article is open"), ("save-pick", "No article picked yet"),
      ("random", "This list is empty"), ("merge-duplicates", "Select two or more"),
      (
        "archive x",
        "“archive” takes no argument; for all that match: :filter QUERY, :mark-all, :archive"
      ),
      ("undo x", "“undo” takes no argument"), ("bind list", "Usage: bind PANE KEY COMMAND"),
    ])
  func reasons(line: String, reason: String) async throws {
    let driver = try Driver(size: Size(columns: 140, rows: 40))
    try await driver.enter(line)
    #expect(driver.rows.last?.contains(reason) == true, "\(driver.rows.last ?? "")")
    #expect(driver.interface.overlays.isEmpty)
  }

  @Test("where all that would be right does not fit, a command is named that lists it")
  func shorterReasons() async throws {
    let driver = try Driver(size: Size(columns: 60, rows: 20))
    try await driver.enter("sort sideways")
    #expect(driver.rows.last?.contains("“sideways”; :sort lists them") == true)
    try await driver.enter("set sideways 1")
    #expect(driver.rows.last?.contains("“sideways”; :settings lists them") == true)
  }

  @Test("a read-only library says so, whatever would change it") func readOnly() async throws {
    let driver = try Driver(access: .readOnly, articles: threeSamples)
    for command in Command.allCases where command.row.needs.contains(.writing) {
      driver.interface.perform(Invocation(command))
      #expect(driver.text.contains("read-only"), "\(command)")
      #expect(driver.interface.overlays.isEmpty)
    }
  }

  @Test("in a narrow window a read-only library says what to do, without its path")
  func narrowReadOnly() async throws {
    let driver = try Driver(
      size: Size(columns: 60, rows: 20), access: .readOnly, articles: threeSamples)
    try await driver.press("e")
    let bar = driver.rows.last ?? ""
    #expect(bar.contains("Read-only: start without --read-only to change it"), "\(bar)")
  }

  @Test("a question is about the articles that it was asked about")
  func confirmation() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press("D")
    #expect(driver.text.contains("Delete “The Slow Web” permanently?"))
    _ = try driver.openElsewhere().apply(
      .archive(true), to: [threeSamples[0].id], at: driver.time.now)
    await driver.noticeChanges()
    try await driver.press("y")
    #expect(driver.text.contains("The list has changed"))
    #expect(driver.count(of: .everything) == 3)
    try await driver.press("Dy")
    #expect(driver.count(of: .everything) == 2)
  }

  @Test("settings can be kept from the : line")
  func arguments() async throws {
    let driver = try Driver()
    try await driver.enter("settings measure 64")
    #expect(driver.model.settings.measure == 64)
    #expect(driver.model.takeEffects() == [.keep(["set measure 64"])])
  }
}
