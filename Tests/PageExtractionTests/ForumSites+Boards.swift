extension ForumSitesTests {
  /// Boards whose software numbers its posts, repeats what they answer or sets them below a story.
  static let boards: [Site] = [
    Site(
      name: "NodeBB",
      url: "https://community.example/topic/1/nests",
      page: page(
        """
        <main id=panel><div id=content><h1 component="post/header"><span component="topic/title">Nests</span></h1>
        <ul component=topic class="posts timeline list-unstyled">
        \(posts { place, name, text in
          let parent =
            place == 0
            ? ""
            : """
            <div component="post/parent" class="btn btn-ghost btn-sm"><a href="/user/\(people[place - 1])">\(people[place - 1])</a>
            <div component="post/parent/content" class="text-muted line-clamp-1"><p>RULES: \(said(place - 1))</p></div></div>
            """
          return """
            <li component=post class=pt-4 data-username="\(name)" itemprop=comment itemtype="http://schema.org/Comment" itemscope>
            <a component="post/anchor" id=\(place)></a>\(parent)<div class=post-container><div class=post-header>
            <a href="/user/\(name)"><span class=avatar>\(name.prefix(1).uppercased())</span><span class=visually-hidden>Offline</span></a>
            <a class=fw-bold href="/user/\(name)" data-username="\(name)">\(name)</a> <span class=text-muted>wrote on
            <a href="/post/\(place)" class="timeago text-muted" title="2024-11-2\(place)T19:50:06.203Z"></a></span>
            <span component="post/editor" class=visually-hidden>last edited by <span class=timeago title="Invalid Date"></span></span></div>
            <div class="content text-break" component="post/content" itemprop=text><p dir=auto>\(text)</p></div>
            <div component="post/replies/container"></div></div></li>
            """
        })</ul></div></main>
        """
      )
    ),
    Site(
      name: "Invision",
      url: "https://birds.example/topic/1-nests/",
      page: page(
        """
        <div id=ipsLayout_mainArea><h1 class=ipsType_pageTitle>Nests</h1><div id=comments><div id=elPostFeed><form>
        \(posts { place, name, text in
          """
          <article id="elComment_\(place)" class="cPost ipsComment"><aside class=cAuthorPane><h3 class=cAuthorPane_author>
          <a href="/profile/\(name)/">\(name)</a></h3></aside><div class=ipsColumn><div id="comment-\(place)_wrap" class="ipsComment_content">
          <div class=ipsComment_meta><a href=x>Posted <time datetime="2024-05-03T1\(place):00:00Z">May 3, 2024</time></a></div>
          <div class=cPost_contentWrap><div data-role=commentContent class="ipsType_normal ipsType_richText"><p>\(text)</p></div>
          <div data-role=memberSignature class="ipsBorder_top"><div class="ipsType_light ipsType_richText"><p>RULES to quote me by</p></div></div>
          </div></div></div></article>
          """
        })</form></div></div></div>
        """
      )
    ),
  ]
}
