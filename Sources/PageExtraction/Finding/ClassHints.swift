/// What the class and id of an element say about it.
struct ClassHints: OptionSet, Sendable {
  let rawValue: UInt64

  /// Words of furniture, and words that speak against it.
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
  static let postMeta = ClassHints(rawValue: 1 << 14)
  static let screenReader = ClassHints(rawValue: 1 << 15)
  static let contents = ClassHints(rawValue: 1 << 16)
  static let bodyText = ClassHints(rawValue: 1 << 17)
  static let post = ClassHints(rawValue: 1 << 18)
  static let lineNumbers = ClassHints(rawValue: 1 << 19)
  static let footnotes = ClassHints(rawValue: 1 << 20)
  static let editLink = ClassHints(rawValue: 1 << 21)
  static let paywall = ClassHints(rawValue: 1 << 22)
  static let fallbackImage = ClassHints(rawValue: 1 << 23)
  static let permalink = ClassHints(rawValue: 1 << 24)
  static let widget = ClassHints(rawValue: 1 << 25)
  static let postAuthor = ClassHints(rawValue: 1 << 26)
  static let postDate = ClassHints(rawValue: 1 << 27)
  /// Negative words that mean what they say, unlike "widget" or "media".
  static let furniture = ClassHints(rawValue: 1 << 29)
  /// Unlikely for another reason than being a header.
  static let unlikelyBody = ClassHints(rawValue: 1 << 30)
  /// Folded up until a reader asks for it.
  static let folded = ClassHints(rawValue: 1 << 31)
  static let shareRow = ClassHints(rawValue: 1 << 32)
  static let signature = ClassHints(rawValue: 1 << 28)
  /// Words under a picture.
  static let caption = ClassHints(rawValue: 1 << 33)
  /// Beside what the page is about.
  static let sidebar = ClassHints(rawValue: 1 << 36)
  /// What a board says of somebody beside a post.
  static let postCard = ClassHints(rawValue: 1 << 37)
  /// A line of code in an element of its own.
  static let codeLine = ClassHints(rawValue: 1 << 35)
  /// A note, a tip or a warning in a text.
  static let callout = ClassHints(rawValue: 1 << 34)
}

/// The words looked for in class and id names, found all at once by an Aho-Corasick automaton.
///
/// Names are lower-cased and split at punctuation and at camel humps into words with one space
/// around each; a pattern with a space matches only at the edge of a word.
struct NameVocabulary: Sendable {
  static let standard = NameVocabulary(table)

