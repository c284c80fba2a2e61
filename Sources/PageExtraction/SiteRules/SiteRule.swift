/// The rules for one site, as a file in the FiveFilters site-config format gives them.
///
/// The format is lines of `name: value`; `#` starts a comment line; names may repeat. Read are `title`, `body`,
/// `author`, `date`, `strip`, `strip_id_or_class`, `single_page_link`, `next_page_link` and `http_header(name)`. The
/// other names of the format are skipped; `problems` names what the format does not have.
package struct SiteRule: Equatable, Sendable {
  /// XPath 1.0 expressions; the first that finds something counts, all of them for `author`.
  package var title: [String] = []
  package var body: [String] = []
  package var author: [String] = []
  package var date: [String] = []
  package var singlePageLink: [String] = []
  package var nextPageLink: [String] = []
  /// XPath expressions of what to take out.
  package var strip: [String] = []
  /// Parts of ids and classes of what to take out.
  package var stripIDOrClass: [String] = []
  /// Names of directives that are not in the format: misspelt, perhaps.
  package private(set) var unknown: [String] = []
  /// Headers to send when the site is fetched, by lower-case name.
  package var httpHeaders: [String: String] = [:]
  /// The longest file read, in bytes.
  package static let maxLength = 1 << 18

  /// Whether there is nothing in it that is known.
  package var isEmpty: Bool {
    var known = self
    known.unknown = []
    return known == SiteRule(parsing: "")
  }

  /// What is wrong with it, a line each: directives that the format does not have, and expressions
  /// that are no XPath.
  package var problems: [String] {
    let named: [(String, [String])] = [
      ("title", title), ("body", body), ("author", author), ("date", date), ("strip", strip),
      ("single_page_link", singlePageLink), ("next_page_link", nextPageLink),
    ]
    return unknown.map { "unknown directive “\($0)”" }
      + named.flatMap { name, expressions in
        expressions.filter { !RuledPage.isXPath($0) }.map { "\(name): “\($0)” is not valid XPath" }
      }
  }

  /// Whether what it looks for stands in scripts, which are taken out of pages.
  var readsScripts: Bool {
    [title, author, date, singlePageLink, nextPageLink].joined().contains { $0.contains("script") }
  }

  /// Reads a file; lines that make no sense are skipped.
  package init(parsing text: String) {
    for line in text.prefix(Self.maxLength).split(whereSeparator: \.isNewline) {
      let line = line.trimmed
      if line.isEmpty || line.hasPrefix("#") { continue }
      guard let (name, argument, value) = Self.parts(line) else { continue }
      switch name {
      case "title": title.append(value)
      case "body": body.append(value)
      case "author": author.append(value)
      case "date": date.append(value)
      case "single_page_link": singlePageLink.append(value)
      case "next_page_link": nextPageLink.append(value)
      case "strip": strip.append(value)
      case "strip_id_or_class": stripIDOrClass.append(value.unquoted)
      case "http_header": if let argument { httpHeaders[argument.lowercased()] = value }
      default: if !Self.passedOver.contains(name), !unknown.contains(name) { unknown.append(name) }
      }
    }
  }

  /// Directives of the format that are not followed.
  private static let passedOver: Set<String> = [
    "strip_image_src", "find_string", "replace_string", "prune", "autodetect_on_failure",
    "dissolve", "unwrap", "wrap_in", "move_into", "if_page_contains", "skip_id_or_class",
    "strip_attr", "post_strip_attr", "native_ad_clue", "src_lazy_load_attr",
    "insert_detected_image", "autodetect_next_page", "skip_json_ld", "footnotes", "test_url",
    "test_contains", "tidy", "parser", "convert_double_br_tags", "strip_comments", "requires_login",
    "login_uri", "login_username_field", "login_password_field", "login_extra_fields",
    "not_logged_in_xpath", "dissolve_if", "max_nesting_level", "description", "image", "lang",
  ]

  /// Splits `name: value` and `name(argument): value`.
  private static func parts(_ line: String) -> (name: String, argument: String?, value: String)? {
    let name = line.prefix { $0.isLetter || $0 == "_" }
    let rest = line[name.endIndex...]
    if rest.hasPrefix("(") {
      guard let close = rest.firstRange(of: "):") else { return nil }
      let argument = String(rest.dropFirst()[..<close.lowerBound]).unquoted
      guard !argument.isEmpty else { return nil }
      return (name.lowercased(), argument, String(rest[close.upperBound...]).trimmed)
    }
    guard !name.isEmpty, rest.hasPrefix(":") else { return nil }
    let value = String(rest.dropFirst()).trimmed
    if value.isEmpty { return nil }
    return (name.lowercased(), nil, value)
  }
}

extension StringProtocol {
  fileprivate var trimmed: String {
    var text = self[...].drop(while: \.isWhitespace)
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }

  fileprivate var unquoted: String {
    let text = trimmed
    guard text.count >= 2, let first = text.first, first == text.last, first == "'" || first == "\""
    else { return text }
    return String(text.dropFirst().dropLast())
  }
}
