import Foundation
import Library
import Reader
import ReadingList
import Terminal
import TestSupport
import Testing

/// With `LUEGO_EVENTS`, sends that many events, starting at the seed `LUEGO_SEED`; each seed uses one of
/// ten kinds of libraries.
@Suite("Random keys") struct RandomKeyTests {
  /// The number of events in a run, and the seeds for the number of events in `LUEGO_EVENTS`.
  private static let length = 80
  private static let seeds: [UInt64] = {
    let environment = ProcessInfo.processInfo.environment
    let events =
      environment["LUEGO_EVENTS"].flatMap { Int($0) } ?? length * RandomLibrary.allCases.count
    let first = environment["LUEGO_SEED"].flatMap { UInt64($0) } ?? 1
    return (0..<UInt64(max(1, events / length))).map { first + $0 }
  }()

  @Test(
    "whatever is pressed, pasted and clicked in whatever window, the screen is whole and tells the truth",
    arguments: seeds)
  func anything(seed: UInt64) async throws {
    var run = try RandomRun(seed: seed)
    for number in 0..<Self.length {
      let problem = try await run.step()
      if let problem {
        Issue.record("seed \(seed), event \(number): \(problem)\n\(run.trail)\n\(run.screen)")
        return
      }
    }
    let problem = try run.differenceFromDisk()
    #expect(problem == nil, "seed \(seed), at the end: \(problem ?? "")\n\(run.trail)")
  }
}

/// A seeded library under random events, checked after each event.
private struct RandomRun {
  private let seed: UInt64
  private var random: SeededNumbers
  private var driver: Driver
  private var events: [String] = []
  private let kind: RandomLibrary
  /// The articles after the previous event.
  private var known: [ArticleID: ArticleSummary]
  /// The articles that earlier commands were about, which undo may change.
  private var everMeant: Set<ArticleID> = []
  private var waiting: [InputEvent] = []

  init(seed: UInt64) throws {
    self.seed = seed
    random = SeededNumbers(seed: seed)
    kind = RandomLibrary.allCases[Int(seed % UInt64(RandomLibrary.allCases.count))]
    let fetcher = ScriptedFetcher([
      "https://new.example/here": "<title>New</title><article>\(longHTML)</article>"
    ])
    driver = try Driver(fetcher: fetcher, seed: seed)
    try kind.fill(driver.library, at: driver.time.now, &random)
    driver = try Driver(
      directory: driver.directory, fetcher: fetcher, access: kind.access, seed: seed)
    known = Self.articles(of: driver)
  }

  /// The latest events, newest last.
  var trail: String { "\(kind): " + events.suffix(25).joined(separator: " | ") }

  var screen: String { driver.text }

  private static func articles(of driver: Driver) -> [ArticleID: ArticleSummary] {
    let snapshot = driver.model.list.snapshot
    var all: [ArticleID: ArticleSummary] = [:]
    for id in snapshot.ids(withPrefix: "") { all[id] = snapshot.row(of: id).map { snapshot[$0] } }
    return all
  }

  // MARK: Steps

