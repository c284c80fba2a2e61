private import Platform
package import ReadingList
private import Synchronization

/// The full-text index of a library: one directory, which may be removed at any time.
///
/// It may be used from any thread, one question after another. Nothing is opened before the first question,
/// and each question sees what was committed last, by whatever process.
package final class SearchIndex: Sendable {
  /// Where it lies.
  package let directory: String

  private struct Opened {
    var state: String
    var finder: Finder
  }

  private let opened = Mutex<Opened?>(nil)

  /// The index in a directory, which need not exist.
  package init(directory: String) { self.directory = directory }

  /// Loads the library that indexes are read with, which takes longer than most questions do.
  package static func loadLibrary() { _ = Stemmer(Languages.number(of: "en")) }

  /// Which articles it has, read from one small file; nil when there is no index or it is in doubt.
  package var summary: SearchSummary? {
    (try? IndexFiles(directory).manifest())?.summary
  }

  /// How many articles it has whose records promise a text that was not there; told like `summary`.
  package var textlessCount: Int { (try? IndexFiles(directory).manifest())?.textless ?? 0 }

  /// These articles, sorted by id.
  package func textless() throws(SearchError) -> [(id: ArticleID, state: SearchDocument.TextState)]
  {
    try asking { (finder) throws(SearchError) in
      let reader = finder.reader
      let states = reader.parts.flatMap { $0.table.marks.map(DocumentTable.textState) }
      return reader.order.compactMap { place in
        let state = states[Int(place)]
        return state == .present ? nil : (reader.ids[Int(place)], state)
      }
    }
  }

  /// The articles that it has, and in which state, sorted by id.
  package func stamps() throws(SearchError) -> [(id: ArticleID, stamp: UInt64)] {
    try asking { (finder) throws(SearchError) in
      let reader = finder.reader
      let stamps = reader.parts.flatMap(\.table.stamps)
      return reader.order.map { (reader.ids[Int($0)], stamps[Int($0)]) }
    }
  }

  /// The articles that meet one of some conditions about text, sorted by id; none for other conditions.
  package func matches(_ tests: Query.Test...) throws(SearchError) -> [ArticleID] {
    try asking { (finder) throws(SearchError) in
      let reader = finder.reader
      var isFound = [Bool](repeating: false, count: reader.count)
      for condition in tests.compactMap({ TextCondition($0) }) {
        for (place, impact) in try finder.impacts(condition).enumerated() where impact != 0 {
          isFound[place] = true
        }
      }
      return reader.order.compactMap { isFound[Int($0)] ? reader.ids[Int($0)] : nil }
    }
  }

  /// The articles that match best, best first.
  ///
  /// - Parameters:
  ///   - terms: what is looked for; of more than 64 conditions the first count.
  ///   - limit: how many at most.
  ///   - allowed: the ids, sorted, that may be among them; any without it.
  /// - Returns: their ids.
  /// - Throws: why the index does not answer.
  package func ranked(
    _ terms: SearchTerms,
    limit: Int,
    allowed: [ArticleID]? = nil
  ) throws(SearchError) -> [ArticleID] {
    try asking { (finder) throws(SearchError) in
      var ranking = Ranking(finder)
      let places = try ranking.best(terms, limit: limit, allowed: allowed)
      finder = ranking.used
      return places.map { finder.reader.ids[$0] }
    }
  }

  /// A piece of each article's text around the words, of about so many characters.
  ///
  /// - Parameters:
  ///   - ids: the articles.
  ///   - terms: what was looked for.
  ///   - length: of each piece.
  /// - Returns: none for an article that the index does not have; where the words do not stand in the text, a piece of
  ///   note or highlights; the beginning of the text where only what is shown beside it has them, such as the title.
  /// - Throws: why the index does not answer.
  package func snippets(
    _ ids: [ArticleID],
    for terms: SearchTerms,
    length: Int = 200
  ) throws(SearchError) -> [ArticleID: SearchSnippet] {
    try asking { (finder) throws(SearchError) in
      let maker = try finder.snippetMaker(terms)
      var snippets: [ArticleID: SearchSnippet] = [:]
      for start in stride(from: 0, to: ids.count, by: Self.snippetBatch) {
        var texts: [(id: ArticleID, record: [UInt8])] = []
        for id in ids[start...].prefix(Self.snippetBatch) {
          guard let place = finder.reader.place(of: id),
            let found = finder.reader.document(at: place),
            DocumentTable.textState(found.part.table.marks[place - found.part.start]) != .awaited
          else { continue }
          texts.append((id, try found.part.segment.textRecord(found.number)))
        }
        let made = Parallel.map(texts.count) { [texts] index in
          Result { () throws(SearchError) in
            try maker.snippet(of: texts[index].record, id: texts[index].id, length: length)
          }
        }
        for (text, snippet) in zip(texts, made) { snippets[text.id] = try snippet.get() }
      }
      return snippets
    }
  }

  /// How many texts are held at once to make snippets of.
  private static let snippetBatch = 64

  /// The words by which articles are found: those that were looked for and, where they have any, their other forms.
  ///
  /// - Parameter terms: what is looked for; of phrases and beginnings they are as they were written.
  /// - Returns: folded, none twice.
  /// - Throws: why the index does not answer.
  package func forms(of terms: SearchTerms) throws(SearchError) -> [String] {
    try asking { (finder) throws(SearchError) in
      var forms: Set<String> = []
      for test in terms.tests.prefix(Ranking.maxConditions) {
        switch test {
        case .text(let text), .exact(let text), .prefix(let text), .part(let text):
          forms.insert(text)
        default: continue
        }
        guard case .word(let word) = TextCondition(test) else { continue }
        for variant in try finder.variants(of: word) {
          forms.insert(String(decoding: variant.bytes, as: UTF8.self))
        }
      }
      return forms.sorted()
    }
  }

  /// What was probably meant by a word or a phrase: the same with words of the index in place of those
  /// that it does not have; folded.
  ///
  /// - Returns: nil when it has all words, or nothing near; of more than `maxSuggested` words always.
  package func suggestion(for text: String) throws(SearchError) -> String? {
    try asking { (finder) throws(SearchError) in
      let words = WordParser.words(of: text, limit: Self.maxSuggested + 1)
      guard words.count <= Self.maxSuggested else { return nil }
      var meant: [[UInt8]?] = []
      for (bytes, word) in words {
        meant.append(try word.isLetter ? nil : finder.suggestion(for: bytes))
      }
      guard meant.contains(where: { $0 != nil }) else { return nil }
      return zip(words, meant).map { String(decoding: $1 ?? $0.bytes, as: UTF8.self) }
        .joined(separator: " ")
    }
  }

  /// The most words of a phrase that are compared with those of the index.
  private static let maxSuggested = 8

  /// Begins to write.
  ///
  /// - Throws: `locked` while another process or another writer of this one writes.
  package func writer() throws(SearchError) -> SearchWriter { try SearchWriter(directory) }

  /// Removes all that it has; who has it open is told that it is missing.
  ///
  /// - Throws: `locked` while somebody writes.
  package func reset() throws(SearchError) { try IndexFiles(directory).reset() }

  /// Answers a question by what was committed last.
  private func asking<Answer: Sendable>(
    _ question: (inout Finder) throws(SearchError) -> Answer
  ) throws(SearchError) -> Answer {
    let result = opened.withLock { opened -> Result<Answer, SearchError> in
      do throws(SearchError) {
        try Self.refresh(&opened, directory)
        guard var finder = opened?.finder else { throw .missing }
        opened?.finder = finder
        let answer = try question(&finder)
        opened?.finder = finder
        return .success(answer)
      } catch {
        // What is open may be half of one state and half of another.
        opened = nil
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// How often a state is looked at whose files go away meanwhile, as it was replaced.
  private static let attempts = 20

  private static func refresh(
    _ opened: inout Opened?,
    _ directory: String
  ) throws(SearchError) {
    let files = IndexFiles(directory)
    for attempt in 1...attempts {
      guard let state = files.state else { throw .missing }
      if opened?.state == state { return }
      do {
        let reader = try IndexReader(
          try files.manifest(),
          in: directory,
          after: opened?.finder.reader
        )
        opened = Opened(state: state, finder: Finder(reader))
        return
      } catch {
        // Its files went away because there is a newer state, or for good.
        guard error == .missing, attempt < attempts, files.state != state else {
          throw error == .missing && files.state != nil ? .damaged("a file is missing") : error
        }
      }
    }
  }
}

extension Finder {
  /// What cuts the pieces out that show what was looked for.
  fileprivate mutating func snippetMaker(_ terms: SearchTerms) throws(SearchError) -> SnippetMaker {
    var maker = SnippetMaker()
    var rest = [terms]
    var left = Ranking.maxConditions
    while left > 0, let next = rest.popLast() {
      switch next {
      case .all(let parts), .any(let parts): rest += parts.reversed()
      case .test(let test):
        left -= 1
        guard let condition = TextCondition(test) else { continue }
        switch condition {
        case .word(let word): maker.add(words: try variants(of: word).map(\.bytes))
        case .phrase(let words, let isOpen): maker.add(phrase: words, isOpen: isOpen)
        case .part(let part): maker.add(part: part)
        case .mark: break
        }
      }
    }
    return maker
  }
}
