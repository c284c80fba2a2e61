import PageExtraction
import ReadingList
import Testing

@Suite("Discussions as the software of forums writes them") struct ForumSitesTests {
  static let people = ["heron", "wren", "tern", "stork"]

  /// What a person says; long enough to be text.
  static func said(_ place: Int) -> String {
    "Answer \(place) says that the nest of the \(people[place]) is best left alone until the end of summer, at least."
  }

  static func posts(_ post: (_ place: Int, _ name: String, _ text: String) -> String) -> String {
    people.indices.map { post($0, people[$0], said($0)) }.joined(separator: "\n")
  }

  struct Site: CustomTestStringConvertible, Sendable {
    var name: String
    var url: String
    var page: String
    /// The first of the people that appears.
    var first = 0
    var testDescription: String { name }
  }

  static func page(_ body: String) -> String {
    "<!doctype html><html><head><title>Nests</title></head><body>\(body)</body></html>"
  }

  private static let sites: [Site] = [
    Site(
      name: "Hacker News", url: "https://news.ycombinator.com/item?id=1",
      page: page(
        """
        <center><table id=hnmain><tr><td><span class=pagetop><b class=hnname><a href=news>Bird News</a></b>
        <a href=newest>new</a> | <a href=newcomments>comments</a></span></td></tr><tr><td>
        <table class=fatitem><tr class="athing submission" id=1><td class=title><span class=titleline>
        <a href="https://example.org/nests">Nests</a></span></td></tr><tr><td class=subtext><span class=subline>
        <span class=score>12 points</span> by <a href="user?id=owl" class=hnuser>owl</a>
        <span class=age title="2024-05-03T09:00:00 1714726800"><a href="item?id=1">5 hours ago</a></span> |
        <a href="hide?id=1">hide</a></span></td></tr><tr><td></td><td><div class=toptext>Asked first: what is to be done
        with a nest on the roof of a house in the spring, when the birds are in it already?</div></td></tr></table>
        <table class=comment-tree>
        \(posts { place, name, text in
          """
          <tr class="athing comtr" id=2\(place)><td><table><tr><td class=ind indent=\(place)><img src=s.gif></td>
          <td class=default><div><span class=comhead><a href="user?id=\(name)" class=hnuser>\(name)</a>
          <span class=age title="2024-05-03T1\(place):00:00 1714730400"><a href="item?id=2">4 hours ago</a></span>
          <span class=navs>| <a href="#2">next</a> <a class=togg>[–]</a></span></span></div><br><div class=comment>
          <div class="commtext c00">\(text)<p>More of it from \(name).</div><div class=reply><p><font size=1><u>
          <a href="reply?id=2">reply</a></u></font></div></div></td></tr></table></td></tr>
          """
        })</table></td></tr></table></center>
        """)),
    Site(
      name: "Lobsters", url: "https://lobste.rs/s/abc/nests",
      page: page(
        """
        <header><a href=/>Home</a></header><div id=inside><ol class=stories><li class=story><div class=details>
        <span class=link><a class=u-url href="https://example.org/nests">Nests</a></span>
        <div class=byline><a class=u-author href=/~owl>owl</a> <time datetime="2024-05-03 09:00:00">5 hours ago</time></div>
        </div></li></ol><ol class=comments>
        \(posts { place, name, text in
          """
          <li class=comments_subtree><div class=comment id=c_\(place)><div class=details><div class=byline>
          <a href="/~\(name)" class=u-author>\(name)</a> <a href=/c/1><time datetime="2024-05-03 1\(place):00:00">4 hours ago</time></a>
          | <a class=comment_replier>reply</a></div><div class=comment_text><p>\(text)</p></div></div></div></li>
          """
        })</ol></div>
        """)),
    Site(
      name: "Lemmy", url: "https://lemmy.example/post/1",
      page: page(
        """
        <nav><a href=/>Home</a></nav><main><div class=post-listing><h1 class=h5>Nests</h1>
        <a class=person-listing href=/u/owl>owl</a> <span class=moment-time title="2024-05-03T09:00:00">5 hours</span>
        </div><ul class=comments>
        \(posts { place, name, text in
          """
          <li class=comment><article id=comment-\(place) class="details comment-node"><div class="d-flex">
          <a class="person-listing" href="/u/\(name)">\(name)</a> <span class="moment-time pointer unselectable"
          title="2024-05-03T1\(place):00:00">4 hours</span></div><div class="comment-content"><div class=md-div><p>\(text)</p></div></div>
          </article></li>
          """
        })</ul></main>
        """)),
    Site(
      name: "GitHub issues", url: "https://github.com/birds/nests/issues/7",
      page: page(
        """
        <main><h1 class=gh-header-title><bdi class="js-issue-title markdown-title">Nests</bdi> <span>#7</span></h1>
        <div class=js-discussion>
        \(posts { place, name, text in
          """
          <div class="TimelineItem js-comment-container"><div class="timeline-comment-group">
          <div class="timeline-comment comment"><div class="timeline-comment-header"><h3>
          <strong><a class="author Link--primary" href="/\(name)">\(name)</a></strong>\(place == 0 ? "opened on" : "commented")<a
          class=Link--secondary href="#1"><relative-time datetime="2024-05-03T1\(place):00:00Z">May 3, 2024</relative-time></a></h3></div>
          <table><tbody><tr><td class="comment-body markdown-body js-comment-body"><p>\(text)</p></td></tr></tbody></table>
          </div></div></div>
          """
        })</div></main>
        """)),
    Site(
      name: "HyperKitty of Mailman",
      url: "https://lists.example.org/archives/list/birds@example.org/thread/ABC/",
      page: page(
        """
        <div class=container><h2 id=thread-title>Nests</h2>
        \(posts { place, name, text in
          """
          <div class="email" id="m\(place)"><div class="email-header"><div class="email-info">
          <div class="email-author"><h2 class=name><a href="/users/1">\(name)</a></h2></div>
          <div class="email-date right"><span class=date title="2024-05-03 1\(place):00:00">3 May 2024</span></div></div></div>
          <div class="email-body"><p>\(text)</p></div></div>
          """
        })</div>
        """)),
    Site(
      name: "phpBB", url: "https://birds.example/viewtopic.php?t=1",
      page: page(
        """
        <div id=page-body><h2 class=topic-title><a href=x>Nests</a></h2>
        \(posts { place, name, text in
          """
          <div id=p\(place) class="post has-profile bg2"><div class=inner><dl class=postprofile><dt class=has-profile-rank>
          <a href="memberlist.php?mode=viewprofile&u=1" class=username>\(name)</a></dt><dd class=profile-rank>Member</dd>
          <dd class=profile-joined><strong>Joined:</strong> Mon Jan 01, 2018 7:00 pm</dd></dl><div class=postbody>
          <h3><a href=x>Re: Nests</a></h3><p class=author><a class=unread href=x>Post</a>
          <span class=responsive-hide>by <strong><a class=username href=x>\(name)</a></strong> » </span>
          <time datetime="2024-05-03T1\(place):00:00+00:00">Fri May 03, 2024 1\(place):00 am</time></p>
          <div class=content>\(text)</div></div></div></div>
          """
        })</div>
        """)),
    Site(
      name: "Discourse, for crawlers", url: "https://talk.example/t/nests/1",
      page: page(
        """
        <div id=main-outlet class=wrap><div id=topic-title><h1><a href=/t/nests/1>Nests</a></h1></div>
        <div itemscope itemtype="http://schema.org/DiscussionForumPosting">
        \(posts { place, name, text in
          """
          <div id=post_\(place) class="topic-body crawler-post"><div class=crawler-post-meta><span class=creator itemprop=author>
          <a rel=nofollow href="/u/\(name)" itemprop=url><span itemprop=name>\(name)</span></a></span>
          <span class=crawler-post-infos><time itemprop=datePublished datetime="2024-05-03T1\(place):00:00Z" class=post-time>
          May 3, 2024, 1\(place):00am</time> <span itemprop=position>\(place + 1)</span></span></div>
          <div class=post itemprop=text><p>\(text)</p></div><div class=post-likes>2 Likes</div></div>
          """
        })</div></div>
        """)),
    Site(
      name: "Stack Exchange", url: "https://birds.stackexchange.com/questions/1/nests",
      page: page(
        """
        <div id=content><div id=question-header><h1><a href=x>Nests</a></h1></div><div id=mainbar>
        <div class=question id=question><div class=postcell><div class="s-prose js-post-body"><p>\(said(0))</p></div>
        <div class=user-info><div class=user-action-time>asked <span title="2024-05-03 10:00:00Z" class=relativetime>May 3, 2024</span></div>
        <div class=user-details itemprop=author><a href=/users/1/heron>heron</a></div></div></div>
        <ul class=comments-list><li class="comment js-comment"><div class="comment-text js-comment-text-and-form">
        <div class="comment-body js-comment-edit-hide"><span class=comment-copy>\(said(1))</span> – <div class="d-inline-flex">
        <a href=/users/2/wren class=comment-user>wren</a></div> <span class=comment-date><a href=x><span
        title="2024-05-03 11:00:00Z, License: CC" class=relativetime-clean>May 3, 2024 at 11:00</span></a></span></div></div></li></ul></div>
        <div id=answers>
        <div class=answer><div class="s-prose js-post-body"><p>\(said(2))</p></div><div class=user-info>
        <div class=user-action-time>answered <span title="2024-05-03 12:00:00Z" class=relativetime>May 3, 2024</span></div>
        <div class=user-details itemprop=author><a href=/users/3/tern>tern</a></div></div></div>
        <div class=answer><div class="s-prose js-post-body"><p>\(said(3))</p></div><div class=user-info>
        <div class=user-action-time>answered <span title="2024-05-03 13:00:00Z" class=relativetime>May 3, 2024</span></div>
        <div class=user-details itemprop=author><a href=/users/4/stork>stork</a></div></div></div></div></div></div>
        """)),
    Site(
      name: "old Reddit", url: "https://old.reddit.com/r/birds/comments/1/nests/",
      page: page(
        """
        <div class=side><div class=titlebox><form class=usertext><div class=usertext-body>
        <div class=md><p>RULES of the place: be kind to the birds and to one another, and post no pictures of nests.</p></div></div></form></div></div>
        <div class=content role=main><div class=sitetable><div class="thing link self" data-author=heron><div class=entry>
        <p class=title><a class=title href=x>Nests</a></p><p class=tagline>submitted <time datetime="2024-05-03T10:00:00+00:00">5 hours ago</time>
        by <a href="/user/heron" class=author>heron</a></p><form class=usertext><div class="usertext-body"><div class=md><p>\(said(0))</p></div></div></form>
        </div></div></div><div class=commentarea>
        \([1, 2, 3].map { place in
          """
          <div class="thing comment" data-author=\(people[place])><div class=entry><p class=tagline><a class=expand>[–]</a>
          <a href="/user/\(people[place])" class=author>\(people[place])</a> <span class=score>3 points</span>
          <time datetime="2024-05-03T1\(place):00:00+00:00">4 hours ago</time></p><form class=usertext>
          <div class="usertext-body"><div class=md><p>\(said(place))</p></div></div></form>
          <ul class="flat-list buttons"><li><a>permalink</a></li><li><a>reply</a></li></ul></div></div>
          """
        }.joined())</div></div>
        """)),
    Site(
      name: "new Reddit", url: "https://www.reddit.com/r/birds/comments/1/nests/",
      page: page(
        """
        <shreddit-app><main><shreddit-post author=heron created-timestamp="2024-05-03T10:00:00.000000+0000" post-title=Nests>
        <h1 slot=title>Nests</h1><div slot=text-body><div class=md><p>\(said(0))</p></div></div></shreddit-post>
        <shreddit-comment-tree>
        \([1, 2, 3].map { place in
          """
          <shreddit-comment author="\(people[place])" created="2024-05-03T1\(place):00:00.000000+0000">
          <div slot=commentMeta><a href="/user/\(people[place])/">\(people[place])</a> <time datetime="2024-05-03T1\(place):00:00.000Z">4 h ago</time></div>
          <div class=md slot=comment><div class=inline-block><p>\(said(place))</p></div></div>
          </shreddit-comment>
          """
        }.joined())</shreddit-comment-tree></main>
        <aside><div><p>RULES of the place: be kind to the birds and to one another, and post no pictures of nests.</p></div></aside></shreddit-app>
        """)),
  ]

  @Test("a thread is its posts, each with its author, time and text", arguments: sites + boards)
  func threads(site: Site) {
    let extraction = Pages.extract(site.page, url: site.url)
    let text = extraction.text
    #expect(extraction.kind == .thread)
    #expect(!text.contains("RULES") && !text.contains("opened on") && !text.contains("| next"))
    let missing = Self.people.indices.filter { !text.contains(Self.said($0)) }
    #expect(missing.isEmpty)
    let lines = text.split(separator: "\n").map(String.init)
    let unnamed = Self.people.indices.filter { place in
      guard let line = lines.firstIndex(where: { $0.hasPrefix("Answer \(place) ") }), line > 0
      else { return true }
      return !lines[line - 1].hasPrefix(Self.people[place] + " · ")
    }
    #expect(unnamed.isEmpty, "\(unnamed.map { Self.people[$0] }): \(text)")
  }
}
