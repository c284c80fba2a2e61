import Library
import Reader
import ReadingList
import Terminal
import TestSupport
import Testing

private let ten = (0..<10).map { number in
  Sample(
    url: "https://ten.example/\(number)", title: "Article \(number)",
    savedAt: "2026-11-21T10:0\(9 - number):00Z")
}

@Suite("Marking") struct MarkingTests {
  @Test(
    "fetching again and copying are about the marks, opening about the article under the cursor")
  func others() async throws {
    let driver = try Driver(articles: ten)
    try await driver.press("<space><space>r")
    #expect(Set(driver.fetcher.requests) == ["https://ten.example/0", "https://ten.example/1"])
    #expect(!driver.model.list.isMarking)
    try await driver.press("gg<space><space>y")
    #expect(driver.model.takeEffects() == [.copy("https://ten.example/0\nhttps://ten.example/1")])
    #expect(driver.model.status?.text == "Copied 2 URLs")
    try await driver.press("O")
    let effects = driver.model.takeEffects()
    #expect(effects == [.openInBrowser(ten[2].url, archiving: [ten[2].id])])
  }

  @Test("marks of articles that are gone are forgotten in lists that are not on screen, too")
  func goneElsewhere() async throws {
    var articles = ten
    articles[0].tags = ["slow"]
    let driver = try Driver(articles: articles)
    try await driver.press("<space>")
    driver.model.route.show(.tag("slow"))
    try await driver.press("Dy1")
    #expect(driver.model.list.rows.count == 9)
    #expect(!driver.model.list.isMarking && driver.model.list.markedCount == 0)
  }

