import Platform
import ReadingList

/// Answers conditions about text from what is open of the index.
struct Finder {
  let reader: Reader
  private let texts: SearchTexts
  private var answers: [Query.Test: Answer] = [:]
  private var forms: [[UInt8]: [[UInt8]]] = [:]
  /// The languages of more than one document in a hundred.
  private let languages: [String]

  /// The answer to a condition.
  private struct Answer {
    /// The documents that meet it, with the unchecked ones.
    var marks: Reader.Marks
    /// The documents whose texts are still to be checked for the phrase.
    var unchecked: Reader.Marks?
  }

  /// The most terms that a beginning or a part of a word stands for, and the most of them that rank.
  private static let (maxEndings, maxRanking) = (2000, 8)
  /// The most conditions that count.
  static let maxConditions = 64
  /// The most words that one is compared with for its stem.
  private static let maxRelatives = 2000

  init(_ reader: Reader, _ texts: @escaping SearchTexts) throws(SearchError) {
    (self.reader, self.texts) = (reader, texts)
    let known = try reader.terms(Array(Mark.language("").utf8), limit: 32)
    let total = known.reduce(0) { $0 + $1.count }
    let languages = known.filter { $0.count * 100 > total && $0.bytes.count > 1 }.map {
      String(decoding: $0.bytes.dropFirst(), as: UTF8.self)
    }
    // Pages that do not say are mostly in English.
    self.languages = languages.isEmpty ? ["en"] : languages
  }

  /// Marks of the documents that meet a condition, with those whose texts are not checked yet; nil if it is not about
  /// text.
  mutating func marks(_ test: Query.Test) throws(SearchError) -> Reader.Marks? {
    if let known = answers[test] { return known.marks }
    guard let condition = TextCondition(test) else { return nil }
    var answer = Answer(marks: reader.none)
    switch condition {
    case .mark(let mark): answer.marks = try reader.marks([Array(mark.utf8)])
    case .part(let part):
      for field in Field.allCases {
        let terms = try reader.terms(field.term([]), part: part, limit: Self.maxEndings)
        answer.marks.formUnion(try reader.marks(terms.map(\.bytes)))
      }
    case .word(let word):
      let forms = try forms(of: word)
      answer.marks = try reader.marks(Field.allCases.flatMap { forms.map($0.term) })
    case .phrase(let words, let isOpen):
      for field in Field.allCases {
        answer.marks.formUnion(try candidates(for: words, isOpen: isOpen, in: field))
      }
      if condition.asksTexts { answer.unchecked = answer.marks }
    }
    answers[test] = answer
    return answer.marks
  }

  /// Checks the texts of documents for a phrase.
  mutating func check(_ test: Query.Test, in documents: Reader.Marks) throws(SearchError) {
    _ = try marks(test)
    guard var answer = answers[test], let unchecked = answer.unchecked else { return }
    let numbers = unchecked.indices.filter { unchecked[$0] & documents[$0] != 0 }
    guard !numbers.isEmpty, case .phrase(let words, let isOpen) = TextCondition(test) else {
      return
    }
    var maker = SnippetMaker()
    maker.add(phrase: words, isOpen: isOpen)
    let found = Parallel.map(numbers.count) { [ids = reader.ids, maker, texts] index in
      texts(ids[numbers[index]])?.fields.contains { maker.isMatch($0.text) } ?? false
    }
    answer.unchecked = nil
    answers[test] = nil
    var left = unchecked
    for (number, isFound) in zip(numbers, found) {
      left[number] = 0
      if !isFound { answer.marks[number] = 0 }
    }
    answer.unchecked = left
    answers[test] = answer
  }

  /// The documents that have all words of a phrase in a field.
  private func candidates(
    for phrase: [WordParser.Word], isOpen: Bool, in field: Field
  ) throws(SearchError) -> Reader.Marks {
    let (whole, end) = phrase.keys(isOpen: isOpen)
    var all: Reader.Marks?
    if !end.isEmpty {
      let terms = try endings(field.term(end), limit: Self.maxEndings)
      all = try reader.marks(terms.map(\.bytes))
    }
    for key in whole {
      let marks = try reader.marks([field.term(key)])
      all = all?.intersection(marks) ?? marks
    }
    return all ?? reader.none
  }

