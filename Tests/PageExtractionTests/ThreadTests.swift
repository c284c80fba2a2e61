import PageExtraction
import Testing

@Suite("Threads")
struct ThreadTests {
  private static func thread(_ post: (Int) -> String) -> String {
    let posts = (1...3).map(post)
    return Pages.extract(
      "<html><body><h1>Where do herons sleep?</h1>\(posts.joined())</body></html>",
      url: "https://forum.example.org/threads/where.12/"
    ).text
  }

  @Test("an author is a name, without rank and count, and no date")
  func names() {
    let text = Self.thread { number in
      """
      <div class="answer"><div class="answer-body"><p>Answer \(number). \(Pages.sentence)</p></div>
      <div class="user-info"><div class="user-action-time">answered <span class="relativetime">May \(number), 2024</span></div>
      <div class="user-details"><a href="/users/posts">42.4k</a> <a href="/users/\(number)">bird\(number)</a> <span>1,204</span></div></div></div>
      """
    }
    for number in 1...3 {
      #expect(text.contains("bird\(number) · answered May \(number), 2024\n\nAnswer \(number)."))
    }
    #expect(!text.contains("1,204"))
    #expect(!text.contains("42.4k"))
  }

  @Test("a post is what was said, not the frame around it and not the signature")
  func frame() {
    let text = Self.thread { number in
      """
      <article><div class="comment_content"><div class="meta"><a href="/u" class="username">bird\(number)</a></div>
      <div class="post_content"><p>In trees, \(number). \(Pages.sentence)</p></div>
      <ul><li><a href="/l">Link to comment</a></li><li><a href="/s">Share on other sites</a></li></ul>
      <div class="entry__signature"><div class="rich-text"><p>Herons of the world, merge! I sell seeds.</p></div></div>
      <p><a role="button" href="#">Click to unfold</a></p></div></article>
      """
    }
    for number in 1...3 { #expect(text.contains("bird\(number)\n\nIn trees, \(number).")) }
    for rest in ["Link to", "Share on", "merge", "unfold"] { #expect(!text.contains(rest)) }
  }

  @Test("a row of links above a post goes, a list of links in it stays")
  func linksAbove() {
    let text = Self.thread { number in
      """
      <div class="postbody"><ul class="icons"><li><a href="/q">Reply with quote</a></li></ul>
      <p class="line">by bird\(number) » May \(number), 2024</p><div><p>Answer \(number). \(Pages.sentence)</p>
      <ul><li><a href="https://e.org">A list of trees</a></li></ul></div></div>
      """
    }
    for number in 1...3 {
      #expect(text.contains("by bird\(number) » May \(number), 2024\n\nAnswer \(number)."))
    }
    #expect(!text.contains("quote"))
    #expect(text.contains("A list of trees"))
  }

  @Test("a heading that is all a link may be an author, another heading is a title")
  func headings() {
    let text = Self.thread { number in
      """
      <article><h3 class="author-title">Re: Herons</h3><aside><h4 class="pane_author"> <strong> <a href="/u/\(number)">bird\(number)</a> </strong> </h4></aside>
      <div class="post_content"><p>Answer \(number). \(Pages.sentence)</p></div></article>
      """
    }
    for number in 1...3 { #expect(text.contains("bird\(number)\n\nAnswer \(number).")) }
    #expect(!text.contains("Re: Herons"))
  }
}
