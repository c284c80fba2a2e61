import PageExtraction
import ReadingList
import Testing

@Suite("Short lines beside the text")
struct LineLabelsTests {
  @Test("a credit after a picture is its caption")
  func credit() {
    let blocks = Pages.blocks(of: "<img src=/heron.jpg alt='A heron'><p>Photo by A. Painter</p>")
    #expect(blocks.count == 1)
    guard case .figure(let figure)? = blocks.first else { return #expect(Bool(false)) }
    #expect(figure.caption.plainText == "Photo by A. Painter")
  }

  @Test(
    "what is called a caption, and italics below a picture, become captions",
    arguments: [
      "<div><img src=/heron.jpg><div class=wp-caption-text>A heron at dawn.</div></div>",
      "<div class='image'><img src=/heron.jpg><p class=thumbcaption>A heron at dawn.</p></div>",
      "<p><img src=/heron.jpg><br><em>A heron at dawn.</em></p>",
      "<figure><img src=/heron.jpg></figure><figcaption>A heron at dawn.</figcaption>",
      "<img src=/heron.jpg><p><span class=article-caption>A heron at dawn.</span></p>",
      "<div><div><img src=/heron.jpg><span>Not yet loaded</span></div><div class=i__caption><p>A heron at dawn.</p></div></div>",
    ]
  )
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
      }
    )
  }

  @Test("a line with a credit at its end is a caption, wherever its picture went")
  func credited() {
    let text = Pages.extract(
      Pages.article(
        "<p>A heron at dawn. | Photo by A. Painter</p><p>A tern (Photo: B. Painter)</p><p>Geese (photos: none)!</p>"
      )
    ).text
    #expect(!text.contains("A heron at dawn") && !text.contains("A tern"))
    #expect(text.contains("Geese (photos: none)!"))
  }

  @Test("who is quoted stands below the quotation, whatever picture there is of them")
  func quoted() {
    let text = Pages.extract(
      Pages.article(
        "<figure><blockquote><p>They never blink.</p></blockquote><div><img src=/ada.jpg><figcaption>Ada Reed</figcaption></div></figure>"
      )
    ).text
    #expect(text.contains("They never blink.\n\nAda Reed"))
  }

  @Test("the name of a language above code is a label")
  func language() {
    let blocks = Pages.blocks(of: "<div><span>bash</span></div><pre>make install\nmake clean</pre>")
    #expect(blocks.count == 1)
  }

  @Test("a button that comes again and again is none of the text")
  func buttons() {
    let parts = ["Heron", "Tern", "Goose"].map {
      "<h2>\($0)</h2><p>\(Pages.sentence)</p><p><a href=/buy/\($0)>Compare prices of birds</a></p>"
    }.joined()
    let text = Pages.extract(Pages.article(parts)).text
    #expect(text.contains("Goose"))
    #expect(!text.contains("Compare prices"))
    let once = "<p><a href=/buy>Compare prices of birds</a></p>"
    #expect(Pages.extract(Pages.article(once)).text.contains("Compare prices"))
  }

  @Test("a list of the article's own headings is left out with its title")
  func contents() {
    let list = """
      <h2>Contents</h2><ul><li><a href="#a">Where they live</a></li><li><a href="#b">What they eat</a></li>
      <li><a href="#c">How they fly</a></li></ul><h2 id=a>Where they live</h2><p>\(Pages.sentence)</p>
      """
    let text = Pages.extract(Pages.article(list)).text
    #expect(!text.contains("Contents"))
    #expect(!text.contains("How they fly"))
    #expect(text.contains("Where they live"))
  }

  @Test(
    "a section with sentences in it is content, whatever its title",
    arguments: ["Comments in code", "Tags", "Join the conversation", "Comments"]
  )
  func content(title: String) {
    let part = "<h2>\(title)</h2><p>\(title) matter. \(Pages.sentence) \(Pages.sentence)</p>"
    let text = Pages.extract(Pages.article(part + Pages.paragraphs(4, from: 7))).text
    #expect(text.contains("\(title) matter."))
  }

  @Test(
    "a tail known by its heading only is left out",
    arguments: [
      "You may also enjoy", "About Bird News", "A message from our founder", "Comments (12)",
      "Tags",
    ]
  )
  func tail(title: String) {
    let page = Pages.article(
      "<p>\(Pages.sentence)</p>",
      head: "<meta property=og:site_name content='Bird News'>"
    ).replacing(
      "</article>",
      with: "<h3>\(title)</h3><p>Some words, and a few more of them.</p></article>"
    )
    let text = Pages.extract(page).text
    #expect(!text.contains("Some words"))
    #expect(text.contains("Paragraph 6."))
  }

  @Test("legal notes at the end are the publisher's")
  func smallPrint() {
    let note = """
      <p>This page is for informational purposes only and does not constitute investment advice; past performance is
      no guarantee of anything, and you may lose all that you have.</p>
      """
    let page = Pages.article("").replacing("</article>", with: note + "</article>")
    #expect(!Pages.extract(page).text.contains("investment advice"))
    #expect(Pages.extract(Pages.article(note)).text.contains("investment advice"))
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

  @Test("a chapter of nothing but its list of sections keeps it")
  func chapter() {
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
