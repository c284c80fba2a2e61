/// The rules for one site, as a file in the FiveFilters site-config format gives them.
///
/// The format is lines of `name: value`; `#` starts a comment line; names may repeat. Read are `title`,
/// `body`, `author`, `date`, `strip`, `strip_id_or_class`, `strip_image_src`, `find_string` with
/// `replace_string`, `replace_string(from): to`, `single_page_link`, `next_page_link`,
/// `http_header(name)`, `prune`, `autodetect_on_failure`, `autodetect_next_page`, `dissolve`, `unwrap`,
/// `wrap_in(tag)`, `move_into(xpath)`, `if_page_contains`, `skip_id_or_class`, `strip_attr`,
/// `insert_detected_image`, `native_ad_clue`, `src_lazy_load_attr`, `skip_json_ld` and `footnotes`. Other
/// names are skipped; `problems` tells which the format does not have.
package struct SiteRule: Equatable, Sendable {
  /// A text to replace in the markup before it is parsed.
  package struct Replacement: Equatable, Sendable {
    package var find: String
    package var replacement: String
  }

  /// What an expression finds, and where or into what it is put.
  package struct Rearrangement: Equatable, Sendable {
    package var target: String
    package var expression: String
  }

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
  /// Parts of ids and classes that are not taken out, whatever else their names say.
  package var skipIDOrClass: [String] = []
  /// XPath expressions of elements whose content takes their place.
  package var dissolve: [String] = []
  /// XPath expressions of what is put into an element of its own, with the element's name.
  package var wrap: [Rearrangement] = []
  /// XPath expressions of what is moved to the end of another element, with that one's expression.
  package var move: [Rearrangement] = []
  /// XPath expressions of which one must find something for the links to other pages to count.
  package var conditions: [String] = []
  /// XPath expressions of attributes to take away.
  package var stripAttributes: [String] = []
  /// XPath expressions that find something in advertisements dressed as articles.
  package var nativeAdClues: [String] = []
  /// Attributes that hold the address of a picture until a script moves it.
  package var lazySources: [String] = []
  /// Whether the page's own picture stands over an article without any.
  package var insertsDetectedImage = false
  /// Whether a further page may be looked for where no directive finds one.
  package var detectsNextPage = true
  /// Whether what the page says of itself in JSON-LD is passed over.
  package var skipsLinkedData = false
  /// Whether notes at the end of the text are told from other lists.
  package var findsNotes = true
  /// Names of directives that are not in the format: misspelt, perhaps.
  package private(set) var unknown: [String] = []
  /// Parts of the addresses of pictures to take out.
  package var stripImageSource: [String] = []
  package var replacements: [Replacement] = []
  /// Headers to send when the site is fetched, by lower-case name.
  package var httpHeaders: [String: String] = [:]
  /// Whether the usual cleaning is done on what `body` found.
  package var prunes = true
  /// Whether the extractor may use its own judgement where `body` finds nothing.
  package var detectsOnFailure = true

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
      ("if_page_contains", conditions), ("dissolve", dissolve),
      ("wrap_in", wrap.map(\.expression)),
      ("move_into", move.flatMap { [$0.target, $0.expression] }),
      ("strip_attr", stripAttributes), ("native_ad_clue", nativeAdClues),
    ]
    return unknown.map { "unknown directive “\($0)”" }
      + named.flatMap { name, expressions in
        expressions.filter { !RuledPage.isXPath($0) }.map { "\(name): “\($0)” is not valid XPath" }
      }
  }

  /// Whether what it looks for stands in scripts, which are taken out of pages.
  var readsScripts: Bool {
    [title, author, date, singlePageLink, nextPageLink, conditions, nativeAdClues].joined()
      .contains { $0.contains("script") }
  }

  /// Reads a file; lines that make no sense are skipped.
  package init(parsing text: String) {
    var finds: [String] = []
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
      case "strip_image_src": stripImageSource.append(value.unquoted)
      case "find_string": finds.append(value)
      case "replace_string":
        if let argument {
          replacements.append(Replacement(find: argument, replacement: value))
        } else if !finds.isEmpty {
          replacements.append(Replacement(find: finds.removeFirst(), replacement: value))
        }
      case "http_header": if let argument { httpHeaders[argument.lowercased()] = value }
      case "prune": prunes = value.lowercased() != "no"
      case "autodetect_on_failure": detectsOnFailure = value.lowercased() != "no"
      case "dissolve", "unwrap": dissolve.append(value)
      case "wrap_in":
        if let argument { wrap.append(Rearrangement(target: argument, expression: value)) }
      case "move_into":
        if let argument { move.append(Rearrangement(target: argument, expression: value)) }
      case "if_page_contains": conditions.append(value)
      case "skip_id_or_class": skipIDOrClass.append(value.unquoted)
      case "strip_attr", "post_strip_attr": stripAttributes.append(value)
      case "native_ad_clue": nativeAdClues.append(value)
      case "src_lazy_load_attr": lazySources.append(value.unquoted.lowercased())
      case "insert_detected_image": insertsDetectedImage = value.lowercased() == "yes"
      case "autodetect_next_page": detectsNextPage = value.lowercased() != "no"
      case "skip_json_ld": skipsLinkedData = value.lowercased() == "yes"
      case "footnotes": findsNotes = value.lowercased() != "no"
      default: if !Self.passedOver.contains(name), !unknown.contains(name) { unknown.append(name) }
      }
    }
  }

  /// Directives that ask for nothing that is not done anyway, or for what other programs do.
  private static let passedOver: Set<String> = [
    "test_url", "test_contains", "tidy", "parser", "convert_double_br_tags", "strip_comments",
    "requires_login", "login_uri", "login_username_field", "login_password_field",
    "login_extra_fields", "not_logged_in_xpath", "dissolve_if", "max_nesting_level", "description",
    "image", "lang",
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
    if value.isEmpty, name != "replace_string" { return nil }
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
