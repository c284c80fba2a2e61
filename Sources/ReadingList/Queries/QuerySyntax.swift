extension Query {
  /// A key of the language, as help, manual, completion and the parser's own errors have it.
  package struct Key: Equatable, Sendable {
    /// The key before the colon.
    package let name: String
    /// The value after the colon, as a word or an example.
    package let takes: String
    /// The meaning in a few words.
    package let meaning: String
    /// The meaning with the possible values.
    package var explanation: String {
      meaning + (words.isEmpty ? "" : ": " + words.joined(separator: " "))
    }
    /// The words that can stand behind it; empty when anything can.
    package let words: [String]
    /// Example values for completion, if the values are unlimited.
    package let examples: [String]

    fileprivate init(
      _ name: String, _ takes: String, _ meaning: String, words: [String] = [],
      examples: [String] = []
    ) {
      self.name = name
      self.takes = takes
      self.meaning = meaning
      self.words = words
      self.examples = examples
    }
  }

  /// The keys of the language.
  package static let keys: [Key] = [
    Key("text", "WORDS", "words anywhere in the article"),
    Key("title", "WORDS", "words in the title"),
    Key("site", "NAME", "part of the site's name or address"),
    Key("author", "NAME", "part of the author's name"), Key("url", "PART", "part of the address"),
    Key("tag", "NAME", "a tag; tag:=Name must match exactly"),
    Key("note", "WORDS", "words in your note"),
    Key("lang", "CODE", "the beginning of the language: en, pt-BR"),
    Key(
      "is", "STATE", "its state, or its kind of page",
      words: State.allCases.map(\.rawValue) + PageKind.allCases.map(\.rawValue)),
    Key(
      "has", "THING", "what it has; images and code are those of its text",
      words: Test.words(after: "has")),
    Key(
      "color", "COLOR", "it has a highlight of that color",
      words: Highlight.Color.allCases.map(\.rawValue)),
    Key("in", "LIST", "the list that it is in", words: Test.words(after: "in")),
    Key(
      "minutes", "5..20", "reading time; ..10 and 20.. have one end",
      examples: ["..5", "5..15", "15.."]),
    Key("words", "1000..", "length in words", examples: ["..500", "500..2000", "2000.."]),
    Key("progress", "1..94", "percent read", examples: ["1..49", "50..94", "95.."]),
    Key(
      "saved", "2026-01..", "when it was saved: today, yesterday, 2025, 2025-11, 2025-11-30",
      examples: ["today", "yesterday", "1w..", "1m..", "1y.."]),
    Key(
      "published", "2025", "when it was published; 1y.. is in the last year",
      examples: ["1w..", "1m..", "1y..", "..1y"]),
    Key(
      "older", "1y", "saved longer ago than 30d, 2w, 6m or 1y", examples: ["1w", "1m", "6m", "1y"]),
    Key("newer", "2w", "saved since then", examples: ["1d", "1w", "1m"]),
    Key(
      "sort", "ORDER", "the order of what is found, with -reversed the other way round",
      words: Order.offered.map(\.rawValue)),
  ]

  /// How conditions are written and combined, an example and what it means each.
  package static let forms: [(example: String, meaning: String)] = [
    ("slow web", "both words, in title, site, author, address, tags, note or text"),
    ("\"slow web\"", "just this phrase or word; a quote in it is written twice"),
    ("typo*", "words that begin this way; *typo also within words"), ("tag:go site:lwn", "both"),
    ("tag:go or tag:rust", "either; and binds tighter than or"),
    ("-is:read", "not; also not is:read"), ("tag:go (is:unread or has:note)", "parentheses group"),
  ]

  /// The key of a name.
  package static func key(named name: String) -> Key? {
    keys.first { $0.name == (name == "language" ? "lang" : name) }
  }

  /// The key that the word before a text's first colon misses by a letter more or less, or by two that changed
  /// places; nil where there is none.
  ///
  /// Keys of two letters, and words with another letter, are too often meant as words.
  static func misspelledKey(before text: String) -> String? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let (word, value) = (text[..<colon].lowercased(), text[colon...].dropFirst())
    guard !value.isEmpty, !value.hasPrefix("//"), !value.hasPrefix(":"), key(named: word) == nil,
      word.unicodeScalars.allSatisfy(\.properties.isAlphabetic)
    else { return nil }
    return keys.first { key in
      key.name.count > 2 && typos(Array(word.utf8), Array(key.name.utf8), most: 1) == 1
        && (word.count != key.name.count || word.sorted() == key.name.sorted())
    }?.name
  }

  /// Whether a text begins with a key that is negated, such as `-is:`.
  package static func isNegatedKey(_ text: String) -> Bool {
    guard text.hasPrefix("-"), let colon = text.firstIndex(of: ":") else { return false }
    return key(named: text[..<colon].dropFirst().lowercased()) != nil
  }
}

extension Query.Test {
  /// The tests that a word after a key names, the word that is written first.
  private static let namedTests: [String: [(words: [String], test: Query.Test)]] = [
    "has": [
      (["tags", "tag"], .hasTags), (["highlight", "highlights"], .hasHighlights),
      (["note", "notes"], .hasNote), (["image", "images"], .hasImage), (["code"], .hasCode),
    ],
    "in": [
      (["list", "readinglist", "unarchived"], .inList(.readingList)),
      (["favorites", "favorite"], .inList(.favorites)),
      (["archived", "archive"], .inList(.archived)), (["progress"], .inView(.inProgress)),
      (["failed"], .inView(.failed)), (["trash"], .inView(.trash)),
      (["all", "everything"], .inView(.everything)),
    ],
  ]

  /// The words that can stand behind a key.
  fileprivate static func words(after key: String) -> [String] {
    (namedTests[key] ?? []).compactMap(\.words.first)
  }

  /// The test that a word behind a key names.
  static func named(_ word: String, after key: String) -> Query.Test? {
    namedTests[key]?.first { $0.words.contains(word) }?.test
  }

  /// The key and the word that name the test; nil where there are none.
  var name: String? {
    for (key, tests) in Self.namedTests {
      if let word = tests.first(where: { $0.test == self })?.words.first { return "\(key):\(word)" }
    }
    return nil
  }
}