  /// Sends an event and checks everything.
  ///
  /// - Returns: a description of what is wrong.
  mutating func step() async throws -> String? {
    let model = driver.model
    var meant = Set(model.articles.targets.map(\.id)).union([model.reader.id].compactMap { $0 })
    let list = model.list.contents
    let listed = Set(list.rows.indices.compactMap { list.summary(at: $0)?.id })
    let atHand = list.current?.id
    let isWaiting: (ArticleSummary) -> Bool = {
      $0.fetch.isPending || $0.fetch.isFailed || $0.retryAt != nil
    }
    if random.one(in: 15) {
      let milliseconds = random.pick([100, 300, 2_000, 600_000])
      events.append("\(milliseconds) ms pass")
      driver.time.advance(milliseconds: Int64(milliseconds))
      driver.model.tick()
    } else {
      let event = nextEvent()
      events.append(Self.words(event))
      driver.interface.handle(event)
    }
    await driver.settle()
    var opened: Set<ArticleID> = []
    for case .openInBrowser(_, let ids) in model.takeEffects() {
      opened.formUnion(ids)
      model.articles.opened(archiving: ids)
      await driver.settle()
    }
    let now = Self.articles(of: driver)
    var changed: Set<ArticleID> = []
    for (id, before) in known where now[id] != before { changed.insert(id) }
    let text = model.status?.text ?? ""
    // Marking a list as read affects everything in it.
    if text.hasPrefix("Marked as read:") { meant.formUnion(listed) }
    // Emptying Trash removes everything in it.
    if text.hasPrefix("Deleted permanently:") {
      meant.formUnion(known.filter { $0.value.membership.isDeleted }.keys)
    }
    let takesBack = text.hasPrefix("Undone") || text.hasPrefix("Redone")
    let allowed = meant.union(takesBack ? everMeant : []).union([model.reader.id].compactMap { $0 })
      .union(opened.intersection([atHand].compactMap { $0 }))
    let stray = changed.subtracting(allowed).filter { !(known[$0].map(isWaiting) ?? false) }
    let isAdding = events.suffix(3).contains { $0.contains("http") }
    if !stray.isEmpty, !isAdding {
      let titles = stray.map {
        "\(known[$0].map { "\($0)" } ?? "?") -> \(now[$0].map { "\($0)" } ?? "gone")"
      }
      return "changed without being meant: \(titles.joined(separator: "; ")); meant: \(meant)"
    }
    everMeant.formUnion(changed)
    everMeant.formUnion(now.keys.filter { known[$0] == nil })
    let isChanged = now != known
    known = now
    if let problem = wrongInModel(countsToo: isChanged) ?? wrongOnScreen() { return problem }
    if model.session.isQuitting {
      guard model.canEnd else { return "quitting does not end" }
      if let problem = try differenceFromDisk() { return problem }
      events.append("started again")
      waiting = []
      driver = try Driver(
        size: driver.interface.size, directory: driver.directory, fetcher: driver.fetcher,
        time: driver.time, access: kind.access,
        navigation: Navigation(state: model.navigation.state), seed: seed)
      await driver.settle()
    }
    return nil
  }

  // MARK: Invariants

  private func wrongInModel(countsToo: Bool) -> String? {
    let model = driver.model
    let list = model.list.contents
    let rules = model.settings.listRules
    let indices = max(1, list.rows.count)
    guard (0..<indices).contains(list.cursor) else { return "the cursor is at \(list.cursor)" }
    guard (0..<indices).contains(model.navigation.place.top) else {
      return "the first row is \(model.navigation.place.top)"
    }
    let view = model.navigation.view
    // Another test checks filters with a mistake.
    if !view.listsHighlights, let query = try? Query(parsing: model.navigation.place.filter) {
      let expected = known.values.filter {
        $0.isIn(view, rules, now: driver.time.now) && query.matches($0, rules, now: driver.time.now)
      }.sorted(by: model.navigation.order.areInOrder).map(\.id)
      let shown = list.rows.map { list.snapshot.id(of: $0) }
      guard shown == expected else {
        return "\(view.key) by \(model.navigation.order) of “\(model.navigation.place.filter)” "
          + "has \(shown.count) rows and not \(expected.count), or in another order"
      }
    }
    for mark in model.list.marked where known[mark.article] == nil {
      return "\(mark) is marked and gone"
    }
    guard countsToo else { return nil }
    for row in model.views.sidebar {
      guard let count = row.count else { continue }
      let view = row.view
      let held = known.values.filter { $0.isIn(view, rules) }
      let right =
        view.listsHighlights ? held.flatMap(\.highlightCounts.values).reduce(0, +) : held.count
      if count != right { return "\(view.name) counts \(count) and not \(right)" }
    }
    let given = known.values.filter { !$0.membership.isDeleted }.flatMap(\.tags)
    // A nested tag is counted under each of its parents.
    let above = given.flatMap { tag in
      tag.indices.filter { tag[$0] == "/" }.map { String(tag[..<$0]) }.filter { !$0.isEmpty }
    }
    let tags = Set(given + above)
    let listed = Set(model.views.sidebar.compactMap(\.view.tag))
    return tags == listed ? nil : "the sidebar's tags are \(listed) and not \(tags)"
  }

