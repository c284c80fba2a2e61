// Terms.
extension QueryParser {
  mutating func test(_ term: QueryLexer.Term, _ range: Range<Int>) -> Query.Test? {
    guard let key = term.key, key != "text" else {
      noteMisspelledKey(term, range)
      let word = Query.folded(term.value)
      if word.isEmpty {
        if term.key != nil { noteMissing("text: needs a value: WORDS", range) }
        return nil
      }
      if word.hasPrefix("*"), word.utf8.count > 1, !term.isQuoted {
        let part = String(word.drop { $0 == "*" }.reversed().drop { $0 == "*" }.reversed())
        return QueryLexer.isWord("*" + part) && !part.isEmpty ? .part(part) : .exact(word)
      }
      if term.isPrefix || isTyping && term.isOpen { return .prefix(word) }
      // Folded, signs of other scripts may be those of the language.
      return term.isQuoted || Query.Test.quoted(word) != word ? .exact(word) : .text(word)
    }
    var term = term
    // A part that may stand anywhere needs no star.
    let isText = ["title", "site", "author", "url", "note", "lang", "language"].contains(key)
    if term.isPrefix, !isText { term.value += "*" }
    if ["is", "has", "in", "color"].contains(key) { return named(term, key, range) }
    guard let known = Query.key(named: key) else { return nil }
    let value = term.value
    if !term.isQuoted, value.hasPrefix("("), value.count(of: "(") > value.count(of: ")") {
      noteMissing(
        "\(key): takes a word or a phrase, \(key):\"a b\"; group as (\(key):a or \(key):b)", range)
      return nil
    }
    var word = Query.folded(value)
    // Of addresses parts are looked for anyway.
    if ["site", "url"].contains(key), !term.isQuoted { word = String(word.drop { $0 == "*" }) }
    guard !word.isEmpty else {
      noteMissing("\(key): needs a value: \(known.takes)", range)
      return nil
    }
    if word == "*", !term.isQuoted {
      let thing = ["tag": "has:tags", "note": "has:note"][key]
      note(
        thing.map { "\(key):* is not a \(key); use \($0)" }
          ?? "\(key): needs a value: \(known.takes)",
        range)
      return nil
    }
    switch key {
    case "title": return .title(word)
    case "site": return .site(word)
    case "author": return .author(word)
    case "url": return .url(word)
    case "note": return .note(word)
    case "tag":
      return term.isExact
        ? .exactTag(value) : .tag(Query.folded(normalizedTag(word, maxLength: .max) ?? word))
    case "lang", "language": return .language(word)
    case "minutes": return numbers(term, key, range).map { .minutes($0) }
    case "words": return numbers(term, key, range).map { .words($0) }
    case "progress": return numbers(term, key, range).map { .progress($0) }
    case "older": return age(term, key, range).map { .saved(.init(from: nil, to: $0)) }
    case "newer": return age(term, key, range).map { .saved(.init(from: $0, to: nil)) }
    case "saved": return period(term, key, range).map { .saved($0) }
    case "published": return period(term, key, range).map { .published($0) }
    default: return nil
    }
  }

  /// Reports a word before a colon that is a slip of the fingers away from a key.
  private mutating func noteMisspelledKey(_ term: QueryLexer.Term, _ range: Range<Int>) {
    guard term.key == nil, !term.isQuoted, let key = Query.misspelledKey(before: term.value) else {
      return
    }
    let written = term.value.prefix { $0 != ":" }
    noteMissing("Unknown key \(written):, did you mean \(key):? In quotes it is text", range)
  }

  private mutating func named(
    _ term: QueryLexer.Term, _ key: String, _ range: Range<Int>
  ) -> Query.Test? {
    let word = Query.folded(term.value)
    let test: Query.Test? =
      switch key {
      case "is":
        Query.State(rawValue: word).map { .state($0) } ?? PageKind(rawValue: word).map { .kind($0) }
      case "color": Highlight.Color(rawValue: word).map { .color($0) }
      default: .named(word, after: key)
      }
    if test == nil {
      let thing = ["is": "state", "in": "list", "color": "color"][key] ?? "thing"
      noteUnknown(term, range, thing, Query.key(named: key)?.words ?? [])
    }
    return test
  }

  private mutating func numbers(
    _ term: QueryLexer.Term, _ key: String, _ range: Range<Int>
  ) -> ClosedRange<Int>? {
    let text = term.value
    if let numbers = Self.numbers(text) {
      let ends = [numbers.lowerBound, numbers.upperBound].filter { $0 != .max }
      if key != "progress" || ends.allSatisfy({ $0 <= 100 }) { return numbers }
      noteMissing("\(key):\(text) is more than all of it; use percent from 0 to 100", range)
      return nil
    }
    noteMissing("\(key):\(text) is not a range; use \(key):5..20, \(key):..10 or \(key):10", range)
    return nil
  }

  private static func numbers(_ text: String) -> ClosedRange<Int>? {
    func number(_ text: some StringProtocol) -> Int? { Int(text).flatMap { $0 < 0 ? nil : $0 } }
    if let value = number(text) { return value...value }
    guard let dots = text.firstRange(of: "..") else { return nil }
    let (low, high) = (text[..<dots.lowerBound], text[dots.upperBound...])
    guard let from = low.isEmpty ? 0 : number(low), let to = high.isEmpty ? Int.max : number(high),
      from <= to, !(low.isEmpty && high.isEmpty)
    else { return nil }
    return from...to
  }

  private mutating func age(
    _ term: QueryLexer.Term, _ key: String, _ range: Range<Int>
  ) -> Query.Point? {
    if let age = Query.Point(Query.folded(term.value)), age.isAge { return age }
    noteMissing("\(key):\(term.value) is not an age; use \(key):3d, 2w, 6m or 1y", range)
    return nil
  }

  private mutating func period(
    _ term: QueryLexer.Term, _ key: String, _ range: Range<Int>
  ) -> Query.Period? {
    let text = Query.folded(term.value)
    if let dots = text.firstRange(of: "..") {
      let low = String(text[..<dots.lowerBound])
      let high = String(text[dots.upperBound...])
      let (from, to) = (Query.Point(low), Query.Point(high))
      if from != nil || low.isEmpty, to != nil || high.isEmpty, from != nil || to != nil {
        let period = Query.Period(from: from, to: to)
        if !period.isBackwards { return period }
      }
    } else if let point = Query.Point(text), !point.isAge {
      return Query.Period(from: point, to: point)
    }
    noteMissing(
      "\(key):\(term.value) is not a date; use \(key):2026-01-31, \(key):2025-11, \(key):today, "
        + "\(key):2025..2026-06 or \(key):30d..", range)
    return nil
  }
}

extension String {
  fileprivate func count(of scalar: Unicode.Scalar) -> Int { unicodeScalars.count { $0 == scalar } }
}
