extension Query {
  /// The query as it is written; parsing that gives the same query.
  ///
  /// A view that `in:` does not name stands there by what it holds.
  package var text: String {
    let words = condition.text
    guard let order else { return words }
    return (words.isEmpty ? "" : words + " ") + "sort:" + order.rawValue
  }
}

extension Query.Condition {
  /// As it is written where it stands alone.
  var text: String {
    switch self {
    case .test(let test): test.text
    case .not(let part): "-" + part.textOfOne
    case .all(let parts):
      parts.map { if case .any = $0 { $0.textOfOne } else { $0.text } }.joined(separator: " ")
    case .any(let parts): parts.map(\.text).joined(separator: " or ")
    }
  }

  /// As it is written among others.
  private var textOfOne: String {
    if case .test(let test) = self { test.text } else { "(\(text))" }
  }
}

extension Query.Test {
  /// As it is written.
  var text: String {
    switch self {
    case .text(let word): Self.quoted(word)
    case .exact(let phrase): Self.inQuotes(phrase)
    case .prefix(let word): Self.quoted(word) + "*"
    case .part(let part): "*" + part
    case .title(let word): "title:" + Self.quoted(word)
    case .site(let word): "site:" + Self.quoted(word)
    case .author(let word): "author:" + Self.quoted(word)
    case .url(let word): "url:" + Self.quoted(word)
    case .note(let word): "note:" + Self.quoted(word)
    case .tag(let name): "tag:" + Self.quoted(name)
    case .exactTag(let name): "tag:=" + Self.quoted(name)
    case .language(let code): "lang:" + Self.quoted(code)
    case .state(let state): "is:" + state.rawValue
    case .kind(let kind): "is:" + kind.rawValue
    case .minutes(let range): "minutes:" + Self.written(range)
    case .words(let range): "words:" + Self.written(range)
    case .progress(let range): "progress:" + Self.written(range)
    case .saved(let period): Self.written(saved: period)
    case .published(let period): "published:" + period.text
    case .color(let color): "color:" + color.rawValue
    case .inView(let view): name ?? "(\(view.query.text))"
    case .inList, .hasTags, .hasHighlights, .hasNote, .hasImage, .hasCode: name ?? ""
    }
  }

  /// A text as it is written: in quotes, unless it is a word that cannot be taken for anything else.
  package static func quoted(_ text: String) -> String {
    let isPlain =
      QueryLexer.isWord(text) && Query.misspelledKey(before: text) == nil
      && !["=", "*", "//"].contains { text.unicodeScalars.starts(with: $0.unicodeScalars) }
    return isPlain ? text : inQuotes(text)
  }

  private static func inQuotes(_ text: String) -> String {
    "\"\(text.replacingScalars(["\"": "\"\""]))\""
  }

  private static func written(_ range: ClosedRange<Int>) -> String {
    let (low, high) = (range.lowerBound, range.upperBound)
    if low == high { return String(low) }
    return high == .max ? "\(low).." : (low == 0 ? "" : String(low)) + "..\(high)"
  }

  private static func written(saved period: Query.Period) -> String {
    if period.from == nil, let age = period.to, age.isAge { return "older:" + age.text }
    if period.to == nil, let age = period.from, age.isAge { return "newer:" + age.text }
    return "saved:" + period.text
  }
}
