import PageExtraction
import ReadingList
import Testing

@Suite("Verdicts") struct VerdictTests {
  @Test(
    "what stands in the way of an article is suspect, with the reason",
    arguments: [
      "<title>404 Not Found</title><h1>Oops</h1><p>The page you are looking for does not exist any more.</p>":
        "error page",
      "<title>Just a moment...</title><p>Checking your browser before accessing the site.</p>":
        "blocks programs",
      "<title>App</title><div id=root></div><noscript>You need to enable JavaScript to run this app.</noscript>":
        "JavaScript",
      "<title>News</title><h1>Before you continue</h1><p>We and our partners use cookies. You consent to cookies and give your consent to our partners. See our privacy policy about cookies. Accept all or reject all.</p>":
        "cookie",
      "<title>Sign in</title><form><p>Welcome back to the bird club.</p><input type=password></form>":
        "login",
      "<title>Herons</title><p>\(Pages.sentence)</p><p>This article is for subscribers. Already a subscriber? Welcome.</p>":
        "subscribers",
      "<title>Herons</title><article><h1>Herons</h1><p>\(Pages.sentence)</p><div class=paywall><h2>Subscribe to continue reading</h2><p>Already with us? <a href=/in>Log in</a></p></div></article>":
        "subscribers",
      "<title>Herons</title><p>Short.</p>": "1 word",
      "<title>Herons</title><app-root></app-root>": "No text",
      "<title>Herons</title><app-root></app-root><script src='/app.js'></script>": "JavaScript",
      "<title>Birds</title><script src='/app.js'></script><form style='display: none'><input type=password></form>":
        "JavaScript",
      "<title>Log in</title><script src='/app.js'></script><input type=password>": "login",
    ])
  func suspects(_ page: String, _ reason: String) {
    guard case .suspect(let found) = Pages.extract("<html><body>\(page)</body></html>").verdict
    else {
      Issue.record("not suspect")
      return
    }
    #expect(found.contains(reason))
  }

  @Test("an empty page fails, an article is ready, a picture is enough") func others() {
    guard case .failed = Pages.extract("").verdict else {
      Issue.record("not failed")
      return
    }
    #expect(Pages.extract(Pages.article("")).verdict == .ready)
    let picture = "<html><body><div><img src=\"/a.jpg\" alt=\"a heron\"></div></body></html>"
    #expect(Pages.extract(picture).verdict == .ready)
  }

  @Test("a page that asks for scripts begins with its description, and is suspect") func posts() {
    let page = """
      <title>Jo Reed on Birds</title><meta property=og:description content="Forty herons at the mill, and none moved.">
      <body><noscript><h1>JavaScript is not available.</h1><p>Please enable JavaScript to go on.</p></noscript></body>
      """
    let post = Pages.extract(page)
    #expect(post.text == "Forty herons at the mill, and none moved.")
    #expect(post.verdict == .suspect(reason: "The page needs JavaScript"))
    let note =
      "<title>A note</title><meta name=description content=Other><p>Forty herons came, and none moved.</p>"
    #expect(Pages.extract(note).text == "Forty herons came, and none moved.")
  }

  @Test("an article about cookies, passwords and robots is ready") func noFalseAlarm() {
    let found = Pages.extract(
      Pages.article(
        "<p>How to enable JavaScript, accept cookies, and log in when a robot asks for consent.</p>"
      ))
    #expect(found.verdict == .ready)
  }

  @Test("an error page is suspect and keeps its text, whatever its title or a line of it says")
  func errorText() {
    func page(_ inside: String) -> Extraction {
      Pages.extract("<title>Page not found</title><body><main>\(inside)</main></body>")
    }
    let bare = page("<h1>Oops</h1><p>The page you are looking for flew away.</p>")
    #expect(bare.verdict == .suspect(reason: "This looks like an error page"))
    #expect(bare.text.contains("flew away"))
    #expect(page(Pages.paragraphs(6)).text.contains("Paragraph 6."))
  }

  @Test("the words of an error page in a sentence of a short post are no error")
  func errorInSentence() {
    let found = Pages.extract(
      "<title>The mill</title><article><h1>The mill</h1><p>On Monday the herons came to the mill, and then something went wrong with the sluice, so that all of the water left the pond at once.</p></article>"
    )
    #expect(found.verdict == .ready)
    #expect(found.text.contains("left the pond"))
  }
}
