import Reader
import ReadingList
import Terminal
import Testing

@Suite("Long texts") struct LongTextTests {
  private static let book = Sample(
    url: "https://calm.dev/book", title: "A book",
    html: (1...1200).map { number in
      "<p>Paragraph \(number) begins here and goes on for a while, so that it is wrapped to more than one "
        + "line at any width that a person would read at, and ends with its number, \(number).</p>"
    }.joined(), site: "calm.dev")

  private func driver() async throws -> Driver {
    let driver = try Driver(articles: [Self.book])
    try await driver.press("<enter>")
    return driver
  }

  private func isUnfinished(_ driver: Driver) -> Bool {
    driver.interface.deadline.map { $0 <= driver.time.now } ?? false
  }

  /// Lets the rest be set; says in how many steps.
  private func finish(_ driver: Driver) -> Int {
    var steps = 0
    while isUnfinished(driver), steps < 1000 {
      driver.interface.tick()
      steps += 1
    }
    return steps
  }

  @Test("a long text is on screen before all of it is set, and looks the same afterwards")
  func firstScreen() async throws {
    let driver = try await driver()
    #expect(driver.text.contains("Paragraph 1 begins") && isUnfinished(driver))
    let first = driver.interface.frame()
    #expect(finish(driver) > 0)
    #expect(driver.interface.frame() == first)
    #expect(driver.interface.reader.typesettings == 1)
  }

  @Test(
    "0.16 another width shows the same place at once, wherever that is, and going back the same lines",
    arguments: ["1500G", "G", "9j"])
  func resized(keys: String) async throws {
    let driver = try await driver()
    try await driver.press(keys)
    let before = driver.interface.frame()
    let (position, progress) = (driver.model.reader.position, driver.model.reader.progress)
    let narrow = driver.resize(50, 30)
    #expect(isUnfinished(driver))
    _ = finish(driver)
    #expect(driver.interface.frame() == narrow)
    _ = driver.resize(70, 20)
    // Higher than the text that was set for this window.
    let high = driver.resize(70, 60)
    _ = finish(driver)
    #expect(driver.interface.frame() == high)
    _ = driver.resize(50, 30)
    #expect(driver.resize(120, 40) == before)
    _ = finish(driver)
    #expect(driver.interface.frame() == before)
    #expect(driver.model.reader.position == position && driver.model.reader.progress == progress)
  }

  @Test("keys that come before all is set do what they do afterwards") func hasty() async throws {
    for keys in ["<space>jj", "jjjjjjjjkkj", "30j40k<space>", "G", "3000G<space>", "vw"] {
      let (hasty, patient) = (try await driver(), try await driver())
      _ = finish(patient)
      try await hasty.press(keys)
      try await patient.press(keys)
      _ = finish(hasty)
      #expect(hasty.interface.frame() == patient.interface.frame(), "\(keys)")
      #expect(hasty.model.reader.position == patient.model.reader.position)
      #expect(hasty.model.reader.progress == patient.model.reader.progress)
      #expect(keys != "G" || hasty.model.reader.progress.isFinished)
    }
  }

  @Test(
    "scrolling a text of which not all is set sets no more of it, and counts as reading once all is"
  )
  func scrolling() async throws {
    for place in ["", "1500G", "G"] {
      for keys in ["j", "k", "<C-d><C-d>jjb<C-u>k", "3k", "4k", "5k", "6k", "7k", "90j", "90k"] {
        let (hasty, patient) = (try await driver(), try await driver())
        for driver in [hasty, patient] {
          try await driver.press(place)
          _ = driver.resize(90, 30)
        }
        _ = finish(patient)
        try await hasty.press(keys)
        try await patient.press(keys)
        #expect(isUnfinished(hasty), "\(place) \(keys)")
        #expect(hasty.rows[2..<28] == patient.rows[2..<28], "\(place) \(keys)")
        #expect(hasty.model.reader.position == patient.model.reader.position, "\(place) \(keys)")
        _ = finish(hasty)
        #expect(hasty.interface.frame() == patient.interface.frame(), "\(place) \(keys)")
        #expect(hasty.model.reader.position == patient.model.reader.position)
        #expect(hasty.model.reader.progress == patient.model.reader.progress, "\(place) \(keys)")
      }
    }
  }

  @Test("moving, finding, selecting, highlighting, saving and undoing never set a text again")
  func onlyOnce() async throws {
    let driver = try await driver()
    _ = finish(driver)
    try await driver.press("j<space>G3000Gvww")
    try await driver.press("H")
    #expect(driver.model.reader.passages.count == 1)
    try await driver.press("u/")
    await driver.type("paragraph 77")
    try await driver.press("<enter>nN<C-d>gg")
    driver.time.advance(milliseconds: 5000)
    driver.interface.tick()
    await driver.settle()
    await driver.noticeChanges()
    try await driver.press("jHu")
    #expect(driver.interface.reader.typesettings == 1)
    _ = driver.resize(120, 30)
    #expect(driver.interface.reader.typesettings == 1)
    _ = driver.resize(60, 30)
    #expect(driver.interface.reader.typesettings == 2)
  }

  @Test("a long list scrolls as well, and skipping many lines sets all of the text")
  func hugeBlock() async throws {
    var book = Self.book
    book.html = "<ul>" + book.html.replacing("p>", with: "li>") + "</ul>"
    for (sample, keys) in [(book, "jjk<space>"), (Self.book, "3000jj4000kj")] {
      let (hasty, patient) = (try Driver(articles: [sample]), try Driver(articles: [sample]))
      for driver in [hasty, patient] { try await driver.press("<enter>") }
      _ = finish(patient)
      try await hasty.press(keys)
      try await patient.press(keys)
      #expect(!isUnfinished(hasty))
      #expect(hasty.interface.frame() == patient.interface.frame(), "\(keys)")
      #expect(hasty.model.reader.progress == patient.model.reader.progress, "\(keys)")
    }
  }

  @Test("a highlight far down in a text of which not all is set is gone to") func highlight()
    async throws
  {
    let driver = try await driver()
    try await driver.press("3000GvwwH")
    let place = try #require(driver.model.reader.passages.first?.place?.lowerBound)
    try await driver.press("ggh")
    try await driver.press(":go<space>Highlights<enter><enter>")
    #expect(place.block > 500)
    #expect(place.block - 20..<place.block ~= driver.model.reader.position.block)
  }

  @Test("contents beside a long text have all of it, at every width") func contents() async throws {
    var book = Self.book
    book.html += "<h2>The very end</h2><p>Over.</p>"
    let driver = try Driver(size: Size(columns: 120, rows: 40), articles: [book])
    try await driver.press("<enter>gT")
    #expect(driver.text.contains("The very end"))
    _ = driver.resize(90, 40)
    #expect(driver.text.contains("The very end") && !isUnfinished(driver))
  }
}
