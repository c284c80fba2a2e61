import ReadingList

/// Finds words in what is open of the index.
struct Finder {
  /// How well each document matches, from 1; 0 where it does not.
  typealias Impacts = [UInt8]

  /// A word of the index that is looked for, and in which languages.
  struct Variant {
    var bytes: [UInt8]
    var languages: UInt32
    var isExact: Bool
  }

  let reader: IndexReader
  private var variants: [[UInt8]: [Variant]] = [:]
  private var stemmers: [UInt8: Stemmer] = [:]

  /// A finder in an index.
  init(_ reader: IndexReader) { self.reader = reader }

  /// The key of a word.
  static func key(_ word: [UInt8]) -> [UInt8] { [0x77] + word }

  /// The most words of the index that a beginning stands for, in each part.
  static let maxEndings = 5000
  /// The most words of the index that are looked through for a part, in each part of it.
  private static let maxScanned = 500_000
  /// The most words of the index that one is compared with for its stem, in each part.
  private static let maxRelatives = 2000

  /// The documents that have a word, or another of the same stem in their language.
  mutating func word(_ word: [UInt8]) throws(SearchError) -> Impacts {
    try impacts { (part, add) throws(SearchError) in
      for variant in try self.variants(of: word) {
        try add(Self.key(variant.bytes), variant.languages, variant.isExact)
      }
    }
  }

  /// The documents among the postings of a key.
  func having(_ key: [UInt8]) throws(SearchError) -> Impacts {
    try impacts { (_, add) throws(SearchError) in try add(key, .max, true) }
  }

  /// The documents that have a word that begins so.
  func beginning(_ bytes: [UInt8], _ word: ParsedWord) throws(SearchError) -> Impacts {
    let lengths = [word.beginnings.0, word.beginnings.1, word.beginnings.2]
    let isShort = !word.isLetter && lengths.contains(UInt8(clamping: bytes.count))
    return try isShort ? having([0x71] + bytes) : beginning(with: Self.key(bytes))
  }

  /// The documents among the postings of keys that begin so.
  func beginning(with beginning: [UInt8]) throws(SearchError) -> Impacts {
    try impacts { (part, add) throws(SearchError) in
      for key in try part.segment.keys(from: beginning, limit: Self.maxEndings) {
        try add(key, .max, key.count == beginning.count)
      }
    }
  }

  /// The documents that have a word with some bytes in it.
  func having(part wanted: [UInt8]) throws(SearchError) -> Impacts {
    try impacts { (part, add) throws(SearchError) in
      var left = Self.maxEndings
      for key in try part.segment.keys(from: Self.key([]), limit: Self.maxScanned)
      where left > 0 && key.count > wanted.count {
        guard key.firstRange(of: wanted) != nil else { continue }
        left -= 1
        try add(key, .max, key.count == wanted.count + 1)
      }
    }
  }

  /// The documents that have a mark.
  func marked(_ mark: UInt8) -> Impacts {
    var impacts = reader.parts.flatMap { $0.table.marks.map { $0 & mark != 0 ? UInt8(1) : 0 } }
    removeDead(&impacts)
    return impacts
  }

  /// Asks every part for keys, and takes the best of what each document has.
  private func impacts(
    _ ask: (
      IndexReader.Part,
      (_ key: [UInt8], _ languages: UInt32, _ isExact: Bool) throws(SearchError) -> Void
    ) throws(SearchError) -> Void
  ) throws(SearchError) -> Impacts {
    var impacts = Impacts(repeating: 0, count: reader.count)
    for part in reader.parts {
      try ask(part) { (key, languages, isExact) throws(SearchError) in
        try part.segment.withValue(key) { (postings) throws(SearchError) in
          try Postings.add(
            postings,
            of: part,
            only: languages == .max ? nil : (languages, reader.languages),
            lessen: !isExact,
            hasImpacts: key[0] != WordCodes.pairKind,
            to: &impacts
          )
        }
      }
    }
    removeDead(&impacts)
    return impacts
  }

  private func removeDead(_ impacts: inout Impacts) {
    if reader.manifest.dead.isEmpty { return }
    for place in impacts.indices { impacts[place] &= reader.living[place] }
  }
}

extension Finder {
  /// The words of the index that stand for one: itself, and in each frequent language those of its stem.
  ///
  /// Words of one stem begin alike but for a letter, so that only these are compared.
  mutating func variants(of word: [UInt8]) throws(SearchError) -> [Variant] {
    if let known = variants[word] { return known }
    var languages: [[UInt8]: UInt32] = [:]
    if word.count >= 3 {
      for language in reader.frequentLanguages {
        guard let stemmer = stemmer(language) else { continue }
        let stem = stemmer.stem(word)
        let beginning = Self.key(Array(stem.prefix(max(3, stem.count - 1))))
        for part in reader.parts {
          for key in try part.segment.keys(from: beginning, limit: Self.maxRelatives)
          where key.count <= stem.count + 9 {
            let other = Array(key.dropFirst())
            // Articles whose language is not known may be in this one.
            if other != word, languages[other, default: 0] >> UInt32(language) & 1 == 0,
              stemmer.stem(other) == stem
            {
              languages[other, default: 1] |= 1 << UInt32(language)
            }
          }
        }
      }
    }
    let exact = Variant(bytes: word, languages: .max, isExact: true)
    let found =
      [exact] + languages.map { Variant(bytes: $0.key, languages: $0.value, isExact: false) }
    variants[word] = found
    return found
  }

  private mutating func stemmer(_ language: UInt8) -> Stemmer? {
    if let known = stemmers[language] { return known }
    let made = Stemmer(language)
    stemmers[language] = made
    return made
  }
}
