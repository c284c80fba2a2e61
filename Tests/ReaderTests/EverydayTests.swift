import Library
import Reader
import ReadingList
import Terminal
import Testing

@Suite("What people do every day") struct EverydayTests {
  /// Some read, some in progress, some unread.
  private let samples = (0..<8).map { number in
    Sample(
      url: "https://numbers.example/\(number)", title: "Number \(number)",
      savedAt: "2026-11-2\(number % 2)T1\(number):00:00Z",
      site: number == 3 ? nil : "\(number % 3).example",
      words: number == 5 ? 0 : 400 + number * 100,
      progress: [0, 100, 30, 100, 100, 0, 60, 100][number])
  }

  private func menu(_ driver: Driver) throws -> ListView { try #require(driver.box).list }

  @Test("next-unread goes to the next article that is not read, also from a text")
  func unread() async throws {
    let driver = try Driver(articles: samples)
    for number in [5, 6, 2, 0] {
      try await driver.press("]")
      #expect(driver.model.list.current?.title == "Number \(number)")
    }
    try await driver.press("]")
    #expect(driver.model.status?.text == "No more unread articles")
    try await driver.press("gg<enter>:next-unread<enter>")
    #expect(driver.model.reader.article?.title == "Number 5")
    #expect(driver.model.navigation.focus == .reader)
  }

  @Test("empty-trash asks how many, and deletes what is in Trash and nothing else")
  func emptyTrash() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press(":empty-trash<enter>")
    #expect(driver.model.status?.text == "Trash is empty")
    try await driver.press("d:empty-trash<enter>")
    #expect(driver.text.contains("Delete “\(threeSamples[0].title)” in Trash permanently?"))
    try await driver.press("n")
    #expect(try driver.record(threeSamples[0]).isDeleted)
    try await driver.press(":empty-trash<enter>y")
    #expect(try driver.library.article(threeSamples[0].id) == nil)
    #expect(driver.model.list.rows.count == 2)
  }

  @Test("share copies the article in each of its forms", arguments: ShareFormat.allCases)
  func share(format: ShareFormat) async throws {
    let driver = try Driver(articles: threeSamples)
    let index = try #require(ShareFormat.allCases.firstIndex(of: format))
    try await driver.press(":share<enter>" + String(repeating: "j", count: index) + "<enter>")
    let article = try driver.record(threeSamples[0])
    #expect(
      driver.model.takeEffects() == [.copy(format.text(title: article.title, url: article.url))])
    #expect(driver.model.status?.text == "Copied \(format.title)")
  }

  @Test(
    "an article without a web address is neither copied nor opened",
    arguments: ["y", "Y", "o", "O", ":share<space>mail<enter>", ":share<space>text<enter>", "Vy"])
  func noAddress(keys: String) async throws {
    let driver = try Driver(articles: threeSamples, welcome: twoWelcomes)
    try await driver.press(":welcome<enter>" + keys)
    #expect(driver.model.takeEffects().isEmpty)
    let said = driver.model.status?.text
    #expect(said?.hasPrefix("“No. ") == true && said?.hasSuffix("” has no web address") == true)
  }

  @Test("the palette begins with what the pane has, and knows other words")
  func palette() async throws {
    let driver = try Driver(articles: threeSamples)
    func found() -> [Command] { driver.boxRows.compactMap { $0.action?.invocation?.command } }
    try await driver.press("<C-p>")
    let inList = try #require(found().firstIndex(of: .sort))
    let anywhere = try #require(found().firstIndex(of: .statistics))
    #expect(inList < anywhere)
    for (word, command) in [("rename", Command.editTitle), ("trash", .delete), ("dark", .theme)] {
      try await driver.press("<C-u>/")
      await driver.type(word)
      #expect(found().contains(command), "\(word)")
    }
  }

  @Test("j and k move in every menu where nothing is typed; / or another letter begins to type")
  func menuKeys() async throws {
    var tagged = threeSamples
    tagged[1].tags = ["design", "essay", "java"]
    let driver = try Driver(articles: tagged)
    for keys in ["<C-p>", "gl", "t", "S", ","] {
      try await driver.press(keys)
      let start = try menu(driver).cursor
      try await driver.press("j")
      #expect(try menu(driver).cursor == start + 1, "\(keys)")
      try await driver.press("<C-n>k<C-p>")
      #expect(try menu(driver).cursor == start, "\(keys)")
      try await driver.press("/")
      await driver.type("j")
      #expect(try menu(driver).typed == "j", "\(keys)")
      try await driver.press("<C-u>")
      await driver.type("e")
      #expect(try menu(driver).typed == "e", "\(keys)")
      while !driver.interface.overlays.isEmpty { try await driver.press("<esc>") }
    }
  }

  @Test("r in the sort menu turns the order round, and back", arguments: Order.offered)
  func reverse(order: Order) async throws {
    let driver = try Driver(articles: samples)
    try await driver.press(":sort<space>\(order.rawValue)<enter>Sr")
    #expect(driver.model.navigation.order == order.reversed)
    #expect(driver.model.list.contents.order.reversed == order)
    try await driver.press("S")
    #expect(try menu(driver).current?.title == order.reversed.title)
    try await driver.press("r")
    #expect(driver.model.navigation.order == order)
  }
}
