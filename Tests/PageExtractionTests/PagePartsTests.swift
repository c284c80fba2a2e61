import PageExtraction
import ReadingList
import Testing

@Suite("Parts of pages that are the article's")
struct PagePartsTests {
  @Test("an overview is its cards, each a link with a heading and a line")
  func hub() {
    let cards = ["Row", "Column", "Stack", "Grid"].map {
      "<a class=card href=/\($0)><h3>\($0)</h3><p>Lays out its children in the way of a \($0).</p></a>"
    }.joined()
    let page = """
      <!doctype html><title>Widgets</title><body><nav><a href=/>Home</a></nav>
      <main><h1>Widgets</h1><p>What a screen is made of.</p><div class=grid>\(cards)</div></main>
      <footer><p>Example and its friends make software for screens of every size, and have done so
      since 1999 in a small town by the sea, where it rains, and the herons stand.</p></footer>
      """
    let text = Pages.extract(page).text
    for name in ["Row", "Column", "Stack", "Grid"] { #expect(text.contains("way of a \(name).")) }
    #expect(text.contains("\n\nStack\n"))
    #expect(!text.contains("since 1999"))
  }

  @Test("a header of a section is no header of the page")
  func sectionHeader() {
    let part = """
      <section><div class="component-header"><h2>What they eat</h2>
      <div class="component-description">Fish, frogs, and now and then a mouse that was not quick enough.</div>
      </div><p>\(Pages.sentence)</p></section>
      """
    let text = Pages.extract(Pages.article(part)).text
    #expect(text.contains("What they eat"))
    #expect(text.contains("now and then a mouse"))
  }

  @Test("an aside in running text is a note, one with links to other articles is not")
  func aside() {
    let note = """
      <aside class=note><h4>Mind</h4><p>Herons are shy: stay behind the reeds, and do not wave at them at all.</p></aside>
      """
    #expect(Pages.extract(Pages.article(note)).text.contains("stay behind the reeds"))
    let links = """
      <aside><h4>Elsewhere</h4><ul><li><a href=/a>How the terns of the northern shore travel</a></li>
      <li><a href=/b>Why the geese of the river stay</a></li></ul></aside>
      """
    #expect(!Pages.extract(Pages.article(links)).text.contains("northern shore"))
  }

  @Test("a list that a sentence announces belongs to it, whatever it links")
  func announced() {
    let list = """
      <div><p>Many changes were sent to the other project for review:</p><ul>
      <li><a href=/1>Make the beak of a heron longer by a half</a></li>
      <li><a href=/2>Let young herons stand on one leg</a></li>
      <li><a href=/3>Fix the wings of those that fly at night</a></li></ul></div>
      """
    #expect(Pages.extract(Pages.article(list)).text.contains("stand on one leg"))
  }

  @Test("lists below the sentence that their section begins with belong to it")
  func headed() {
    let items = ["Bittern", "Egret", "Night heron", "Spoonbill", "Stork", "Crane"].map {
      "<li><div><div><svg></svg></div><div><a href=/\($0.count)>Guide to the \($0)</a></div></div></li>"
    }
    let section = """
      <section><div><h2>Herons where you live</h2><p>Nobody travels far to see a heron. Learn which live
      near you with these guides.</p><div><ul>\(items[..<3].joined())</ul><ul>\(items[3...].joined())</ul>
      </div></div></section>
      """
    let text = Pages.extract(Pages.article(section)).text
    #expect(text.contains("Guide to the Egret") && text.contains("Guide to the Crane"))
  }

  @Test("a way through the site within the text goes")
  func navigation() {
    let steps = (1...3).map { "<li><a href=#step\($0)>The heron's step \($0)</a></li>" }.joined()
    let text = Pages.extract(Pages.article("<nav class=local><ul>\(steps)</ul></nav>")).text
    #expect(text.contains("Paragraph 3.") && !text.contains("step 2"))
    let announced = "<p>The guide has these three chapters:</p><nav><ul>\(steps)</ul></nav>"
    #expect(Pages.extract(Pages.article(announced)).text.contains("step 2"))
  }

  @Test("a list that is called something else is not announced by what stands before it")
  func foreign() {
    let links = (1...6).map {
      "<li><a href=/\($0)>What other people wrote of the herons, number \($0)</a></li>"
    }.joined()
    let lists = """
      <p>You need three things for this:</p><ul><li>A hat</li><li>Boots</li></ul>
      <ul class=related-posts>\(links)</ul>
      """
    let text = Pages.extract(Pages.article(lists)).text
    #expect(text.contains("Boots") && !text.contains("number 4"))
  }

  @Test("questions in buttons are headings of their answers")
  func accordion() {
    let questions = ["Is it safe?", "What does it cost?", "Who may come?"]
    let parts = questions.map {
      """
      <div><button aria-expanded=false>\($0)</button><div><p>Yes. \(Pages.sentence)</p></div></div>
      """
    }.joined()
    let blocks = Pages.blocks(of: "<div>\(parts)</div>")
    let headings = blocks.compactMap { block -> String? in
      guard case .heading(_, let text, _) = block else { return nil }
      return text.plainText
    }
    #expect(headings == questions)
  }

  @Test("a heading in a button stays, and one that is a link to nowhere")
  func headingInButton() {
    let part = """
      <div><button><h3>Is it safe?</h3></button><p>Yes. \(Pages.sentence)</p></div>
      <h3><a href="#">Who may come?</a></h3><p>All. \(Pages.sentence)</p>
      """
    let text = Pages.extract(Pages.article(part)).text
    #expect(text.contains("Is it safe?"))
    #expect(text.contains("Who may come?"))
  }

  @Test("the last section in wrappers of its own belongs to the dominant part before it")
  func lastSection() {
    let questions = ["Where do they live?", "What do they eat?"].map {
      "<div role=listitem><h3>\($0)</h3><p>\(Pages.sentence) \(Pages.sentence)</p></div>"
    }.joined()
    let page = """
      <!doctype html><title>On Herons</title><body><h1>On Herons</h1><div id=content>
      <div class=rich>\(Pages.paragraphs(12))</div>
      <section><div><div><div role=list>\(questions)</div></div></div></section></div></body>
      """
    let text = Pages.extract(page).text
    #expect(text.contains("Where do they live?"))
    #expect(text.contains("What do they eat?"))
  }

  @Test("captions stand in the fragment and not in the text")
  func captions() {
    let figure =
      "<figure><img src=/a.jpg alt=\"\"><figcaption>A heron at dawn.</figcaption></figure>"
    let found = Pages.extract(Pages.article(figure))
    #expect(found.html.contains("A heron at dawn."))
    #expect(!found.text.contains("A heron at dawn."))
  }

  @Test("what forum software writes into each post is not what was said")
  func formalities() {
    let posts = (1...3).map {
      """
      <div class=post><a class=username href=/u\($0)>ann\($0)</a><time datetime="2024-05-0\($0)">May \($0), 2024</time>
      <div class="post-body"><h3>Re: On Herons</h3><p>Post \($0). \(Pages.sentence)</p>
      <p class=editinfo>Last edited by ann\($0) (2024-05-03 10:00)</p></div></div>
      """
    }.joined()
    let page =
      "<html><head><title>On Herons</title></head><body><h1>On Herons</h1>\(posts)</body></html>"
    let found = Pages.extract(page, url: "https://forum.example.org/t/herons")
    #expect(found.text.contains("Post 3."))
    #expect(!found.text.contains("Re: On Herons"))
    #expect(!found.text.contains("Last edited"))
    #expect(found.metadata.author == "ann1")
    #expect(found.metadata.publishedAt == Timestamp(rfc3339: "2024-05-01T00:00:00Z"))
  }

  @Test("the people behind a site, and what its readers say of it, are not the article's")
  func people() {
    let names = ["Ada", "Bea", "Cid"]
    let cards = names.map {
      "<div class=card><img src=/\($0).jpg alt=''><h3>\($0) Heron</h3><p>Head of fish, and a friend of \($0).</p></div>"
    }
    let words = names.map {
      "<blockquote><p>Nobody knows herons as these people do, and I come back each week.</p><cite>\($0)</cite></blockquote>"
    }
    let parts = [
      "<section><h2>Meet the team</h2>\(cards.joined())</section>",
      "<section><h2>What our readers say</h2>\(words.joined())</section>",
      "<div class=testimonials>\(words.joined())</div>",
    ]
    for part in parts {
      let text = Pages.extract(
        "<title>On Herons</title><body><article><h1>On Herons</h1>\(Pages.paragraphs(8))\(part)</article></body>"
      ).text
      #expect(text.contains("Paragraph 8."))
      for rest in ["Bea", "Meet", "readers say", "come back"] { #expect(!text.contains(rest)) }
    }
  }
}
