/// The names of the metadata with each fact about a page, best first.
///
/// They are those of `<meta>`; names of microdata have the prefix `itemprop:`.
enum FactTable {
  /// Stands for what the article's JSON-LD says.
  static let linkedData = "JSON-LD"

  static let title = [
    linkedData, "citation_title", "dc:title", "dcterms:title", "dcterm:title", "og:title",
    "weibo:article:title", "weibo:webpage:title", "title", "twitter:title", "parsely-title",
  ]

  static let author = [
    linkedData, "citation_author", "dc:creator", "dcterms:creator", "dcterm:creator", "author",
    "parsely-author", "article:author", "og:article:author", "itemprop:author", "sailthru:author",
    "byl",
  ]

  /// Names that repeat for each author.
  static let repeated: Set<String> = [
    "citation_author", "dc:creator", "dcterms:creator", "dcterm:creator", "author",
    "article:author",
  ]

  /// The site's own name precedes the name of its publisher.
  static let site = ["og:site_name", linkedData, "application-name", "twitter:site:name"]

  static let excerpt = [
    linkedData, "dc:description", "dcterms:description", "dcterm:description", "og:description",
    "weibo:article:description", "weibo:webpage:description", "description", "twitter:description",
  ]

  static let image = ["og:image", "og:image:url", "twitter:image", "twitter:image:src", linkedData]

  static let date = [
    linkedData, "article:published_time", "article:published", "parsely-pub-date",
    "og:published_time", "datepublished", "itemprop:datepublished", "citation_publication_date",
    "citation_date", "citation_online_date", "dc:date:issued", "dcterms:issued", "dcterms:created",
    "dc:date:created", "dc:date", "dcterms:date", "published_on", "published_at", "publish_date",
    "publish-date", "publishdate", "pubdate", "publication_date", "publication-date", "date",
    "sailthru:date", "rnews:datepublished", "article:create_at", "og:article:published_time",
    "cxenseparse:recs:publishtime", "originalpublicationdate",
  ]

  static let language = ["content-language", "og:locale", "language"]

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
