/// Hints from the class and id of an element.
struct ClassHints: OptionSet, Sendable {
  let rawValue: UInt64

  /// Names of furniture, and names that contradict it.
  static let unlikely = ClassHints(rawValue: 1 << 0)
  static let perhaps = ClassHints(rawValue: 1 << 1)
  static let positive = ClassHints(rawValue: 1 << 2)
  static let negative = ClassHints(rawValue: 1 << 3)
  static let byline = ClassHints(rawValue: 1 << 4)
  static let share = ClassHints(rawValue: 1 << 5)
  static let related = ClassHints(rawValue: 1 << 6)
  static let newsletter = ClassHints(rawValue: 1 << 7)
  static let comments = ClassHints(rawValue: 1 << 8)
  static let authorCard = ClassHints(rawValue: 1 << 9)
  static let tagList = ClassHints(rawValue: 1 << 10)
  static let navigation = ClassHints(rawValue: 1 << 11)
  static let advertisement = ClassHints(rawValue: 1 << 12)
  static let consent = ClassHints(rawValue: 1 << 13)
  /// No name gives it; it keeps the places of two features of `BlockModel`.
  static let unused = ClassHints(rawValue: 1 << 14)
  static let screenReader = ClassHints(rawValue: 1 << 15)
  static let bodyText = ClassHints(rawValue: 1 << 17)
  static let post = ClassHints(rawValue: 1 << 18)
  static let lineNumbers = ClassHints(rawValue: 1 << 19)
  static let footnotes = ClassHints(rawValue: 1 << 20)
  static let fallbackImage = ClassHints(rawValue: 1 << 23)
  static let postAuthor = ClassHints(rawValue: 1 << 26)
  static let postDate = ClassHints(rawValue: 1 << 27)
  /// Negative names that are reliable, unlike "widget" or "media".
  static let furniture = ClassHints(rawValue: 1 << 29)
  /// An unlikely name for a reason other than being a header.
  static let unlikelyBody = ClassHints(rawValue: 1 << 30)
  /// Collapsed until the reader expands it.
  static let folded = ClassHints(rawValue: 1 << 31)
  static let shareRow = ClassHints(rawValue: 1 << 32)
  static let signature = ClassHints(rawValue: 1 << 28)
  static let caption = ClassHints(rawValue: 1 << 33)
  /// A sidebar next to the main content.
  static let sidebar = ClassHints(rawValue: 1 << 36)
  /// A board's card about a post's author.
  static let postCard = ClassHints(rawValue: 1 << 37)
  /// A line of code in an element of its own.
  static let codeLine = ClassHints(rawValue: 1 << 35)
  static let marginNote = ClassHints(rawValue: 1 << 38)
  /// Visible only in small windows.
  static let smallWindow = ClassHints(rawValue: 1 << 40)
  /// A link that looks like a button.
  static let button = ClassHints(rawValue: 1 << 39)
  /// A note, a tip or a warning in a text.
  static let callout = ClassHints(rawValue: 1 << 34)
}

