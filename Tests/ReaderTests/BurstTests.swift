import Foundation
import Library
import Reader
import ReadingList
import Terminal
import TestSupport
import Testing

@Suite("What comes at once") struct BurstTests {
  /// Gives events that were read at once.
  private func feed(_ text: String, to driver: Driver) async {
    var events = text.map { character -> InputEvent in
      .key(character == "\n" ? Key(.enter) : Key(.character(character)))
    }[...]
    while !events.isEmpty { events = driver.interface.handleFirst(of: events) }
    await driver.settle()
  }

  /// What is in the line of a new article; nil when that is not open.
  private func added(_ driver: Driver) -> String? {
    guard let prompt = driver.interface.overlays.last as? Prompt,
      prompt.purpose == .argument(of: Invocation(.add))
    else { return nil }
    return prompt.editor.text
  }

  @Test(
    "what is pasted without marks goes into the line of a new article, and is no commands",
    arguments: ["", "<enter>", "h", "gh", "X"],
    [
      "example.com/dead", "https://a.example/x", "On being wrong\nand more", "deadline",
      "Delete yours", "|touch x\n", "!touch x\n", ":quit\n", "e\te\te\tedd",
    ])
  func pasted(keys: String, text: String) async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press(keys)
    let before = driver.model.list.snapshot.counts
    await feed(text, to: driver)
    #expect(added(driver) == text.replacing("\n", with: " ").replacing("\t", with: " "))
    #expect(driver.model.list.snapshot.counts == before)
    #expect(driver.model.takeEffects().isEmpty)
  }

  @Test("keys that a person types before the program reads them are keys")
  func typedAhead() async throws {
    let driver = try Driver(articles: threeSamples)
    await feed("jj", to: driver)
    #expect(driver.model.list.cursor == 2)
    await feed("ggj", to: driver)
    #expect(driver.model.list.cursor == 1)
    await feed(String(repeating: "k", count: 500), to: driver)
    #expect(driver.model.list.cursor == 0)
    await feed("gas", to: driver)
    #expect(driver.model.navigation.view == .list(.archived))
    await feed("gi", to: driver)
    await feed("/calm\n", to: driver)
    #expect(driver.model.navigation.place.filter == "calm" && driver.interface.overlays.isEmpty)
    try await driver.press("F<enter>")
    await feed("12j", to: driver)
    #expect(driver.interface.overlays.isEmpty && driver.model.reader.id != nil)
  }

  @Test("what is pasted into a box is no key of it", arguments: ["?", "gs", "S", "D", ","])
  func inBoxes(keys: String) async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press(keys)
    let settings = driver.model.settings
    for text in ["QQQ quit dQ", "yes, delete", "l h l rd y\nq"] {
      await feed(text, to: driver)
      #expect(driver.interface.overlays.count == 1 && !driver.model.session.isQuitting)
    }
    #expect(driver.model.settings == settings && driver.model.list.rows.count == 3)
    #expect(driver.model.navigation.order == .newest)
    if keys == "?" {
      await feed("/archive", to: driver)
      #expect(driver.box?.list.typed == "archive")
    }
  }

  /// Events of one run, and the seeds of as many runs as `LUEGO_EVENTS` asks for.
  private static let length = 80
  private static let seeds: [UInt64] = {
    let events = ProcessInfo.processInfo.environment["LUEGO_EVENTS"].flatMap { Int($0) }
    return Array(1...UInt64(max(1, (events ?? 10 * length * testScale) / length)))
  }()

  @Test(
    "replies of terminals cut anywhere, bursts and pastes run nothing and change nothing",
    arguments: seeds)
  func anything(seed: UInt64) async throws {
    var random = SeededNumbers(seed: seed)
    let driver = try Driver(articles: threeSamples, seed: seed)
    var reader = InputReader()
    var now = 0
    var trail: [String] = []
    func articles() -> [ArticleSummary] {
      let snapshot = driver.model.list.snapshot
      return threeSamples.compactMap { snapshot.row(of: $0.id).map { snapshot[$0] } }
    }
    let before = articles()
    func send(_ text: String, after gap: Int) {
      now += gap
      trail.append("\(gap) ms \(text.debugDescription)")
      let tokens = text.unicodeScalars.map { InputToken.scalar($0.value) }
      var events = reader.take(tokens, milliseconds: now).events[...]
      while !events.isEmpty { events = driver.interface.handleFirst(of: events) }
    }
    for number in 0..<Self.length {
      let gap = random.pick([300, 1_100, 3_000])
      switch random.below(8) {
      case 0, 1: send(random.pick(Self.keys), after: gap)
      case 2:
        send("\u{1b}", after: gap)
        // The next is no part of it.
        now += InputReader.maxGap
      case 3...5:
        let reply = Array(random.pick(Self.replies).unicodeScalars)
        let cut = random.below(reply.count + 1)
        let pauses = cut > 2 ? [0, 20, 900, 5_000] : [0, 20, 900]
        for (part, pause) in [(reply[..<cut], gap), (reply[cut...], random.pick(pauses))]
        where !part.isEmpty { send(String(String.UnicodeScalarView(part)), after: pause) }
      case 6:
        let burst = random.pick(Self.texts)
        // Where a line is open, Enter is meant for it.
        let isOpen = !driver.interface.overlays.isEmpty
        send(isOpen ? burst.replacing("\r", with: "x") : burst, after: gap)
      default: send("\u{1b}[200~\(random.pick(Self.texts))\u{1b}[201~", after: gap)
      }
      await driver.settle()
      #expect(driver.model.takeEffects().isEmpty, "\(seed): \(trail.suffix(8))")
      guard articles() == before, !driver.model.session.isQuitting else {
        Issue.record("\(seed): an article changed, or the end: \(trail.suffix(8))")
        return
      }
      guard number % 8 == 0 else { continue }
      let screen = driver.interface.frame()
      let problem = screen.tornCharacter ?? screen.controlCharacter ?? screen.brokenBox
      #expect(problem == nil, "\(seed): \(trail.suffix(8))")
    }
  }

  /// Keys that change no article, wherever they are pressed; what they open is left with Esc.
  private static let keys = [
    "j", "k", "G", "g", "\t", "?", ":", "/", "\u{10}", "+", "S", "t", "i", "D", "|", "!", "a", "j",
    "k", "\u{1b}[B", "\u{1b}[5~", "\u{1b}OA",
  ]

  private static let replies = [
    "\u{1b}P>|touch FILE\u{1b}\\", "\u{1b}P1$r0m\u{1b}\\", "\u{1b}P1+r544e=787465726d\u{1b}\\",
    "\u{1b}P!|7E565445\u{1b}\\", "\u{1b}^dad mess\u{1b}\\", "\u{1b}Xdad mess\u{1b}\\",
    "\u{1b}_Gi=31;OK\u{1b}\\", "\u{1b}]11;rgb:0/0/0\u{1b}\\", "\u{1b}]52;c;ZGFk\u{7}",
    "\u{90}>|dad\u{9c}", "\u{1b}[?62;4c", "\u{1b}[12;40R", "\u{1b}[?2026;2$y", "\u{1b}[8;24;80t",
    "\u{1b}[0n", "\u{1b}[<64;10;5M", "\u{1b}[<32;3;3m",
  ]

  private static let texts = [
    "example.com/dead", "https://a.example/x", "sedate dreams", "edema D|!x", "deadline\rdead\r",
    "yes, delete", "QQQ quit dQ", "漢字 mess", "ed\tsed\ttd", "Mmm demo D y",
  ]
}
