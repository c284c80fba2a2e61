import ArticleStore
import ReadingList
import ReadingListModel
import TerminalReader
import Testing

@Suite("Tags wherever they are")
struct TagTests {
  private func driver() throws -> Driver {
    try Driver(
      articles: [["design"], ["design/web", "later"], ["design", "art"], []].enumerated().map {
        Sample(url: "https://a.example/\($0.offset)", title: "Nr \($0.offset)", tags: $0.element)
      }
    )
  }

  private func tags(_ driver: Driver) -> [[String]] {
    let snapshot = driver.library.snapshot()
    return (0..<4).map { number in
      let id = ArticleID(canonicalURL: "https://a.example/\(number)")
      return snapshot.row(of: id).map { snapshot[$0].tags } ?? []
    }
  }

  @Test("a tag is renamed with those below it, on all articles, and undone in one step")
  func rename() async throws {
    let driver = try driver()
    try await driver.press(":rename-tag<space>design<space>Style<enter>")
    #expect(tags(driver) == [["Style"], ["Style/web", "later"], ["Style", "art"], []])
    #expect(driver.model.status?.text.contains("Renamed #design to #Style") == true)
    try await driver.press("u")
    #expect(tags(driver) == [["design"], ["design/web", "later"], ["design", "art"], []])
  }

  @Test("a tag that is renamed to another is merged with it, also on articles in Trash")
  func merge() async throws {
    let driver = try driver()
    try await driver.press("d:rename-tag<space>design<space>art<enter>")
    #expect(tags(driver) == [["art"], ["art/web", "later"], ["art"], []])
    #expect(driver.model.status?.text.contains("Merged #design into #art") == true)
  }

  @Test("the list of a tag that is renamed goes on under its new name")
  func shownList() async throws {
    let driver = try driver()
    try await driver.press(":go<space>#design<enter>:rename-tag<space>style<enter>")
    #expect(driver.model.navigation.view == .tag("style"))
    #expect(driver.model.list.rows.count == 3)
    try await driver.press(":remove-tag<enter>")
    #expect(tags(driver) == [[], ["later"], ["art"], []])
  }

  @Test(
    "what cannot be renamed says why",
    arguments: [
      (":rename-tag<space>nothing<space>else<enter>", "No article is tagged #nothing"),
      (":rename-tag<space>design<enter>", "Name the tag and its new name, or go to its list first"),
      (":rename-tag<space>design<space>design<enter>", "The tag is called #design already"),
      (":rename-tag<space>design<space>design/old<enter>", "A tag cannot be put below itself"),
      (
        ":rename-tag<space>a<space>b<space>c<enter>",
        "Name the tag and its new name; quote names with spaces"
      ),
    ]
  )
  func refused(keys: String, words: String) async throws {
    let driver = try driver()
    try await driver.press(keys)
    #expect(driver.text.contains(words))
    #expect(tags(driver) == [["design"], ["design/web", "later"], ["design", "art"], []])
  }
}
