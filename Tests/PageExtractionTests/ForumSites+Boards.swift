extension ForumSitesTests {
  /// Boards whose software numbers its posts, repeats what they answer or sets them below a story.
  static let boards: [Site] = [
    Site(
      name: "Simple Machines", url: "https://birds.example/index.php?topic=7.0",
      page: page(
        """
        <div id=main_content_section><h2 class=display_title>Nests</h2><div id=forumposts><form id=quickModForm>
        \(posts { place, name, text in
          """
          <div class=windowbg id="msg4\(place)"><div class=post_wrapper><div class=poster><h4><span class=off></span>
          <a href="index.php?action=profile;u=\(place)">\(name)</a></h4><ul class=user_info><li class=title>Resident of the reeds</li>
          <li class=membergroup>Friend of all birds</li><li class=postcount>Posts: RULES 76,825</li><li class=poster_ip>Logged</li></ul></div>
          <div class=postarea><div class=keyinfo><div id="subject_4\(place)" class="subject_title subject_hidden">
          <a href=x>Re: Nests</a></div><span class="page_number floatright">#\(place)</span><div class=postinfo>
          <a class=smalltext href=x>June 0\(place + 1), 2024, 03:29:46 AM</a></div></div>
          <div class=post><div class=inner data-msgid=1 id="msg_4\(place)">\(text)<br><br>More of it.</div></div></div></div></div>
          """
        })</form></div></div>
        """)),
    Site(
      name: "NodeBB", url: "https://community.example/topic/1/nests",
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
        """)),
    Site(
      name: "GameFAQs", url: "https://birds.example/boards/1-nests/2",
      page: page(
        """
        <div id=content><h1 class=page-title>Nests</h1><table class="board message msg_list"><tbody>
        \(posts { place, name, text in
          """
          <tr><td class=msg id="message_\(place)"><div class=msg_infobox><span class="user uid_1"><a data-username="\(name)"
          class="name menu_toggle"><b>\(name)</b></a></span><span class=post_time title="2/21/2024 5:00:00 AM">2 years ago</span>
          <span class=message_num>#\(place)</span></div><div class=msg_body_box id="msg_\(place)"><div class="msg_body newbeta">
          <div class=msg_text>\(text)<br></div><div class=signature><div class=sig_text>RULES of a life by the river</div></div></div>
          <div class=msg_below><span class=action_after></span></div></div></td></tr>
          """
        })</tbody></table><div class="post_content row"><h2>Questions and answers</h2><ol class=list><li><a href=/q/1>RULES: How do I reach
        a nest that is high up in a tree by the river?</a> 1 answer</li><li><a href=/q/2>What lives in a nest that has been left
        by those who built it?</a> 3 answers</li></ol></div></div>
        """)),
    Site(
      name: "Slashdot", url: "https://birds.example/story/24/01/12/169219/nests",
      page: page(
        """
        <header><a href=/>Home</a></header><div id=firehoselist><article class="fhitem fhitem-story"><header><h2 class=story>
        <a href=x>Nests</a></h2><div class=details><span class=story-byline>Posted by <a href=/~heron>heron</a>
        <time datetime="on Friday January 12, 2024 @11:30AM">on Friday January 12, 2024 @11:30AM</time></span></div></header>
        <div class=body><div class=p>\(said(0))</div></div></article></div>
        <div id=comments class=commentwrap><ul id=commentlisting class=d2>
        \([1, 2, 3].map { place in
          """
          <li id="tree_\(place)" class="comment full"><div id="comment_\(place)" class=cw><div id="comment_top_\(place)" class=commentTop>
          <div class=title><h4><a href=x>A nest on the roof</a> <span class=score>(Score:5)</span></h4></div><div class=details>
          <span class=by>by <a href="//birds.example/~\(people[place])">\(people[place])</a> <span class=uid>(127135)</span></span>
          <span class=otherdetails>on Friday January 12, 2024 @11:5\(place)AM (<a href=x>#64153115</a>)</span></div></div>
          <div class=commentBody><div id="comment_body_\(place)"><p>\(said(place))</p>\(String(repeating: "<p>\(Pages.sentence)</p>", count: 4))</div></div>
          <div class=commentSub><a class=btn href=x>Share</a></div></div></li>
          """
        }.joined())
        \([4, 5].map { place in
          """
          <li id="tree_\(place)" class="comment full"><div id="comment_\(place)" class=cw><div class=commentTop>
          <span class=by>by <a href="//birds.example/~owl\(place)">owl\(place)</a></span><span class=otherdetails></span></div>
          <div class=commentBody><div id="comment_body_\(place)"><p>\(Pages.sentence)</p></div></div></div></li>
          """
        }.joined())</ul></div>
        """)),
    Site(
      name: "Stack Overflow, with comments as lists",
      url: "https://birds.example/questions/1/nests",
      page: page(
        """
        <div id=content itemscope itemtype="https://schema.org/QAPage"><div id=question-header><h1 itemprop=name><a href=x>Nests</a></h1></div>
        <div id=mainbar><div class=question id=question><div class=postcell><div class="s-prose js-post-body" itemprop=text><p>\(said(0))</p></div>
        <div class=user-info><div class=user-action-time>asked <span title="2024-05-03 10:00:00Z" class=relativetime>May 3, 2024</span></div>
        <div class=user-details itemprop=author><a href=/users/1/heron>heron</a></div></div></div></div>
        <div class=answer><div class=answercell><div class="s-prose js-post-body" itemprop=text><p>\(said(1))</p></div><div class=user-info>
        <div class=user-action-time>answered <span title="2024-05-03 12:00:00Z" class=relativetime>May 3, 2024</span></div>
        <div class=user-details itemprop=author><a href=/users/2/wren>wren</a></div></div></div>
        <div class=comments-section role=list>
        \([2, 3].map { place in
          """
          <div id="follow-up-\(place)" itemprop=comment itemscope itemtype="https://schema.org/Comment" role=listitem>
          <div class=s-user-card itemprop=author itemscope itemtype="https://schema.org/Person"><div class=d-none itemprop=name>\(people[place])</div>
          <a href="/users/\(place)/x" class="s-user-card--link comment-user" itemprop=url>\(people[place])</a>
          <a class=comment-link href="#1"><time title="2022-08-04T01:48:37.28Z" class=s-user-card--time>Over a year ago</time></a></div>
          <div class="flex--item fw-normal" itemprop=text>\(said(place))</div></div>
          """
        }.joined())</div></div></div></div>
        """)),
    Site(
      name: "Invision", url: "https://birds.example/topic/1-nests/",
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
        """)),
  ]
}
