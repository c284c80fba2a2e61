import PageExtraction
import ReadingList
import Testing

@Suite("Sections and blocks whose names sound like furniture") struct NamedSectionsTests {
  /// Section titles that documents use and that sites give to boilerplate.
  private static let titles = [
    "Comments", "Cookies", "Tags", "Share", "Sharing", "Related", "Related work", "Social media",
    "Newsletter", "Subscribe", "Recommended", "Read more", "About the author", "Ads", "Advert",
    "Banner", "Breadcrumbs", "Community", "Extra", "Footer", "Header", "Legends", "Menu", "Remark",
    "Replies", "RSS", "Sidebar", "Social", "Sponsor", "Supplemental", "Pagination", "Pager",
    "Popup", "Hidden", "Contact", "Masthead", "Media", "Meta", "Promo", "Scroll", "Shopping",
    "Widget", "Byline", "Author", "Consent", "GDPR", "Navigation", "Related posts",
    "Related articles", "Trending", "Most popular", "Sign up", "Subscription", "Mailing list",
    "Call to action", "Disclosure", "Signature", "References", "Footnotes", "Follow us",
    "Responses", "Leave a comment", "Categories", "Testimonials", "Contact us", "Up next",
    "Taboola", "Respond",
  ]

  private static func slug(_ title: String) -> String {
    title.lowercased().split(separator: " ").joined(separator: "-")
  }

  private static func page(
    _ section: (_ slug: String, _ title: String, _ text: String) -> String
  ) -> String {
    let sections = titles.enumerated().map { place, title in
      section(slug(title), title, "Text \(place) stands here. \(Pages.sentence)")
    }
    return """
      <!doctype html><title>Handbook</title><body><nav><a href=/>Home</a></nav>
      <main><h1>Handbook</h1><p>\(Pages.sentence)</p>\(sections.joined(separator: "\n"))</main>
      <footer>Example</footer>
      """
  }

  private static func missing(in page: String, url: String = Pages.address) -> [String] {
    let text = Pages.extract(page, url: url).text
    return titles.enumerated().filter { place, title in
      !text.contains("Text \(place) stands here.") || !text.contains("\n\(title)\n")
    }.map(\.element)
  }

  @Test(
    "an id that is the slug of its own heading says nothing",
    arguments: [Pages.address, "https://docs.example.org/handbook/"])
  func slugs(url: String) {
    let onSections = Self.page { "<section id='\($0)'><h2>\($1)</h2><p>\($2)</p></section>" }
    #expect(Self.missing(in: onSections, url: url).isEmpty)
    let onBoxes = Self.page { "<div id='\($0)' class='section'><h2>\($1)</h2><p>\($2)</p></div>" }
    #expect(Self.missing(in: onBoxes, url: url).isEmpty)
    let onHeadings = Self.page { "<h2 id='\($0)'>\($1)</h2><p>\($2)</p>" }
    #expect(Self.missing(in: onHeadings, url: url).isEmpty)
    let numbered = Self.page {
      "<div id='sec-\($0)' class='level2'><h2>3.1 \($1)</h2><p>\($2)</p></div>"
    }
    let text = Pages.extract(numbered, url: url).text
    #expect(Self.titles.indices.allSatisfy { text.contains("Text \($0) stands here.") })
  }

  private static let names = [
    "extract", "nextra-code", "menu-item", "table-header", "sidebar-note", "footer-note",
    "remark-code", "comment", "gatsby-remark-embed", "social-embed", "community-answer",
    "banner-text", "popup-image", "extra", "sponsor-text",
  ]

  @Test("paragraphs of prose and code stay whatever they are called", arguments: names)
  func prose(name: String) {
    let inside = """
      <p class="\(name)">This one has a name. \(Pages.sentence)</p>
      <p>What follows is typed with <code class="\(name)">make all</code> and ends at once.</p>
      <pre class="\(name)"><code>let answer = 42</code></pre>
      <div class="\(name)"><pre><code>let question = answer * 2 + 17 - answer</code></pre></div>
      <p>The word <span class="nextra-word">callout</span> is a GraphQL Object type, of <em class="\(name)">some</em> use.</p>
      """
    let text = Pages.extract(Pages.article(inside)).text
    let parts = [
      "This one has a name.", "make all", "let answer = 42", "let question", "callout is a",
      "some use",
    ]
    let missing = parts.filter { !text.contains($0) }
    #expect(missing.isEmpty)
  }

  @Test(
    "a word within another word is no hint", arguments: ["nextra-steps", "remarkable", "unrelated"])
  func withinWords(name: String) {
    let box =
      "<div class='\(name)'><p>Set apart.</p><ul><li>One step.</li><li>And another.</li></ul></div>"
    let text = Pages.extract(Pages.article(box)).text
    #expect(text.contains("Set apart."))
    #expect(text.contains("And another."))
  }

  @Test(
    "boxes that hold what a text says are content",
    arguments: [
      "<div class=sidebarblock><div class=content><div class=title>Aside</div><div class=paragraph><p>KEEP. \(Pages.sentence)</p></div></div></div>",
      "<div class=accordion><h3 class=accordion__title>How far?</h3><div class='accordion__panel accordion__panel--hidden'><p>KEEP. \(Pages.sentence)</p></div></div>",
      "<div class=c-panel><button class=c-panel__button>How far is it?</button><div class='c-panel__body c-panel__body--hidden'><p>KEEP. \(Pages.sentence)</p></div></div>",
      "<div class=social-media-embed><blockquote class=twitter-tweet><p>KEEP. \(Pages.sentence)</p>— A Heron (@heron) <a href='https://twitter.com/heron/status/1'>3 May 2024</a></blockquote></div>",
    ])
  func boxes(box: String) { #expect(Pages.extract(Pages.article(box)).text.contains("KEEP.")) }

  @Test(
    "what holds the article is not dropped by a word in its name",
    arguments: [
      "c-layout-sidebar-left", "with-sidebar overflow-hidden", "sidebarblock",
      "extra-wide menu-open", "cta promo",
    ])
  func holder(name: String) {
    let page = """
      <!doctype html><title>On Herons</title><body><nav><a href=/>Home</a></nav>
      <div class="\(name)"><div><h1>On Herons</h1>\(Pages.paragraphs(6))</div></div>
      <footer>Example</footer>
      """
    let text = Pages.extract(page).text
    #expect(text.contains("Paragraph 1."))
    #expect(text.contains("Paragraph 6."))
  }
}
