import PageExtraction
import ReadingList
import Testing

@Suite("Entries of lists, and what stands beside the text") struct EntriesTests {
  /// An entry of a list of tools: a heading, a line or two, and what else it holds.
  private static func entry(_ place: Int, _ more: String = "") -> String {
    """
    <div class="pick pick-\(place)"><div class="pick-content"><h3>Hide number \(place)</h3>
    <p>It keeps the rain off and has room for two people, a flask and \(place) pairs of field glasses.</p>\(more)</div></div>
    """
  }

  @Test("the entries of a list stay together, though one has more links than the others")
  func alike() {
    let links =
      "<p>Seen at <a href=/a>the shop by the river</a> and <a href=/b>the shop on the hill</a>, prices vary.</p>"
    let entries = (1...8).map { Self.entry($0, $0 == 5 ? links : "") }.joined(separator: "\n")
    let text = Pages.extract(Pages.article("<div class=picks>\(entries)</div>")).text
    let missing = (1...8).filter { !text.contains("Hide number \($0)\n") }
    #expect(missing.isEmpty)
    #expect(text.contains("the shop on the hill"))
  }

  @Test("what people say stays, in boxes that are no paragraphs") func loose() {
    let quotes = (1...4).map {
      """
      <li class=slide><div><div class=quote>“We put up \($0) boxes, and in the first spring, before the leaves were out, a pair
      of tits had moved into one of them, which surprised all of us very much.”</div><div>Keeper \($0)</div></div></li>
      """
    }.joined()
    let inside = "<div class=carousel><ul>\(quotes)</ul></div>"
    let text = Pages.extract(Pages.article(inside)).text
    #expect((1...4).allSatisfy { text.contains("We put up \($0) boxes") })
  }

  @Test("takeaways and notes above the text belong to it") func takeaways() {
    let list = (1...4).map {
      "<li>Takeaway \($0): boxes are put up in autumn, so that they have lost their smell by spring.</li>"
    }.joined()
    let page = """
      <!doctype html><html><head><title>On boxes</title></head><body><h1>On boxes</h1><div class="article-body">
      <div class="key-takeaways"><h4>Takeaways</h4><ol>\(list)</ol></div>
      <div class="article-body--main">\(Pages.paragraphs(8))</div>
      </div></body></html>
      """
    let text = Pages.extract(page).text
    #expect((1...4).allSatisfy { text.contains("Takeaway \($0):") })
  }
}