  @Test(
    "1.8 1.7 three are marked and archived: exactly those three change, in every layout",
    arguments: [(140, 40), (90, 30), (60, 24)])
  func archiveMarked(columns: Int, rows: Int) async throws {
    let driver = try Driver(size: Size(columns: columns, rows: rows), articles: ten)
    try await driver.press("<space>j<space>j<space>")
    #expect(driver.rows.last?.contains("3 selected") == true)
    _ = driver.resize(100, 20)
    try await driver.press("Ggg")
    #expect(driver.model.list.marked.count == 3)
    try await driver.press("e")
    for (number, sample) in ten.enumerated() {
      #expect(try driver.record(sample).isArchived == [0, 2, 4].contains(number))
    }
    #expect(!driver.model.list.isMarking)
    try await driver.press("u")
    for sample in ten { #expect(try !driver.record(sample).isArchived) }
    try await driver.press("<C-r>")
    #expect(try driver.record(ten[2]).isArchived)
  }

  @Test("1.9 marking twice is nothing; leaving clears the marks; q leaves marking before it quits")
  func leave() async throws {
    let driver = try Driver(articles: ten)
    let before = driver.rows
    try await driver.press("<space>k<space>k")
    #expect(driver.model.list.marked.isEmpty)
    #expect(driver.rows == before)
    try await driver.press("<space><esc>")
    #expect(!driver.model.list.isMarking)
    try await driver.press("<space>q")
    #expect(!driver.model.list.isMarking && !driver.model.session.isQuitting)
  }

  @Test("v marks from here to where the cursor goes, V all, and V again none")
  func ranges() async throws {
    let driver = try Driver(articles: ten)
    try await driver.press("jvjjj")
    #expect(driver.model.list.marked == Set(ten[1...4].map { Navigation.Item($0.id) }))
    try await driver.press("vjj")
    #expect(driver.model.list.marked == Set(ten[1...4].map { Navigation.Item($0.id) }))
    try await driver.press("V")
    #expect(driver.model.list.marked.count == 10)
    try await driver.press("V")
    #expect(driver.model.list.marked.isEmpty)
  }

  @Test(
    "when what is marked leaves the list, the cursor goes to the next row that stays, else to the one before",
    arguments: ["s", "e", "d"])
  func neighbor(key: String) async throws {
    let driver = try Driver(articles: ten)
    try await driver.press("vjj" + key)
    #expect(driver.model.list.current?.id == ten[3].id)
    try await driver.press("<space>j<space>k" + key)
    #expect(driver.model.list.current?.id == ten[6].id)
    try await driver.press("Gvkk" + key)
    #expect(driver.model.list.current?.id == ten[6].id)
    try await driver.press("V" + key)
    #expect(driver.model.list.rows.isEmpty)
  }

  @Test("1.15 the bar shows the count and what can be done, and neither when nothing is marked")
  func bar() async throws {
    let driver = try Driver(articles: ten)
    #expect(driver.rows.last?.contains("marked") == false)
    try await driver.press("<space>")
    let bar = try #require(driver.rows.last)
    #expect(bar.contains("1 selected") && bar.contains("e archive") && bar.contains("Esc clear"))
    try await driver.press("<space><space>")
    // A command changes what is on the list.
    try await driver.enter("title:1", after: "f")
    #expect(driver.rows.last?.contains("1 selected") == true)
    try await driver.press("F")
    #expect(driver.rows.last?.contains("3 selected") == true)
  }

  @Test(
    "marks of a list whose articles went away elsewhere concern what is left of them, and no other",
    arguments: ["jvjjj", "j<space><space><space><space>", "V", "Gvkkkkk"])
  func staleRows(keys: String) async throws {
    let driver = try Driver(articles: ten)
    try await driver.press(keys)
    let marked = driver.model.list.marked
    // Another program removes more than half, so the remaining articles have other row indexes.
    let gone = [0, 2, 3, 7, 8, 9].map { ten[$0].id }
    _ = try driver.openElsewhere().purge(gone, at: driver.time.now)
    _ = try driver.library.doctor(repair: true, at: driver.time.now)
    // The rows on screen are the old ones until the new list arrives.
    #expect(
      driver.model.list.marked == marked && driver.model.articles.targets.count == marked.count)
    #expect((0..<12).count { driver.model.list.isMarked($0) } == marked.count)
    await driver.noticeChanges()
    let left = marked.filter { !gone.contains($0.article) }
    #expect(driver.model.list.rows.count == 4)
    #expect(driver.model.list.marked == left && driver.model.list.markedCount == left.count)
    #expect(Set(driver.model.articles.targets.map(\.id)) == Set(left.map(\.article)))
    #expect((0..<12).count { driver.model.list.isMarked($0) } == left.count)
    try await driver.press("s")
    for sample in [1, 4, 5, 6].map({ ten[$0] }) {
      #expect(
        try driver.record(sample).isFavorite == left.contains(Navigation.Item(sample.id)), "\(keys)"
      )
    }
  }

  @Test("what is deleted permanently does not come back while another change is confirmed")
  func removal() async throws {
    let driver = try Driver(articles: ten)
    for key in try Keymap.keys(notation: "eDy") { driver.interface.handle(.key(key)) }
    #expect(driver.model.list.rows.count == 8)
    while driver.model.library.isSaving {
      await driver.receiveOne()
      #expect(driver.model.list.rows.count == 8)
    }
    await driver.settle()
    #expect(driver.count(of: .everything) == 9)
  }

  @Test("what is done to marks is done to the articles that were marked, whatever arrived since")
  func bindsToIDs() async throws {
    let driver = try Driver(articles: ten)
    try await driver.press("<space><space>")
    try Sample(url: "https://new.example/", title: "New", savedAt: "2026-11-21T11:00:00Z").store(
      in: driver.library)
    await driver.noticeChanges()
    #expect(driver.model.list.current?.id == ten[2].id)
    try await driver.press("d")
    #expect(try driver.record(ten[0]).isDeleted && driver.record(ten[1]).isDeleted)
    #expect(driver.count(of: .trash) == 2)
    #expect(driver.text.contains("New"))
  }

  @Test(
    "1.10 merging two leaves one with the tags, notes, progress and oldest date of both; undo brings both back"
  )
  func merge() async throws {
    let samples = [
      Sample(
        url: "https://a.example/x", title: "A", savedAt: "2026-11-21T10:00:00Z", tags: ["one"],
        progress: 10),
      Sample(
        url: "https://b.example/y", title: "B", savedAt: "2026-11-20T10:00:00Z", tags: ["two"],
        isFavorite: false, progress: 60),
    ]
    let driver = try Driver(articles: samples)
    _ = try driver.library.apply(.note("from B"), to: [samples[1].id], at: driver.time.now)
    let before = try samples.map { try driver.record($0) }
    try await driver.press("VM")
    #expect(driver.text.contains("Merge “B” into “A”?"))
    try await driver.press("<enter>")
    #expect(driver.model.list.rows.count == 2 && driver.model.status?.text == "Not merged")
    try await driver.press("My")
    #expect(driver.model.status?.text == "Merged 2 articles into “A”")
    #expect(driver.model.list.rows.count == 1)
    let one = try driver.record(samples[0])
    #expect(one.tags.sorted() == ["one", "two"] && one.note == "from B")
    #expect(one.progress == Progress(percent: 60) && one.savedAt == before[1].savedAt)
    #expect(try driver.library.article(samples[1].id) == nil)
    let again = try driver.library.add(
      [Article(address: try samples[1].address, savedAt: driver.time.now)], at: driver.time.now)
    #expect(again.map(\.article.id) == [samples[0].id])
    try await driver.press("u")
    #expect(driver.model.list.rows.count == 2)
    for (sample, old) in zip(samples, before) { #expect(try driver.record(sample) == old) }
  }

  @Test("merging keeps the text; articles of one title and text are merged without a question")
  func mergeTexts() async throws {
    let samples = [
      Sample(
        url: "https://a.example/x", title: "A", savedAt: "2026-11-21T10:00:00Z",
        state: .failed(reason: "gone")),
      Sample(url: "https://b.example/y", title: "A", savedAt: "2026-11-20T10:00:00Z"),
      Sample(url: "https://c.example/z", title: "A", savedAt: "2026-11-19T10:00:00Z"),
    ]
    let driver = try Driver(articles: samples)
    try await driver.press("VM")
    #expect(driver.model.list.rows.count == 1 && driver.model.list.current?.id == samples[1].id)
    #expect(try driver.library.body(of: samples[1].id) != nil)
  }
}
