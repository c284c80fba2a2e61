import ReadingList

/// Gathers what a page says about itself, best source first.
struct MetadataReader {
  private let tree: PageTree
  private let link: WebLink
  private var values: [String: String] = [:]
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
          values[name == .itemprop ? "itemprop:" + key : key] = value
        }
      }
    }
  }

  /// The program that made the page.
  var generator: String? { values["generator"] }

  /// Whether the page calls itself an article.
  var isArticle: Bool { data.isArticle || values["og:type"]?.lowercased() == "article" }

  private func first(_ keys: String...) -> String? {
    for key in keys { if let value = values[key] { return value } }
    return nil
  }

  /// The metadata; language and direction from `<html>` and `<body>`.
  func metadata() -> PageMetadata {
    var out = PageMetadata()
    out.title = title(site: data.site ?? first("og:site_name", "application-name"))
    out.author = author
    out.site = data.site ?? first("og:site_name", "application-name", "twitter:site:name")
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
    out.publishedText =
      data.published
      ?? first(
        "article:published_time",
        "parsely-pub-date",
        "og:published_time",
        "datepublished",
        "itemprop:datepublished",
        "dc:date:issued",
        "dcterms:created",
        "dc:date",
        "dcterms:date",
        "date",
        "sailthru:date"
      )
    out.publishedAt = out.publishedText.flatMap(DateText.timestamp)
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
    return out
  }

  static func direction(_ value: String) -> String? {
    let value = value.lowercased()
    return value == "rtl" || value == "ltr" ? value : nil
  }

  private func title(site: String?) -> String? {
    let given =
      data.title
      ?? first(
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
    return given ?? PageTitle.article(from: pageTitle, tree, site: site)
  }

  private var author: String? {
    let profile = first("article:author").flatMap { $0.contains("://") ? nil : $0 }
    let given =
      data.author
      ?? first("dc:creator", "dcterms:creator", "dcterm:creator", "author", "parsely-author")
      ?? profile ?? first("itemprop:author", "sailthru:author", "byl")
    return given.flatMap { $0.contains("://") ? nil : BylineText.opened($0) }
  }
}