extension ClassHints {
  /// The words of each hint; see `HintVocabulary`.
  static let table: [(ClassHints, [String])] = [
    (
      [.unlikely, .unlikelyBody],
      [
        " ad ", "ai2html", "breadcrumb", "bread crumb", " comment ", "comments", " commentl",
        " community ", "cover wrap", "disqus", " extra ", " extras ", "footer", "gdpr", " legends ",
        "menu ", " menu", " related", " remark ", " replies ", " rss ", "shoutbox", "sidebar ",
        " sidebar nav", "side bar ", "skyscraper", " social ", " sponsor", " supplemental ",
        " ad break ", "agegate", " pagination ", " pager ", " popup", "popup ",
      ]
    ),
    (.unlikely, ["banner", "header", "yom remote"]),
    (
      .perhaps,
      ["and", "article", "body", "column", "content", "main", "math jax", "mathjax", "shadow"]
    ),
    (
      .positive,
      [
        "article", "body", "content", "entry", "main", "page", "pagination", "post", "text", "blog",
        "story",
      ]
    ),
    (
      [.negative, .furniture],
      [
        " ad ", " comment ", "comments", " commentl", " contact", "footer", "gdpr", "masthead",
        "outbrain", " promo", " related", " share ", " shares ", " sharing ", " sharedaddy ",
        "shoutbox", "sidebar ", "skyscraper", " sponsor", " shopping ", " tags ",
      ]
    ),
    (.negative, [" hidden ", " hid ", "banner", " com ", " media ", " meta ", "scroll", "widget"]),
    (.byline, ["byline", "author", "dateline", "writtenby", "p author"]),
    (.share, [" share ", " sharedaddy "]),
    (
      .bodyText,
      [
        " entry content ", " post content ", " article body ", " article content ",
        " article text ", " articlebody ", " story body ", " story content ", " storybody ",
        " post body ", " page content ", " main content ", " body content ", " content body ",
        " blog content ", " single content ", " markdown body ", " mw parser output ",
      ]
    ),
    (
      .comments,
      [
        " comments ", " comment list ", " commentlist ", " comment section ", " disqus ",
        " respond ", " comments area ", " comment thread ",
      ]
    ),
    (
      .post,
      [
        " post body ", " post content ", " post message ", " post text ", " message body ",
        " message content ", " message text ", " bb wrapper ", " postbody ", " postcontent ",
        " postmsg ", " posttext ", " postmessage ", " comment body ", " comment content ",
        " comment text ", " commentbody ", " comment copy ", " commtext ", " usertext body ",
        " cooked ", " user content ", " messagecontent ", " msg body ", " reply content ",
        " reply body ", " answer body ", " question body ", " post inner ", " forum post ",
        " lia message body content ", " s prose ", " post bodycopy ", " message bodycopy ",
        " post html ", " post field ", " bodytext post ", " messageblock ", " narrow post ",
        " rich text ", " post entry content ", " comment message ", " toptext ", " story text ",
        " email body ", " msg text ",
      ]
    ),
    (
      .postAuthor,
      [
        " author ", " username ", " user name ", " poster ", " postername ", " post author ",
        " nickname ", " hnuser ", " user ", " creator ", " member name ", " display name ",
        " message user ", " postauthor ", " person listing ", " email author ", " author name ",
        " bigusername ", " screenname ",
      ]
    ),
    (
      .postDate,
      [
        " date ", " time ", " posted ", " timestamp ", " age ", " post date ", " postdate ",
        " datetime ", " dateline ", " created ", " relativetime ", " relative time ", " timeago ",
      ]
    ),
    (
      .folded,
      [
        "accordion", " collapse ", " collapsible ", " faq ", "faqs ", " tab pane ", " tabpanel ",
        " tab panel ", " tab content ", " tabs panel ", " expandable ", " toggle content ",
      ]
    ),
    (
      .newsletter,
      [
        "newsletter", " subscribe ", " subscription ", " signup ", " sign up ", "mailchimp",
        " optin ", " opt in ", " email capture ", " mailing list ", " subscribe box ",
      ]
    ),
    (
      .related,
      [
        " related ", " related posts ", " relatedposts ", " related articles ", " related content ",
        " related stories ", " recommended ", " recommendations ", " read next ", " readnext ",
        " more stories ", " also like ", "outbrain", "taboola", " more from ", " up next ", "yarpp",
        " read more ", " readmore ", " also read ", " most popular ", " trending ", " recirc ",
        " recirculation ",
      ]
    ),
    (
      .authorCard,
      [
        " author bio ", " author box ", " authorbox ", " about author ", " about the author ",
        " author card ", " bio box ", " author description ", " author profile ", " authorbio ",
        " author info ", " author details ", " author about ", " saboxplugin wrap ",
        " post author box ", " contributor bio ", " testimonials ", " staff cards ",
        " author section ", " card author ", " author block ", " author bios ",
      ]
    ),
    (
      .tagList,
      [
        " tag list ", " taglist ", " post tags ", " tagcloud ", " tag links ", " entry tags ",
        " article tags ", " tags links ", " cat links ", " tags list ", " tags ", " topic tags ",
      ]
    ),
    (
      .navigation,
      [
        "breadcrumb", " post navigation ", " nav links ", " pagination ", " prev next ",
        " post nav ", " page navigation ", " navigation ", " main menu ", " powerpress links ",
        " skip link ", " navbox ", " navheader ", " navfooter ",
      ]
    ),
    (
      .advertisement,
      [
        " ad ", " ads ", " advert ", " advertisement ", " ad slot ", " ad container ",
        " ad wrapper ", " adsbygoogle ", " sponsored ", " promo ", " promobox ", " call to action ",
        " cta ", " cta box ", " ad unit ", " affiliate disclosure ", " disclosure ",
      ]
    ),
    (.consent, [" cookie ", " cookies ", " cookie banner ", " gdpr ", " consent ", " modal "]),
    (
      .screenReader,
      [
        " screen reader text ", " sr only ", " visually hidden ", " visuallyhidden ",
        " screenreader only ", " screen reader only ", " is vishidden ", " a11y text ",
        " tooltiptext ", " tooltip text ", " tooltip content ", " tooltip bubble ",
        " tooltip inner ", " tooltip body ",
      ]
    ),
    (
      .shareRow,
      [
        " share ", " sharing ", " social share ", " social links ", " social icons ",
        " share buttons ", " sharedaddy ", " addtoany ", " addthis ", " social media ",
        " sharebar ", " share bar ", " follow us ", " social sharing ",
      ]
    ),
    (.signature, [" signature ", " postsignature ", " sig ", " post signature ", " siggy "]),
    (
      .footnotes,
      [
        "footnote", " references ", " reflist ", " endnotes ", " endnote ", " reference ",
        " citation ", " fn ",
      ]
    ),
    (
      .lineNumbers,
      [
        " gutter ", " lineno ", " linenos ", " line numbers ", " linenumber ", " linenumbers ",
        " line number ", " linenodiv ", " rouge gutter ", " blob num ", " lnum ", " ln ",
      ]
    ),
    (.fallbackImage, ["fallback image"]), (.caption, [" caption ", " thumbcaption "]),
    (.button, [" btn ", " button ", " cta "]),
    (
      .smallWindow,
      [
        " hidden desktop ", " desktop hidden ", " hide desktop ", " hide on desktop ",
        " mobile only ", " only mobile ", " visible mobile ", " show on mobile ", " lg hidden ",
        " md hidden ", " d lg none ", " d md none ", " visible xs ", " show for small only ",
      ]
    ),
    (.sidebar, [" sidebar ", " side bar ", " side ", " right rail "]),
    (
      .postCard,
      [
        " postleft ", " post left ", " poster ", " postprofile ", " post profile ", " user info ",
        " userinfo ", " post user ", " message user ", " post author ", " author pane ",
        " postbit ", " user details ",
      ]
    ),
    (
      .marginNote,
      [" sidenote ", " side note ", " marginnote ", " margin note ", " ltx note outer "]
    ),
    (.codeLine, [" line ", " code line ", " token line ", " codeline "]),
    (
      .callout,
      [
        " admonition ", " admonitionblock ", " callout ", " notecard ", " alert info ",
        " alert warning ", " alert note ", " note ", " tip ", " warning ", " important ",
        " caution ", " seealso ",
      ]
    ),
  ]
}
