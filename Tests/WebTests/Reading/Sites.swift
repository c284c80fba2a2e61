import PageExtraction
import Testing
import Web

/// Pages for the tests, and readers that fetch them.
enum Sites {
  static var options: FetchOptions {
    var options = FetchOptions()
    options.proxy = ""
    // The machine may be arbitrarily slow.
    options.connectSeconds = 100_000
    options.stallSeconds = 100_000
    options.wholeSeconds = 100_000
    return options
  }

  /// A page of an article: a range of numbered paragraphs, and a link to the next page.
  static func page(
    _ paragraphs: ClosedRange<Int>, title: String = "The Long Walk", heading: String? = nil,
    links: String = ""
  ) -> String {
    let text = paragraphs.map { number in
      """
      <p>Paragraph \(number). They walked along the river until the light went, and nobody said a word about the
      house that they had left behind them in the morning, which was still on their minds.</p>
      """
    }.joined()
    return """
      <!DOCTYPE html><html lang="en"><head><title>\(title)</title></head><body>
      <article class="story"><h1>\(heading ?? title)</h1>\(text)</article>\(links)</body></html>
      """
  }

  /// A link in the form that the test rules look for.
  static func link(_ kind: String, _ target: String) -> String {
    "<p><a class=\"\(kind)\" href=\"\(target)\">more</a></p>"
  }

  /// Rules that match the links of `link`.
  static let series = """
    body: //article
    next_page_link: //a[@class='next']/@href
    """

  /// A reader for a local server, with rules for it.
  static func reader(rules: String? = series, options: FetchOptions = options) -> PageReader {
    PageReader(
      fetcher: CurlPageFetcher(options: options),
      rules: SiteRules(lookup: { $0 == "127.0.0.1.txt" ? rules : nil }))
  }

  /// The article at an address.
  static func article(_ url: String, _ reader: PageReader = reader()) async throws -> Extraction {
    guard case .article(let found, _) = try await reader.read(PageRequest(url: url)) else {
      throw NoArticle()
    }
    return found
  }

  struct NoArticle: Error {}

  /// The numbers of an article's paragraphs, in order.
  static func numbers(_ article: Extraction) -> [Int] {
    article.text.matches(of: /Paragraph (\d+)\./).compactMap { Int($0.output.1) }
  }
}