  private func endings(_ beginning: [UInt8], limit: Int) throws(SearchError) -> [Reader.Term] {
    // Words of one letter begin most others, of which the frequent ones suffice.
    try reader.terms(
      beginning, limit: min(limit, beginning.count > 2 ? limit : Self.maxEndings / 10))
  }

  /// The best of some documents, best first; equal ones by id.
  mutating func ranked(
    _ tests: [Query.Test], among documents: Reader.Marks, limit: Int
  ) throws(SearchError) -> [UInt32] {
    var counted: [(terms: [[UInt8]], weight: Double)] = []
    for test in tests.prefix(Self.maxConditions) { counted += try self.counted(test) }
    return limit > 0 ? try reader.ranked(documents, by: counted, limit: limit) : []
  }

  /// The terms that a condition is ranked by: those of each list count together.
  private mutating func counted(
    _ test: Query.Test
  ) throws(SearchError) -> [(terms: [[UInt8]], weight: Double)] {
    var counted: [(terms: [[UInt8]], weight: Double)] = []
    for field in Field.allCases {
      switch TextCondition(test) {
      case .word(let word):
        counted.append((try forms(of: word).map { field.term($0) }, field.weight))
      case .phrase(let words, let isOpen):
        let (whole, end) = words.keys(isOpen: isOpen)
        for key in whole { counted.append(([field.term(key)], field.weight)) }
        guard !end.isEmpty else { continue }
        let terms = try endings(field.term(end), limit: Self.maxRanking).map(\.bytes)
        counted.append((terms, field.weight))
      case .part(let part):
        let terms = try reader.terms(field.term([]), part: part, limit: Self.maxRanking)
        counted.append((terms.map(\.bytes), field.weight))
      case .mark, nil: break
      }
    }
    return counted
  }

  /// The words of the index that stand for one: itself, and those of its stem in each frequent language.
  ///
  /// Words of one stem begin alike but for a letter, so that only these are compared.
  mutating func forms(of word: [UInt8]) throws(SearchError) -> [[UInt8]] {
    if let known = forms[word] { return known }
    var found: Set = [word]
    for language in languages where word.count >= 3 {
      guard let stemmer = Stemmer(language) else { continue }
      let stem = stemmer.stem(word)
      let beginning = Array(stem.prefix(max(3, stem.count - 1)))
      for field in Field.allCases {
        for term in try reader.terms(field.term(beginning), limit: Self.maxRelatives) {
          let other = Array(term.bytes.dropFirst())
          if other.count < stem.count + 9, stemmer.stem(other) == stem { found.insert(other) }
        }
      }
    }
    forms[word] = Array(found)
    return Array(found)
  }
}

extension [WordParser.Word] {
  /// The terms that a text with the phrase has, and the beginning of another one if it is open.
  func keys(isOpen: Bool) -> (whole: Set<[UInt8]>, end: [UInt8]) {
    var whole: Set<[UInt8]> = []
    var end: [UInt8] = []
    for (index, (bytes, word)) in enumerated() {
      if isOpen, index == count - 1 {
        end = bytes
      } else if word.isJoined, index > 0 {
        // Pairs of letters are rarer than the letters alone.
        whole.insert(self[index - 1].bytes + bytes)
      } else if !(word.isLetter && count > 1) {
        whole.insert(bytes)
      }
    }
    return whole.isEmpty && end.isEmpty ? (Set(map(\.bytes)), []) : (whole, end)
  }
}

extension Reader.Marks {
  mutating func formUnion(_ other: Self) { for place in indices { self[place] |= other[place] } }
  func intersection(_ other: Self) -> Self { indices.map { self[$0] & other[$0] } }
}
