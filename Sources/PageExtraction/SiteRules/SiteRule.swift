import ReadingList

/// The rule for a site, in the FiveFilters site-config format.
///
/// The format is lines of `name: value`; `#` starts a comment line; names may repeat. Supported are
/// `title`, `body`, `author`, `date`, `strip`, `strip_id_or_class`, `next_page_link` and
/// `http_header(name)`. Other names of the format are skipped; `problems` lists names outside the
/// format.
package struct SiteRule: Sendable {
  /// The names of lines with XPath 1.0 expressions.
  ///
  /// The first that matches counts, or all of them for `author` and `strip`.
  package enum Part: String, CaseIterable, Sendable {
    case title, body, author, date, strip
    case nextPageLink = "next_page_link"
  }

  private var expressions: [Part: [String]] = [:]
  /// Directives that are not in the format, such as misspelled ones.
  private var unknown: [String] = []
  /// HTTP headers for fetching from the site, by lower-case name.
  package private(set) var httpHeaders: [String: String] = [:]
  /// The maximum size of a file, in bytes.
  package static let maxLength = 1 << 18

  /// Whether it contains no known directive.
  package var isEmpty: Bool { expressions.isEmpty && httpHeaders.isEmpty }

  package subscript(part: Part) -> [String] { expressions[part] ?? [] }

  /// The problems of the rule, one per line: directives outside the format, and invalid XPath
  /// expressions.
  package var problems: [String] {
    unknown.map { "unknown directive “\($0.bounded(.line))”" }
      + Part.allCases.flatMap { part in
        self[part].filter { !RuledPage.isXPath($0) }.map {
          "\(part.rawValue): “\($0.bounded(.line))” is not valid XPath"
        }
      }
  }

  /// Parses a file; invalid lines are skipped.
  package init(parsing text: String) {
    for line in text.prefix(Self.maxLength).split(whereSeparator: \.isNewline) {
      let line = line.trimmed
      if line.isEmpty || line.hasPrefix("#") { continue }
      guard let (name, argument, value) = Self.parts(line) else { continue }
      switch name {
      case "strip_id_or_class":
        if let parts = Self.expression(ofIDOrClass: value.unquoted) {
          expressions[.strip, default: []].append(parts)
        }
      case "http_header": if let argument { httpHeaders[argument.lowercased()] = value }
      default:
        if let part = Part(rawValue: name) {
          expressions[part, default: []].append(value)
        } else if !Self.passedOver.contains(name), !unknown.contains(name) {
          unknown.append(name)
        }
      }
    }
  }

  /// Directives of the format that are not supported.
  private static let passedOver: Set<String> = [
    "strip_image_src", "find_string", "replace_string", "prune", "autodetect_on_failure",
    "dissolve", "unwrap", "wrap_in", "move_into", "if_page_contains", "skip_id_or_class",
    "strip_attr", "post_strip_attr", "native_ad_clue", "src_lazy_load_attr",
    "insert_detected_image", "autodetect_next_page", "skip_json_ld", "footnotes", "test_url",
    "test_contains", "tidy", "parser", "convert_double_br_tags", "strip_comments", "requires_login",
    "login_uri", "login_username_field", "login_password_field", "login_extra_fields",
    "not_logged_in_xpath", "dissolve_if", "max_nesting_level", "description", "image", "lang",
    "single_page_link",
  ]

  /// An expression for the elements with a text in their id or class; nil for a text with both
  /// kinds of quotes.
  private static func expression(ofIDOrClass part: String) -> String? {
    guard !part.isEmpty,
      let quote = ["\"", "'"].first(where: { (mark: String) in !part.contains(mark) })
    else {
      return nil
    }
    let word = quote + part + quote
    return "//body//*[contains(@id, \(word)) or contains(@class, \(word))]"
  }

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
  /// The text without surrounding white space, and quotes in it.
  var unquoted: String {
    let text = trimmed
    guard text.count >= 2, let first = text.first, first == text.last, first == "'" || first == "\""
    else { return text }
    return String(text.dropFirst().dropLast())
  }
}
