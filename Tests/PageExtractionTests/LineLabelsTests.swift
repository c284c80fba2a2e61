import PageExtraction
import ReadingList
import Testing

@Suite("Short lines beside the text") struct LineLabelsTests {
  @Test(
    "what is called a caption, and italics below a picture, become captions",
    arguments: [
      "<div><img src=/heron.jpg><div class=wp-caption-text>A heron at dawn.</div></div>",
      "<div class='image'><img src=/heron.jpg><p class=thumbcaption>A heron at dawn.</p></div>",
      "<p><img src=/heron.jpg><br><em>A heron at dawn.</em></p>",
      "<figure><img src=/heron.jpg></figure><figcaption>A heron at dawn.</figcaption>",
      "<img src=/heron.jpg><p><span class=article-caption>A heron at dawn.</span></p>",
      "<div><div><img src=/heron.jpg><span>Not yet loaded</span></div><div class=i__caption><p>A heron at dawn.</p></div></div>",
    ])
  func loose(markup: String) {
    let page = Pages.extract(Pages.article(markup))
    #expect(!page.text.contains("dawn"))
    #expect(
      page.body.blocks.contains {
        if case .figure(let figure) = $0 {
          figure.caption.plainText == "A heron at dawn."
        } else {
          false
        }
      })
  }

  @Test("who is quoted stands below the quotation, whatever picture there is of them") func quoted()
  {
    let text = Pages.extract(
      Pages.article(
        "<figure><blockquote><p>They never blink.</p></blockquote><div><img src=/ada.jpg><figcaption>Ada Reed</figcaption></div></figure>"
      )
    ).text
    #expect(text.contains("They never blink.\n\nAda Reed"))
  }

  @Test("punctuation of UTF-8 taken for that of Windows is mended, written as references too")
  func windows() {
    let marks = (1...4).map {
      "<p>It isn&acirc;&euro;&trade;t the heron\($0)â€™s fault. \(Pages.sentence)</p>"
    }.joined()
    let text = Pages.extract(Pages.article(marks)).text
    #expect(text.contains("It isn’t the heron4’s fault."))
    let about = "<p>A page that shows â€™ has been read with the wrong table. \(Pages.sentence)</p>"
    #expect(Pages.extract(Pages.article(about)).text.contains("shows â€™ has"))
  }

  @Test("a chapter of nothing but its list of sections keeps it") func chapter() {
    let list = (1...8).map {
      "<dt><a href=/x\($0).html>\($0). What herons do in month \($0)</a></dt>"
    }.joined()
    let page = """
      <!doctype html><title>Herons</title><body><div id=docContent><h2>Chapter 11. Herons</h2>
      <div class=toc><p><b>Table of Contents</b></p><dl class=toc>\(list)</dl></div>
      <p>\(Pages.sentence) \(Pages.sentence) \(Pages.sentence)</p></div>
      """
    #expect(Pages.extract(page).text.contains("in month 7"))
  }
}
