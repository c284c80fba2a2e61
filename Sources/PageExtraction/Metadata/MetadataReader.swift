import ReadingList

/// Gathers what a page says about itself, best source first.
struct MetadataReader {
  private let tree: PageTree
  private let link: WebLink
  private var values: [String: String] = [:]
  /// The values of metadata that a page gives once for each author.
  private var lists: [String: [String]] = [:]
  private(set) var pageTitle = ""
  private(set) var data: LinkedData

  init(_ tree: PageTree, linkedData: [[UInt8]], link: WebLink) {
    self.tree = tree
    self.link = link
    data = LinkedData()
    gather()
    data = LinkedData(linkedData, title: pageTitle)
  }

  private mutating func gather() {
    var hasTitle = false
    for node in tree.elements([.meta, .title], in: 0) {
      if tree.tag(node) == .title {
        if !hasTitle { pageTitle = tree.innerText(node) }
        hasTitle = true
        continue
      }
      guard let content = tree.attribute(.content, of: node) else { continue }
      let value = EntityText.decoded(content)
      guard !value.isEmpty else { continue }
      for name in [AttributeName.property, .name, .itemprop, .httpEquiv] {
        guard let list = tree.attribute(name, of: node) else { continue }
        for key in list.lowercased().split(whereSeparator: \.isWhitespace) {
          let key = key.split(separator: ".").joined(separator: ":")
          // Of things described one after another, the first is what the page is about.
          if name == .itemprop {
            if values["itemprop:" + key] == nil { values["itemprop:" + key] = value }
          } else {
            values[key] = value
          }
          if Self.manifold.contains(key) { lists[key, default: []].append(value) }
        }
      }
    }
  }

  /// The program that made the page.
  var generator: String? { values["generator"] }

  /// What the page says it is to those who link to it.
  var openGraphType: String? { values["og:type"] }

  /// Whether the page calls itself an article.
  var isArticle: Bool { data.isArticle || values["og:type"]?.lowercased() == "article" }

  private func first(_ keys: String...) -> String? {
    for key in keys { if let value = values[key] { return value } }
    return nil
  }

  private static let manifold: Set<String> = [
    "citation_author", "dc:creator", "dcterms:creator", "dc:contributor:author", "article:author",
  ]

  /// The metadata; language and direction from `<html>` and `<body>`.
  func metadata() -> PageMetadata {
    var out = PageMetadata()
    let name = link.site.lowercased().prefix { $0 != ":" }
    // A name without a dot is no name on the web.
    let host = name.contains(".") ? String(name) : nil
    out.site = site
    out.title = title(PageTitle(tree, site: out.site, host: host))
    out.author = author(site: out.site)
    out.site = out.site ?? host.map { $0.hasPrefix("www.") ? String($0.dropFirst(4)) : $0 }
    out.excerpt =
      data.excerpt
      ?? first(
        "dc:description",
        "dcterms:description",
        "dcterm:description",
        "og:description",
        "weibo:article:description",
        "weibo:webpage:description",
        "description",
        "twitter:description"
      )
    out.image =
      (first("og:image", "og:image:url", "twitter:image", "twitter:image:src") ?? data.image)
      .flatMap(link.resolve)
    for node in tree.elements([.link], in: 0)
    where tree.attribute(.rel, of: node, equals: "canonical") {
      out.canonicalURL = tree.attribute(.href, of: node).flatMap(link.resolve)
      break
    }
    out.canonicalURL = out.canonicalURL ?? first("og:url").flatMap(link.resolve)
    if let html = tree.firstElement([.html], in: 0) {
      out.language = (tree.attribute(.lang, of: html) ?? tree.attribute(.xmlLang, of: html))
        .map(EntityText.collapsed)
      out.direction = tree.attribute(.dir, of: html).flatMap(Self.direction)
    }
    if out.language?.isEmpty ?? true {
      out.language = first("content-language", "og:locale", "language").map {
        $0.split(separator: "_").joined(separator: "-")
      }
    }
    let (date, spelling) = published(dayFirst: out.isDayFirst)
    out.publishedText = spelling
    if let date { out.publish(date) }
    return out
  }

