/// The sources of each fact about a page, best first.
enum FactTable {
  enum Fact { case title, author, site, excerpt, image, date, language }

  enum Source {
    /// The article in JSON-LD.
    case linkedData
    /// A `<meta>` of this name or property; microdata have the prefix `itemprop:`.
    case meta(String)
    /// All `<meta>` of this name, one per author.
    case every(String)
  }

  static func sources(of fact: Fact) -> [Source] {
    switch fact {
    case .title: title
    case .author: author
    case .site: site
    case .excerpt: excerpt
    case .image: image
    case .date: date
    case .language: metas("content-language", "og:locale", "language")
    }
  }

  private static func metas(_ names: String...) -> [Source] { names.map(Source.meta) }

  private static let title: [Source] =
    [.linkedData]
    + metas(
      "citation_title", "dc:title", "dcterms:title", "dcterm:title", "og:title",
      "weibo:article:title", "weibo:webpage:title", "title", "twitter:title", "parsely-title")

  private static let author: [Source] =
    [
      .linkedData, .every("citation_author"), .every("dc:creator"), .every("dcterms:creator"),
      .every("dcterm:creator"), .every("author"), .meta("parsely-author"), .every("article:author"),
    ] + metas("og:article:author", "itemprop:author", "sailthru:author", "byl")

  /// The site's own name precedes the name of its publisher.
  private static let site: [Source] =
    [.meta("og:site_name"), .linkedData] + metas("application-name", "twitter:site:name")

  private static let excerpt: [Source] =
    [.linkedData]
    + metas(
      "dc:description", "dcterms:description", "dcterm:description", "og:description",
      "weibo:article:description", "weibo:webpage:description", "description", "twitter:description"
    )

  private static let image: [Source] =
    metas("og:image", "og:image:url", "twitter:image", "twitter:image:src") + [.linkedData]

  private static let date: [Source] =
    [.linkedData]
    + metas(
      "article:published_time", "article:published", "parsely-pub-date", "og:published_time",
      "datepublished", "itemprop:datepublished", "citation_publication_date", "citation_date",
      "citation_online_date", "dc:date:issued", "dcterms:issued", "dcterms:created",
      "dc:date:created", "dc:date", "dcterms:date", "published_on", "published_at", "publish_date",
      "publish-date", "publishdate", "pubdate", "publication_date", "publication-date", "date",
      "sailthru:date", "rnews:datepublished", "article:create_at", "og:article:published_time",
      "cxenseparse:recs:publishtime", "originalpublicationdate")

  /// Whether a metadata name means the date of publication, with any prefix and spelling.
  static func isDate(_ key: String) -> Bool {
    let last = key.split(separator: ":").last ?? ""
    return dateNames.contains(last.filter(\.isLetter))
  }

  private static let dateNames: Set<String> = [
    "date", "published", "publishdate", "publisheddate", "pubdate", "publicationdate",
    "datepublished", "publishedtime", "publishtime", "publishedat", "publishedon", "firstpublished",
    "articlefirstpublished", "originalpublishdate", "articledate", "displaydate", "posteddate",
    "created", "datecreated", "createdat", "creationdate", "releasedate",
  ]
}

extension LinkedData {
  subscript(fact: FactTable.Fact) -> String? {
    switch fact {
    case .title: title
    case .author: author
    case .site: site
    case .excerpt: excerpt
    case .image: image
    case .date: published
    case .language: language
    }
  }
}
