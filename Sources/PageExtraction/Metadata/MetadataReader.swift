import ReadingList

/// Collects a page's metadata, best source first.
struct MetadataReader {
  private let tree: PageTree
  private let link: WebLink
  private var values: [String: String] = [:]
  /// The values of metadata that repeat for each author.
  private var lists: [String: [String]] = [:]
  private(set) var pageTitle = ""
  private(set) var data = LinkedData()

  init(_ tree: PageTree, linkedData: [[UInt8]], link: WebLink) {
    self.tree = tree
    self.link = link
    gather()
    data = LinkedData(linkedData, title: pageTitle)
  }

  private mutating func gather() {
    var hasTitle = false
    for node in tree.elements([.meta, .title], in: PageTree.root) {
      if tree.tag(node) == .title {
        if !hasTitle { pageTitle = tree.innerText(node) }
        hasTitle = true
        continue
      }
      guard let content = tree.attribute(.content, of: node) else { continue }
      let value = PageText.decoded(content)
      guard !value.isEmpty, !Self.isTemplate(value) else { continue }
      for name in [AttributeName.property, .name, .itemprop, .httpEquiv] {
        guard let list = tree.attribute(name, of: node) else { continue }
        for key in list.lowercased().split(whereSeparator: \.isWhitespace) {
          let key = key.split(separator: ".").joined(separator: ":")
          // Of several described things, the first is the page's subject.
          if name == .itemprop {
            if values["itemprop:" + key] == nil { values["itemprop:" + key] = value }
          } else {
            values[key] = value
          }
          lists[key, default: []].append(value)
        }
      }
    }
  }

  /// Whether a value is an unfilled template.
  private static func isTemplate(_ value: String) -> Bool {
    ["{{", "<%", "${", "[[", "%%"].contains { ByteText.contains(value, $0) }
      && ["}}", "%>", "}", "]]", "%%"].contains { value.hasSuffix($0) }
  }

  /// The program that generated the page.
  var generator: String? { values["generator"] }

  /// The type that the page states for link previews.
  var openGraphType: String? { values["og:type"] }

  /// Whether the metadata describe an article.
  var isArticle: Bool { data.isArticle || values["og:type"]?.lowercased() == "article" }

  /// The values of metadata, in the order of the keys; `stated` is what the article's JSON-LD says.
  private func candidates(_ keys: [String], _ stated: String? = nil) -> [String] {
    keys.compactMap { key in
      if key == FactTable.linkedData { return stated }
      return FactTable.repeated.contains(key) ? names(key) : values[key]
    }
  }

  /// All values of a name that repeats for each author.
  private func names(_ key: String) -> String? {
    var once: [String] = []
    for name in lists[key] ?? [] where !Self.isAddress(name) {
      let name = key == "citation_author" ? BylineText.givenNameFirst(name) : name
      if !once.contains(name) { once.append(name) }
    }
    return once.isEmpty ? nil : once.joined(separator: ", ")
  }

  /// Returns the metadata; language and direction are those of `<html>` or `<body>`.
  func metadata() -> PageMetadata {
    var out = PageMetadata()
    let name = link.site.lowercased().prefix { $0 != ":" }
    // A host name without a dot is not on the web.
    let host = name.contains(".") ? String(name) : nil
    out.site = candidates(FactTable.site, data.site).first
    out.title = title(PageTitle(tree, site: out.site, host: host))
    out.author = author(site: out.site)
    out.site = out.site ?? host.map { $0.hasPrefix("www.") ? String($0.dropFirst(4)) : $0 }
    out.excerpt = candidates(FactTable.excerpt, data.excerpt).first
    out.image = candidates(FactTable.image, data.image).first.flatMap(link.resolve)
    for node in tree.elements([.link], in: PageTree.root)
    where tree.attribute(.rel, of: node, equals: "canonical") {
      out.canonicalURL = tree.attribute(.href, of: node).flatMap(link.resolve)
      break
    }
    out.canonicalURL = out.canonicalURL ?? values["og:url"].flatMap(link.resolve)
    if let html = tree.firstElement([.html], in: PageTree.root) {
      let language = tree.attribute(.lang, of: html) ?? tree.attribute(.xmlLang, of: html)
      out.language = language.map { PageText.line($0) }
      let direction = tree.attribute(.dir, of: html)?.lowercased()
      out.direction = ["ltr", "rtl"].first { $0 == direction }
    }
    if out.language?.isEmpty ?? true {
      out.language = candidates(FactTable.language).first.map {
        $0.split(separator: "_").joined(separator: "-")
      }
    }
    if let date = published(dayFirst: out.isDayFirst) { out.publish(date) }
    return out
  }

  private func title(_ parts: PageTitle) -> String? {
    let given = candidates(FactTable.title, data.title).map {
      parts.withoutMarkup($0, pageTitle: pageTitle)
    }
    // The title of a front page is the site's name.
    func isTitle(_ title: String) -> Bool { link.isFrontPage || !parts.isOnlySite(title) }
    let stated =
      given.first(where: isTitle).map(parts.withoutSite)
      ?? parts.article(from: pageTitle).flatMap { isTitle($0) ? $0 : nil }
    guard let stated else { return parts.headline ?? given.first ?? parts.article(from: pageTitle) }
    return parts.shown(for: stated, pageTitle: pageTitle, isArticle: isArticle) ?? stated
  }

  /// The first valid date.
  private func published(dayFirst: Bool) -> PageDate? {
    func first(_ texts: [String]) -> PageDate? {
      texts.lazy.compactMap { DateText.read($0, dayFirst: dayFirst) }.first
    }
    let given = candidates(FactTable.date, data.published)
    return first(given + [data.publishedOfPage].compactMap(\.self))
      ?? first(values.keys.filter(FactTable.isDate).sorted().compactMap { values[$0] })
  }

  private static func isAddress(_ text: String) -> Bool {
    text.prefix { !$0.isWhitespace }.contains("://")
  }

  private func author(site: String?) -> String? {
    let labelled = ["1", "2"].first { number in
      ["written by", "author", "by", "verfasst von", "écrit par", "escrito por"].contains(
        values["twitter:label" + number]?.lowercased() ?? "")
    }
    let given =
      candidates(FactTable.author, data.author)
      + [labelled.flatMap { values["twitter:data" + $0] }].compactMap { $0 }
    let names = given.filter { !Self.isAddress($0) }.map { BylineText.opened($0) }.filter {
      $0.contains(where: \.isLetter) && !BylineText.isStandIn($0)
    }
    // A person's name precedes the site's name.
    return names.first { $0.lowercased() != site?.lowercased() } ?? names.first
  }
}