  static func direction(_ value: String) -> String? {
    let value = value.lowercased()
    return value == "rtl" || value == "ltr" ? value : nil
  }

  /// The site's name: its own word for it before the company's behind it.
  private var site: String? {
    first("og:site_name") ?? data.site ?? first("application-name", "twitter:site:name")
  }

  private func title(_ parts: PageTitle) -> String? {
    let given =
      data.title
      ?? first(
        "citation_title",
        "dc:title",
        "dcterms:title",
        "dcterm:title",
        "og:title",
        "weibo:article:title",
        "weibo:webpage:title",
        "title",
        "twitter:title",
        "parsely-title"
      )
    return (given.map(parts.withoutSite) ?? parts.article(from: pageTitle)).map(parts.asShown)
  }

  /// The first date that can be read; the first spelling where none can.
  private func published(dayFirst: Bool) -> (PageDate?, String?) {
    let keys = [
      "article:published_time", "article:published", "parsely-pub-date", "og:published_time",
      "datepublished", "itemprop:datepublished", "citation_publication_date", "citation_date",
      "citation_online_date", "dc:date:issued", "dcterms:issued", "dcterms:created",
      "dc:date:created", "dc:date", "dcterms:date", "published_on", "published_at",
      "publish_date", "publish-date", "publishdate", "pubdate", "publication_date",
      "publication-date", "date", "sailthru:date", "rnews:datepublished", "article:create_at",
      "og:article:published_time", "cxenseparse:recs:publishtime", "originalpublicationdate",
    ]
    let given = [data.published].compactMap { $0 } + keys.compactMap { values[$0] }
    func read(_ text: String) -> PageDate? { DateText.read(text, dayFirst: dayFirst) }
    for text in given { if let date = read(text) { return (date, nil) } }
    if let date = data.publishedOfPage.flatMap(read) { return (date, nil) }
    let others = values.keys.filter(Self.isDate).sorted().compactMap { values[$0] }
    for text in others { if let date = read(text) { return (date, nil) } }
    return (nil, given.first)
  }

  /// Whether a name of metadata says in whatever prefix and spelling that it is the date of publication.
  private static func isDate(_ key: String) -> Bool {
    let last = key.split(separator: ":").last ?? ""
    return dateNames.contains(last.filter(\.isLetter))
  }

  private static let dateNames: Set<String> = [
    "date", "published", "publishdate", "publisheddate", "pubdate", "publicationdate",
    "datepublished",
    "publishedtime", "publishtime", "publishedat", "publishedon", "firstpublished",
    "articlefirstpublished", "originalpublishdate", "articledate", "displaydate", "posteddate",
    "created", "datecreated", "createdat", "creationdate", "releasedate",
  ]

  private static func isAddress(_ text: String) -> Bool {
    text.prefix { !$0.isWhitespace }.contains("://")
  }

  private func author(site: String?) -> String? {
    func list(_ keys: String...) -> String? {
      for key in keys {
        guard let names = lists[key]?.filter({ !Self.isAddress($0) }), !names.isEmpty else {
          continue
        }
        var once: [String] = []
        for name in names {
          let name = key == "citation_author" ? BylineText.givenNameFirst(name) : name
          if !once.contains(name) { once.append(name) }
        }
        return once.joined(separator: ", ")
      }
      return nil
    }
    let labelled = ["1", "2"].first { number in
      ["written by", "author", "by", "verfasst von", "écrit par", "escrito por"].contains(
        values["twitter:label" + number]?.lowercased() ?? ""
      )
    }
    let given = [
      data.author, list("citation_author"), list("dc:creator", "dcterms:creator", "dcterm:creator"),
      first("author"), first("parsely-author"), list("article:author"),
      first("og:article:author", "itemprop:author", "sailthru:author", "byl"),
      labelled.flatMap { values["twitter:data" + $0] },
    ]
    let names = given.compactMap { $0 }.filter { !Self.isAddress($0) }
      .map { BylineText.opened($0) }.filter { $0.contains(where: \.isLetter) }
    // A person comes before the site itself.
    return names.first { $0.lowercased() != site?.lowercased() } ?? names.first
  }
}