  private func wrongOnScreen() -> String? {
    let interface = driver.interface
    let screen = interface.frame()
    guard screen.size == interface.size else { return "the frame's size is \(screen.size)" }
    if let cursor = screen.cursor, !screen.bounds.contains(cursor) {
      return "the terminal's cursor is at \(cursor)"
    }
    if let problem = screen.tornCharacter ?? screen.controlCharacter { return problem }
    guard !interface.layout.isTooSmall else { return nil }
    let frames = interface.frames
    let focused =
      switch interface.focus {
      case .sidebar: frames.sidebar
      case .list: frames.list
      case .reader: frames.reader
      case .inspector: frames.inspector
      case .panel: frames.panel
      }
    guard let focused, !focused.isEmpty else { return "\(interface.focus) has the focus unseen" }
    if events.count % 8 == 0, interface.frame() != screen { return "a second frame differs" }
    // A question covers part of the box that it is about.
    return interface.overlays.count == 1 ? screen.brokenBox : nil
  }

  /// Describes what the model shows and the disk does not have.
  func differenceFromDisk() throws -> String? {
    let other = try driver.openElsewhere().snapshot()
    guard Set(other.ids(withPrefix: "")) == Set(known.keys) else { return "other articles on disk" }
    for (id, shown) in known {
      guard let row = other.row(of: id) else { return "\(id) is not on the disk" }
      if other[row] != shown { return "the disk has \(other[row]) and not \(shown)" }
    }
    return nil
  }

  // MARK: Events

  private static func words(_ event: InputEvent) -> String {
    switch event {
    case .key(let key): key.notation
    case .mouse(let mouse): "\(mouse.kind) at \(mouse.point.column),\(mouse.point.row)"
    case .paste(let text): "paste \(text.debugDescription)"
    case .resized(let size): "\(size.columns)x\(size.rows)"
    }
  }

  private mutating func nextEvent() -> InputEvent {
    if !waiting.isEmpty { return waiting.removeFirst() }
    if driver.interface.layout.isTooSmall, random.one(in: 3) { return .resized(size()) }
    switch random.below(100) {
    case 0..<7: return .resized(size())
    case 7..<19: return .mouse(mouse())
    case 19..<21: return .paste(random.pick(Self.texts))
    case 21..<24: return .key(Key(.escape))
    case 24..<25: return .key(Key(.character("c"), .control))
    case 25..<29: return .key(anyKey())
    default: break
    }
    guard let overlay = driver.interface.overlays.last else { return .key(boundKey()) }
    switch overlay {
    case let prompt as Prompt: return typed(prompt)
    case let box as Box where box.isQuestion:
      return .key(Key(random.one(in: 2) ? .character("y") : .character("n")))
    default: return .key(menuKey())
    }
  }

  /// A key that is bound in the focused pane; the rest of its sequence follows.
  private mutating func boundKey() -> Key {
    let interface = driver.interface
    let contexts = interface.contexts
    var bindings = interface.keymap.bindings.filter {
      contexts.contains($0.context) && !$0.keys.isEmpty
    }
    if random.one(in: 2) {
      bindings = bindings.filter { $0.invocation.command.row.needs.contains(.writing) }
    }
    var binding = random.pick(bindings)
    let leaving: [Command] = [.quit, .back, .suspend]
    for _ in 0..<3 where leaving.contains(binding.invocation.command) {
      binding = random.pick(bindings)
    }
    if random.one(in: 25) { return Key(.character(random.pick(Array("123456789")))) }
    if !random.one(in: 10) { waiting = binding.keys.dropFirst().map { .key($0) } }
    return binding.keys[0]
  }

