import ReadingList

/// The description of the article in a page's JSON-LD.
struct LinkedData {
  var title: String?
  var author: String?
  var site: String?
  var excerpt: String?
  var published: String?
  /// The date of the page rather than of an article in it.
  var publishedOfPage: String?
  var image: String?
  /// The text of the article, if the page includes it.
  var articleBody: String?
  /// The types of all described things.
  var types: Set<String> = []
  /// Whether the page describes an article at all.
  var isArticle = false
  var isForum = false
  /// Whether the page states that it requires payment.
  var isPaid = false

  /// Types of pages that are not articles but have a date of publication.
  private static let pages: Set<String> = [
    "WebPage", "ItemPage", "AboutPage", "FAQPage", "MedicalWebPage", "HowTo", "Recipe",
    "CreativeWork", "Course", "Product", "VideoObject", "Review", "Book", "Question", "ProfilePage",
  ]

  private static let articles: Set<String> = [
    "Article", "AdvertiserContentArticle", "NewsArticle", "AnalysisNewsArticle",
    "AskPublicNewsArticle", "BackgroundNewsArticle", "OpinionNewsArticle", "ReportageNewsArticle",
    "ReviewNewsArticle", "Report", "SatiricalArticle", "ScholarlyArticle",
    "MedicalScholarlyArticle", "SocialMediaPosting", "BlogPosting", "LiveBlogPosting",
    "DiscussionForumPosting", "TechArticle", "APIReference", "QAPage",
  ]

  init() {}

  /// Parses the scripts of a page; `title` is its `<title>`, which decides between a name and a
  /// headline.
  init(_ scripts: [[UInt8]], title: String) {
    let nodes = scripts.prefix(100).compactMap { try? JSON(parsing: Self.unwrapped($0)) }.map(
      Self.nodes)
    for script in nodes {
      guard
        let article = script.first(where: { Self.types($0).contains(where: Self.articles.contains) }
        )
      else { continue }
      read(article, among: script, pageTitle: title)
      break
    }
    for node in nodes.joined() { types.formUnion(Self.types(node)) }
    publishedOfPage =
      nodes.lazy.joined().filter { Self.types($0).contains(where: Self.pages.contains) }.compactMap
    { Self.text($0["datePublished"]) ?? Self.text($0["dateCreated"]) }.first
  }

  /// Removes the comment and CDATA marks around the data.
  private static func unwrapped(_ script: [UInt8], isInCDATA: Bool = false) -> [UInt8] {
    guard let open = script.firstIndex(where: { $0 == 0x7b || $0 == 0x5b }),
      let close = script.lastIndex(where: { $0 == 0x7d || $0 == 0x5d }), open < close
    else { return script }
    if !isInCDATA, script[open] == 0x5b, script[open...].starts(with: "[CDATA[".utf8) {
      let end = script.lastIndex(of: 0x5d).map { max($0 - 1, open + 7) } ?? script.count
      return unwrapped(Array(script[(open + 7)..<end]), isInCDATA: true)
    }
    var out: [UInt8] = []
    out.reserveCapacity(close - open + 1)
    var inString = false
    var escaped = false
    for byte in script[open...close] {
      if inString, byte < 0x20 {
        out.append(0x20)
        escaped = false
        continue
      }
      if escaped {
        escaped = false
      } else if byte == 0x5c {
        escaped = inString
      } else if byte == 0x22 {
        inString.toggle()
      }
      out.append(byte)
    }
    return out
  }

  private static func types(_ value: JSON) -> [String] {
    guard let type = value["@type"] else { return [] }
    let names = type.array?.compactMap(\.string) ?? [type.string].compactMap { $0 }
    return names.map { name in name.split(separator: "/").last.map(String.init) ?? name }
  }

  /// The things described by the data.
  private static func nodes(of json: JSON) -> [JSON] {
    var queue = [json]
    var seen = 0
    while seen < queue.count, seen < 500 {
      let value = queue[seen]
      seen += 1
      if let items = value.array { queue += items.prefix(200) }
      if let items = value["@graph"]?.array { queue += items.prefix(200) }
      for key in ["mainEntity", "mainEntityOfPage"] {
        if let inner = value[key], inner.members != nil { queue.append(inner) }
      }
    }
    return queue
  }

  private mutating func read(_ article: JSON, among nodes: [JSON], pageTitle: String) {
    let name = Self.text(article["name"])
    let headline = Self.text(article["headline"])
    if let name, let headline, name != headline {
      let nameFits = TitleText.similarity(name, pageTitle) > 0.75
      let headlineFits = TitleText.similarity(headline, pageTitle) > 0.75
      title = headlineFits && !nameFits ? headline : name
    } else {
      title = name ?? headline
    }
    author = Self.names(article["author"] ?? article["creator"], among: nodes)
    site = Self.text(article["publisher"]?["name"])
    excerpt = Self.text(article["description"])
    published =
      Self.text(article["datePublished"]) ?? Self.text(article["dateCreated"])
      ?? Self.text(article["uploadDate"])
    image = Self.image(article["image"])
    articleBody = article["articleBody"]?.string
    let types = Self.types(article)
    isArticle = true
    isForum = types.contains("DiscussionForumPosting") || types.contains("QAPage")
    if let free = article["isAccessibleForFree"] {
      isPaid = free.bool == false || free.string?.lowercased() == "false"
    }
  }

  private static func text(_ value: JSON?) -> String? {
    guard let text = value?.string else { return nil }
    let clean = PageText.decoded(text)
    return clean.isEmpty ? nil : clean
  }

  /// The authors' names: those of persons, or else of organizations.
  private static func names(_ value: JSON?, among nodes: [JSON]) -> String? {
    guard let value else { return nil }
    if let text = text(value) { return text }
    let all = (value.array ?? [value]).prefix(20).compactMap {
      item -> (name: String, isPerson: Bool)? in
      var item = item
      if item["name"] == nil, let id = item["@id"]?.string,
        let node = nodes.first(where: { $0["@id"]?.string == id && $0["name"] != nil })
      {
        item = node
      }
      guard let name = text(item["name"]) ?? text(item["name"]?.array?.first) ?? text(item) else {
        return nil
      }
      return (name, !types(item).contains { $0.hasSuffix("Organization") })
    }
    let persons = all.filter(\.isPerson)
    var names: [String] = []
    for (name, _) in persons.isEmpty ? all : persons where !names.contains(name) {
      names.append(name)
    }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  private static func image(_ value: JSON?) -> String? {
    let image = value?.array?.first ?? value
    return image?.string ?? image?["url"]?.string
  }
}
