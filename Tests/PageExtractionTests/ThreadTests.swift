import PageExtraction
import Testing

@Suite("Threads") struct ThreadTests {
  /// A forum's markup for a post; `{n}` is its number, `{said}` its text.
  struct Frame: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// The line above a post's text.
    var above: String
    /// Parts of the frame that the text must not contain.
    var without: [String] = []
    var post: String

    init(_ name: String, above: String, without: [String] = [], post: String) {
      (testDescription, self.above, self.without, self.post) = (name, above, without, post)
    }
  }

  private static func filled(_ text: String, _ number: Int, said: String = Pages.sentence) -> String
  {
    text.replacing("{said}", with: "Answer {n}. \(said)").replacing("{n}", with: "\(number)")
  }

  private static func thread(_ posts: [String]) -> Extraction {
    Pages.extract(
      "<html><title>Where do herons sleep?</title><body><h1>Where do herons sleep?</h1>\(posts.joined())</body></html>",
      url: "https://forum.example.org/threads/where.12/")
  }

  private static let answer = """
    <div class="answer"><div class="answer-body">{said}</div>
    <div class="user-info"><div class="user-action-time">answered <span class="relativetime">May {n}, 2024</span></div>
    <div class="user-details"><a href="/users/posts">42.4k</a> <a href="/users/{n}">bird{n}</a> <span>1,204</span></div></div></div>
    """

  private static let frames = [
    Frame(
      "rank and count beside a name", above: "bird{n} · answered May {n}, 2024",
      without: ["1,204", "42.4k"], post: answer),
    Frame(
      "a signature and links to the post", above: "bird{n}",
      without: ["Link to", "Share on", "merge", "unfold"],
      post: """
        <article><div class="comment_content"><div class="meta"><a href="/u" class="username">bird{n}</a></div>
        <div class="post_content"><p>{said}</p></div>
        <ul><li><a href="/l">Link to comment</a></li><li><a href="/s">Share on other sites</a></li></ul>
        <div class="entry__signature"><div class="rich-text"><p>Herons of the world, merge! I sell seeds.</p></div></div>
        <p><a role="button" href="#">Click to unfold</a></p></div></article>
        """),
    Frame(
      "names that begin with that of the post", above: "bird{n} · May {n}, 2024",
      without: ["\n\nMay "],
      post: """
        <div class="forum-post"><div class="forum-post-meta"><span class="forum-post-author">bird{n}</span>
        <time class="forum-post-date">May {n}, 2024</time></div><div class="forum-post-content"><p>{said}</p></div></div>
        """),
    Frame(
      "a row of links above the text", above: "by bird{n} » May {n}, 2024", without: ["quote"],
      post: """
        <div class="postbody"><ul class="icons"><li><a href="/q">Reply with quote</a></li></ul>
        <p class="line">by bird{n} » May {n}, 2024</p><div><p>{said}</p></div></div>
        """),
    Frame(
      "a name in a heading, below one with a title", above: "bird{n}", without: ["Re: Herons"],
      post: """
        <article><h3 class="author-title">Re: Herons</h3><aside><h4 class="pane_author"> <strong> <a href="/u/{n}">bird{n}</a> </strong> </h4></aside>
        <div class="post_content"><p>{said}</p></div></article>
        """),
    Frame(
      "a name that is a link", above: "bird{n}",
      post: """
        <li class=x><div class=top><a href='/user/bird{n}'>bird{n}</a></div><div class=post-content>{said}</div></li>
        """),
    Frame(
      "a name for scripts", above: "bird{n}",
      post: "<li data-author='bird{n}'><div class=post-content>{said}</div></li>"),
    Frame(
      "a card with the name first", above: "bird{n}", without: ["Posts:", "good standing"],
      post: """
        <div class=p><div class=postleft><dl><dt><strong>bird{n}</strong></dt><dd>Member since the flood, and of good standing</dd>
        <dd>Posts: 17,003</dd></dl></div><div class=postmsg>{said}</div></div>
        """),
    Frame(
      "a line of name and date", above: "bird{n} · 03/03/2024 19:4{n}",
      post: """
        <div class=p><div class=top>bird{n} &middot; <span>03/03/2024 19:4{n}</span></div><div class=post-body>{said}</div></div>
        """),
    Frame(
      "an editor above, the author below", above: "bird{n}", without: ["Otter"],
      post: """
        <div class=p><div class=user-details>edited by <a href='/users/9'>Otter</a></div><div class=post-content>{said}</div>
        <div class=x><a href='/users/{n}'>bird{n}</a></div></div>
        """),
    Frame(
      "title, date and buttons at the head of the text",
      above: "bird{n} · May 0{n}, 2024 12:41 pm", without: ["Post by", "Quote", "Where do herons"],
      post: """
        <div class=post><dl class=postprofile><dt><a class=username href="/u{n}">bird{n}</a></dt></dl>
        <div class=postbody><h3><a href="#p{n}">Where do herons sleep?</a></h3><ul class=buttons><li><a href="/q">Quote</a></li></ul>
        <p class=line>Post by bird{n} » May 0{n}, 2024 12:41 pm</p><div class=content>{said}</div></div></div>
        """),
    Frame(
      "another date on the author's card", above: "bird{n} · May 0{n}, 2024 12:41 pm",
      without: ["· Dec 1"],
      post: """
        <div class=post><div class=card><a class=username href="/u/{n}">bird{n}</a><p>Dec 1{n}, 2021</p></div>
        <div class=postbody><div class=content><p>by bird{n} » May 0{n}, 2024 12:41 pm</p><p>{said}</p></div></div></div>
        """),
  ]

  @Test(
    "a post is its text below its author and time, whatever else its frame holds", arguments: frames
  )
  func posts(frame: Frame) {
    let text = Self.thread((1...3).map { Self.filled(frame.post, $0) }).text
    for number in 1...3 {
      #expect(text.contains(Self.filled("\(frame.above)\n\n{said}", number)))
    }
    for rest in frame.without { #expect(!text.contains(rest)) }
  }

  @Test("a list of links in a post stays") func links() {
    let said =
      "\(Pages.sentence)</p><ul><li><a href='https://e.org'>A list of trees</a></li></ul><p>"
    let posts = (1...3).map { Self.filled(Self.answer, $0, said: said) }
    #expect(Self.thread(posts).text.ranges(of: "A list of trees").count == 3)
  }

  @Test("a long quotation of an earlier post stands in the fragment and not in the text")
  func quotations() {
    let quoted = "In the reeds behind the old mill, where nobody goes in winter."
    let quoting = """
      <blockquote><p>\(quoted)</p></blockquote><blockquote><p>In the reeds behind</p></blockquote><p>\(Pages.sentence)</p>
      """
    let posts = [quoted, Pages.sentence, quoting].enumerated().map {
      Self.filled(Self.answer, $0.offset + 1, said: $0.element)
    }
    let thread = Self.thread(posts)
    #expect(thread.text.ranges(of: "where nobody goes").count == 1)
    #expect(thread.text.ranges(of: "In the reeds behind").count == 2)
    #expect(thread.html.ranges(of: "where nobody goes").count == 2)
  }

  @Test("the first post and the replies may stand in different containers") func containers() {
    let row = """
      <tr><td class=head><a href="/t#{n}">Re: Where do herons sleep?</a> by <a href="/bird{n}" class=user>bird{n}</a>:
      <span class=s>3:21pm On May 0{n}, 2024</span></td></tr>
      <tr><td class="row pd"><div class=said>{said}</div></td></tr>
      """
    let reply = row.replacing("class=said", with: "class=said itemprop=text")
    let text = Self.thread([
      "<table>\(Self.filled(row, 1))</table>",
      "<table>\(Self.filled(reply, 2))\(Self.filled(reply, 3))</table>",
    ]).text
    for number in 1...3 { #expect(text.contains("Answer \(number). The heron")) }
    for number in 2...3 { #expect(text.contains("bird\(number) · ")) }
    #expect(!text.contains("Re: Where"))
  }
}
