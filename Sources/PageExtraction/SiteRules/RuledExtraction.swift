/// Applies a site's rule to a page.
struct RuledExtraction {
  private(set) var title: String?
  private(set) var author: String?
  private(set) var date: String?
  private(set) var nextPageLink: String?
  /// The markup of the article; nil if `body` matched nothing.
  private(set) var article: [UInt8]?
  /// The markup of the page without the parts that the rule strips, if the rule has no `body`.
  private(set) var remaining: [UInt8]?

  /// Applies `rule` to a page.
  ///
  /// - Parameters:
  ///   - rule: the rule.
  ///   - markup: the filtered page.
  /// - Throws: `SiteRuleTooSlow` if its expressions take too many steps.
  init?(_ rule: SiteRule, _ markup: [UInt8]) throws(SiteRuleTooSlow) {
    guard var page = RuledPage(markup) else { return nil }
    try readMetadata(rule, page)
    for expression in rule[.strip] { page.remove(expression) }
    let body = Self.first(rule[.body]) { page.markup(of: $0) }
    guard !page.isExhausted else { throw SiteRuleTooSlow() }
    if let body { article = body } else { remaining = page.markup(of: "/*") }
  }

  private mutating func readMetadata(
    _ rule: SiteRule, _ page: borrowing RuledPage
  ) throws(SiteRuleTooSlow) {
    title = Self.first(rule[.title]) { page.text($0) }
    date = Self.first(rule[.date]) { page.text($0) }
    let authors = rule[.author].flatMap { page.texts($0) }
    author = authors.isEmpty ? nil : authors.joined(separator: ", ")
    nextPageLink = Self.first(rule[.nextPageLink]) { page.link($0) }
    guard !page.isExhausted else { throw SiteRuleTooSlow() }
  }

  private static func first<Value>(_ expressions: [String], _ find: (String) -> Value?) -> Value? {
    for expression in expressions { if let value = find(expression) { return value } }
    return nil
  }
}