  private mutating func anyKey() -> Key {
    let codes: [Key.Code] = [
      .enter, .tab, .backspace, .delete, .insert, .up, .down, .left, .right, .home, .end, .pageUp,
      .pageDown, .function(1), .function(24), .character("é"), .character("漢"), .character(" "),
      .character("\u{301}"), .character("👩‍👩‍👧"), .character("0"), .character("q"),
      .character("\u{9b}"), .character("\u{202e}"), .character("\u{7f}"),
    ]
    let modifiers: [Key.Modifiers] = [[], [], [], .control, .alt, .shift, [.control, .alt]]
    return Key(random.pick(codes), random.pick(modifiers))
  }

  private mutating func menuKey() -> Key {
    let codes: [Key.Code] = [
      .down, .down, .up, .enter, .enter, .pageDown, .pageUp, .home, .end, .tab, .backspace,
      .character(" "), .character("/"), .character("j"), .character("k"), .character("G"),
      .character("g"), .character("a"), .character("d"), .character("e"), .character("s"),
      .character("o"), .character("l"), .character("h"), .character("r"), .character("漢"),
    ]
    return Key(random.pick(codes))
  }

  /// Types text into a prompt key by key, usually followed by Enter.
  private mutating func typed(_ prompt: Prompt) -> InputEvent {
    guard random.one(in: 3) else {
      let codes: [Key.Code] = [
        .enter, .enter, .tab, .backspace, .up, .down, .left, .home, .end, .delete,
      ]
      return .key(Key(random.pick(codes), random.one(in: 6) ? .control : []))
    }
    var text = random.pick(Self.texts)
    if prompt.purpose == .commandLine, !random.one(in: 4) {
      let command = random.pick(Command.allCases.filter { $0 != .quit && $0 != .suspend })
      text = command.name
      if command.row.argument != .none { text += " " + random.pick(Self.arguments) }
    }
    var typed: [InputEvent] = text.prefix(40).map { .key(Key(.character($0))) }
    typed.append(.key(Key(random.one(in: 5) ? .escape : .enter)))
    waiting = Array(typed.dropFirst())
    return typed[0]
  }

  private mutating func size() -> Size {
    let usual = [(140, 40), (120, 40), (100, 30), (80, 24), (60, 20), (45, 30), (160, 45)]
    let (columns, rows): (Int, Int) =
      switch random.below(20) {
      case 0..<12: random.pick(usual)
      case 12..<19: (1 + random.below(60), 1 + random.below(24))
      default: (1 + random.below(400), 1 + random.below(150))
      }
    return Size(columns: columns, rows: rows)
  }

  private mutating func mouse() -> MouseEvent {
    let size = driver.interface.size
    let kinds: [MouseEvent.Kind] = [
      .press, .press, .press, .release, .drag, .doubleClick, .wheelUp, .wheelDown,
    ]
    // A terminal may report a position that the window no longer has.
    let point = Point(column: random.below(size.columns + 2), row: random.below(size.rows + 2))
    return MouseEvent(random.pick(kinds), at: point)
  }

  private static let texts = [
    "calm", "article", "is:unread", "tag:slow", "-site:one", "(", "is:nonsense", "title:\"", "漢字",
    "e\u{301}👍🏽", "https://new.example/here", "https://gone.example/x and https://new.example/here",
    "http://", "slow design", "min:3..", "in:trash", "is:failed", "paragraph", "\u{202e}abc", " ",
    "a\nb\tc\u{1b}[31m", String(repeating: "long ", count: 60), "\u{9b}31mred\u{9c}", unprintable,
    "tag:\u{9b}x", "#\u{202e}tag,\u{85}other",
  ]

  private static let arguments = [
    "slow", "slow calm", "漢字", "#", "trash", "archived", "favorites", "inProgress", "1", "0",
    "title", "oldest", "site", "length", "progress", "theme night", "measure 40", "measure 20",
    "favorites-stay on", "favorites-stay off", "counts on", "counts off", "keys gmail",
    "keys newsboat", "keys vim", "bidi on", "mouse off", "animation off", "samples", "surprise",
    "all zz archive", "list x down", "add https://feed.example/rss x", "remove samples", "night",
    "https://new.example/here", "https://gone.example/y", "nonsense", "-1", "",
  ]
}

extension SeededNumbers {
  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

  mutating func one(in chances: Int) -> Bool { below(chances) == 0 }
}
