import PageExtraction
import Testing

@Suite("Threads") struct ThreadTests {
  private static func thread(_ post: (Int) -> String) -> String {
    let posts = (1...3).map(post)
    return Pages.extract(
      "<html><title>Where do herons sleep?</title><body><h1>Where do herons sleep?</h1>\(posts.joined())</body></html>",
      url: "https://forum.example.org/threads/where.12/"
    ).text
  }

  @Test("an author is a name, without rank and count, and no date") func names() {
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

  @Test("a long quotation of an earlier post stands in the fragment and not in the text")
  func quotations() {
    let posts = (1...3).map { number in
      let quote =
        number == 3
        ? "<blockquote><p>In the reeds behind the old mill, where nobody goes in winter.</p></blockquote><blockquote><p>In the reeds behind</p></blockquote>"
        : ""
      let said =
        number == 1
        ? "In the reeds behind the old mill, where nobody goes in winter." : Pages.sentence
      return """
        <div class="answer"><div class="answer-body">\(quote)<p>Answer \(number). \(said)</p></div>
        <div class="user-info"><div class="user-action-time">answered <span class="relativetime">May \(number), 2024</span></div>
        <div class="user-details"><a href="/users/\(number)">bird\(number)</a></div></div></div>
        """
    }
    let thread = Pages.extract(
      "<html><title>Where do herons sleep?</title><body><h1>Where do herons sleep?</h1>\(posts.joined())</body></html>",
      url: "https://forum.example.org/threads/where.12/")
    #expect(thread.text.split(separator: "where nobody goes").count == 2)
    #expect(thread.text.split(separator: "In the reeds behind").count == 3)
    #expect(thread.html.split(separator: "where nobody goes").count == 3)
  }

  @Test("a post is what was said, not the frame around it and not the signature") func frame() {
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

  @Test("a row of links above a post goes, a list of links in it stays") func linksAbove() {
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

  @Test("a heading that is all a link may be an author, another heading is a title") func headings()
  {
    let text = Self.thread { number in
      """
      <article><h3 class="author-title">Re: Herons</h3><aside><h4 class="pane_author"> <strong> <a href="/u/\(number)">bird\(number)</a> </strong> </h4></aside>
      <div class="post_content"><p>Answer \(number). \(Pages.sentence)</p></div></article>
      """
    }
    for number in 1...3 { #expect(text.contains("bird\(number)\n\nAnswer \(number).")) }
    #expect(!text.contains("Re: Herons"))
  }

  @Test("the first post and the replies may stand in different containers") func containers() {
    let row = { (number: Int, property: String) in
      """
      <tr><td class=head><a href="/t#\(number)">Re: Where do herons sleep?</a> by <a href="/bird\(number)" class=user>bird\(number)</a>:
      <span class=s>3:21pm On May 0\(number), 2024</span></td></tr>
      <tr><td class="row pd"><div class=said \(property)>Answer \(number). \(Pages.sentence)</div></td></tr>
      """
    }
    let text = Pages.extract(
      """
      <html><body><h1>Where do herons sleep?</h1><table>\(row(1, ""))</table>
      <table>\(row(2, "itemprop=text"))\(row(3, "itemprop=text"))</table></body></html>
      """, url: "https://forum.example.org/threads/where.12/"
    ).text
    for number in 1...3 { #expect(text.contains("Answer \(number). The heron")) }
    for number in 2...3 { #expect(text.contains("bird\(number) · ")) }
    #expect(!text.contains("Re: Where"))
  }

  @Test("an author is who the page links to, names to scripts or sets first on a card")
  func authors() {
    let frames: [(Int) -> String] = [
      {
        "<li class=x><div class=top><a href='/user/bird\($0)'>bird\($0)</a></div><div class=post-content>Answer \($0). \(Pages.sentence)</div></li>"
      },
      {
        "<li data-author='bird\($0)'><div class=post-content>Answer \($0). \(Pages.sentence)</div></li>"
      },
      {
        "<div class=p><div class=postleft><dl><dt><strong>bird\($0)</strong></dt><dd>Member since the flood, and of good standing</dd><dd>Posts: 17,003</dd></dl></div><div class=postmsg>Answer \($0). \(Pages.sentence)</div></div>"
      },
      {
        "<div class=p><div class=top>bird\($0) &middot; <span>03/03/2024 19:4\($0)</span></div><div class=post-body>Answer \($0). \(Pages.sentence)</div></div>"
      },
      {
        "<div class=p><div class=user-details>edited by <a href='/users/9'>Otter</a></div><div class=post-content>Answer \($0). \(Pages.sentence)</div><div class=x><a href='/users/\($0)'>bird\($0)</a></div></div>"
      },
    ]
    for frame in frames {
      let text = Self.thread(frame)
      for number in 1...3 {
        #expect(text.contains("bird\(number)"), "\(text)")
        #expect(text.contains("Answer \(number)."))
      }
      for other in ["Otter", "Posts:", "good standing"] { #expect(!text.contains(other)) }
    }
  }

  @Test("posts that only a number names are found, with the dates in their frames") func numbered()
  {
    let text = Self.thread { number in
      """
      <div class=wrapper><div class=poster><h4><a href="/index.php?action=profile;u=\(number)">bird\(number)</a></h4><ul><li>Full Member</li></ul></div>
      <div class=area><a href="/m\(number)">June 0\(number), 2024, 11:23:55 AM</a><div class=inner id=msg_\(number)00>Answer \(number). \(Pages.sentence)</div></div></div>
      """
    }
    for number in 1...3 {
      #expect(
        text.contains("bird\(number) · June 0\(number), 2024, 11:23:55 AM\n\nAnswer \(number)."))
    }
    #expect(!text.contains("Full Member"))
  }

  @Test("a post does not begin with its title, its date and its buttons again") func heads() {
    let text = Self.thread { number in
      """
      <div class=post><dl class=postprofile><dt><a class=username href="/u\(number)">bird\(number)</a></dt></dl>
      <div class=postbody><h3><a href="#p\(number)">Where do herons sleep?</a></h3><ul class=buttons><li><a href="/q">Quote</a></li></ul>
      <p class=line>Post by bird\(number) » May 0\(number), 2024 12:41 pm</p><div class=content>Answer \(number). \(Pages.sentence)</div></div></div>
      """
    }
    for number in 1...3 {
      #expect(text.contains("bird\(number) · May 0\(number), 2024 12:41 pm\n\nAnswer \(number)."))
    }
    for rest in ["Post by", "Quote", "Where do herons"] { #expect(!text.contains(rest)) }
  }

  @Test("the date at the head of a post goes before one that stands somewhere on its author's card")
  func cards() {
    let text = Self.thread { number in
      """
      <div class=post><div class=card><a class=username href="/u/\(number)">bird\(number)</a><p>Dec 1\(number), 2021</p></div>
      <div class=postbody><div class=content><p>by bird\(number) » May 0\(number), 2024 12:41 pm</p><p>Answer \(number). \(Pages.sentence)</p></div></div></div>
      """
    }
    for number in 1...3 { #expect(text.contains("bird\(number) · May 0\(number), 2024")) }
    #expect(!text.contains("· Dec 1"), "\(text)")
  }

  @Test("what a board says in its sidebar is no post, a board beside a sidebar is one")
  func sidebar() {
    let posts = (1...3).map {
      "<div class=entry><a class=author href=/u>bird\($0)</a><div class=usertext-body>Answer \($0). \(Pages.sentence)</div></div>"
    }
    let text = Pages.extract(
      """
      <html><body><div class=side><div class=usertext-body>Rules. Be kind to the herons. \(Pages.sentence)</div></div>
      <div class=main-withSidebar><h1>Where?</h1>\(posts.joined())</div></body></html>
      """, url: "https://forum.example.org/threads/where.12/"
    ).text
    for number in 1...3 { #expect(text.contains("bird\(number)\n\nAnswer \(number).")) }
    #expect(!text.contains("Be kind"))
  }
}