  private static let table: [(ClassHints, [String])] = [
    (
      .unlikely,
      [
        " ad ", "ai2html", "banner", "breadcrumb", "bread crumb", "combx", "comment", "community",
        "cover wrap", "disqus", "extra", "footer", "gdpr", "header", "legends", "menu", "related",
        "remark", "replies", "rss", "shoutbox", "sidebar", "side bar", "skyscraper", "social",
        "sponsor", "supplemental", "ad break", "agegate", "pagination", "pager", "popup",
        "yom remote",
      ]
    ),
    (
      .perhaps,
      ["and", "article", "body", "column", "content", "main", "math jax", "mathjax", "shadow"]
    ),
    (
      .positive,
      [
        "article", "body", "content", "entry", "main", "page", "pagination", "post", "text",
        "blog", "story",
      ]
    ),
    (
      .negative,
      [
        " ad ", "hidden", " hid ", "banner", "combx", "comment", "com ", "contact", "footer",
        "gdpr", "masthead", "media", "meta", "outbrain", "promo", "related", "scroll", "share",
        "shoutbox", "sidebar", "skyscraper", "sponsor", "shopping", "tags", "widget",
      ]
    ),
    (
      .unlikelyBody,
      [
        " ad ", "ai2html", "breadcrumb", "bread crumb", "combx", "comment", "community",
        "cover wrap", "disqus", "extra", "footer", "gdpr", "legends", "menu", "related",
        "remark", "replies", "rss", "shoutbox", "sidebar", "side bar", "skyscraper", "social",
        "sponsor", "supplemental", "ad break", "agegate", "pagination", "pager", "popup",
      ]
    ),
    (
      .furniture,
      [
        " ad ", "combx", "comment", "contact", "footer", "gdpr", "masthead", "outbrain", "promo",
        "related", "share", "shoutbox", "sidebar", "skyscraper", "sponsor", "shopping", "tags",
      ]
    ),
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
        " rich text ", " post entry content ", " comment message ",
      ]
    ),
    (
      .postAuthor,
      [
        " author ", " username ", " user name ", " poster ", " postername ", " post author ",
        " nickname ", " hnuser ", " user ", " creator ", " member name ", " display name ",
        " message user ", " postauthor ", " author name ", " bigusername ", " screenname ",
      ]
    ),
    (
      .postDate,
      [
        " date ", " time ", " posted ", " timestamp ", " age ", " post date ", " postdate ",
        " datetime ", " dateline ", " created ", " relativetime ", " relative time ",
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
        " related ", " related posts ", " relatedposts ", " related articles ",
        " related content ", " related stories ", " recommended ", " recommendations ",
        " read next ", " readnext ", " more stories ", " also like ", "outbrain", "taboola",
        " more from ", " up next ", "yarpp", " read more ", " readmore ", " also read ",
        " most popular ", " trending ", " recirc ", " recirculation ",
      ]
    ),
    (
      .authorCard,
      [
        " author bio ", " author box ", " authorbox ", " about author ", " about the author ",
        " author card ", " bio box ", " author description ", " author profile ", " authorbio ",
        " author info ", " author details ", " author about ", " saboxplugin wrap ",
        " post author box ", " contributor bio ", " testimonials ", " staff cards ",
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
        " post nav ", " page navigation ", " skip link ", " navbox ", " navheader ", " navfooter ",
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
    (.consent, [" cookie ", " cookies ", " cookie banner ", " gdpr ", " consent "]),
    (
      .screenReader,
      [
        " screen reader text ", " sr only ", " visually hidden ", " visuallyhidden ",
        " screenreader only ", " screen reader only ", " is vishidden ", " a11y text ",
        " tooltiptext ", " tooltip text ", " tooltip content ", " tooltip bubble ",
        " tooltip inner ",
        " tooltip body ",
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
    (.fallbackImage, ["fallback image"]),
    (.caption, [" caption ", " thumbcaption "]),
    (.sidebar, [" sidebar ", " side bar ", " side ", " right rail "]),
    (
      .postCard,
      [
        " postleft ", " post left ", " poster ", " postprofile ", " post profile ", " user info ",
        " userinfo ", " post user ", " message user ", " post author ", " author pane ",
        " postbit ", " user details ",
      ]
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

  /// Next state by state and symbol, 38 symbols a state.
  private var next: [UInt16] = []
  private var found: [UInt64] = []
  private let symbols: [UInt8]

  private init(_ table: [(ClassHints, [String])]) {
    var symbols = [UInt8](repeating: 37, count: 256)
    for byte in 0..<128 {
      switch UInt8(byte) {
      case 0x61...0x7a: symbols[byte] = UInt8(byte - 0x61 + 1)
      case 0x41...0x5a: symbols[byte] = UInt8(byte - 0x41 + 1)
      case 0x30...0x39: symbols[byte] = UInt8(byte - 0x30 + 27)
      default: symbols[byte] = 0
      }
    }
    self.symbols = symbols
    addState()
    for (marks, words) in table {
      for word in words { add(word, marks) }
    }
    link()
  }

  private mutating func addState() {
    next += [UInt16](repeating: 0, count: 38)
    found.append(0)
  }

  private mutating func add(_ word: String, _ marks: ClassHints) {
    var state = 0
    for byte in word.utf8 {
      let slot = state * 38 + Int(symbols[Int(byte)])
      if next[slot] == 0 {
        addState()
        next[slot] = UInt16(found.count - 1)
      }
      state = Int(next[slot])
    }
    found[state] |= marks.rawValue
  }

  private mutating func link() {
    var fail = [Int](repeating: 0, count: found.count)
    var queue: [Int] = []
    for symbol in 0..<38 where next[symbol] != 0 { queue.append(Int(next[symbol])) }
    var head = 0
    while head < queue.count {
      let state = queue[head]
      head += 1
      found[state] |= found[fail[state]]
      for symbol in 0..<38 {
        let slot = state * 38 + symbol
        let fallback = next[fail[state] * 38 + symbol]
        if next[slot] == 0 {
          next[slot] = fallback
        } else {
          fail[Int(next[slot])] = Int(fallback)
          queue.append(Int(next[slot]))
        }
      }
    }
  }

  private static let layouts: [StaticString] = [
    "has-", "with-", "without-", "no-", "overflow-",
  ]

  /// Whether the name that begins at a place tells how an element is set or what stands beside it.
  private static func isLayout(_ value: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
    layouts.contains { layout in
      place + layout.utf8CodeUnitCount < value.count
        && (0..<layout.utf8CodeUnitCount).allSatisfy {
          value[place + $0] == layout.utf8Start[$0]
        }
    }
  }

  /// What a class or id value says.
  func marks(_ value: UnsafeBufferPointer<UInt8>) -> ClassHints {
    guard !value.isEmpty else { return [] }
    var hits: UInt64 = 0
    next.withUnsafeBufferPointer { next in
      found.withUnsafeBufferPointer { found in
        symbols.withUnsafeBufferPointer { symbols in
          var state = Int(next[0])
          var wasSpace = true
          var wasLower = false
          var place = 0
          while place < value.count {
            if place == 0 || PageTree.isSpace(value[place - 1]), Self.isLayout(value, place) {
              repeat { place += 1 } while place < value.count && !PageTree.isSpace(value[place])
              continue
            }
            let byte = value[place]
            place += 1
            let symbol = Int(symbols[Int(byte)])
            if symbol == 0 {
              wasLower = false
              if wasSpace { continue }
              wasSpace = true
            } else {
              if wasLower, byte >= 0x41, byte <= 0x5a {
                state = Int(next[state * 38])
                hits |= found[state]
              }
              wasSpace = false
              wasLower = byte >= 0x61
            }
            state = Int(next[state * 38 + symbol])
            hits |= found[state]
          }
          if !wasSpace {
            state = Int(next[state * 38])
            hits |= found[state]
          }
        }
      }
    }
    return ClassHints(rawValue: hits)
  }
}
