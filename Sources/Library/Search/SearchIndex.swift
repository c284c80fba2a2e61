import Platform
package import ReadingList
private import Synchronization

/// The full-text index of a library: one directory in the cache, which may be deleted at any time.
///
/// It may be used from any thread, one question after another. It is opened by the first question, and each question
/// sees what any process committed last.
package final class SearchIndex: Sendable {
  package let directory: String
  private let texts: SearchTexts

  private struct Opened {
    var state: FileStatus
    var finder: Finder
  }

  private let opened = Mutex<Opened?>(nil)

  /// Opens the index in a directory, which may be missing.
  package init(directory: String, texts: @escaping SearchTexts) {
    (self.directory, self.texts) = (directory, texts)
  }

  /// The articles that it has, and in which state, sorted by id.
  package func stamps() throws(SearchError) -> [(id: ArticleID, stamp: UInt64)] {
    try asking { (finder) throws(SearchError) in
      let reader = finder.reader
      return reader.order.map { (reader.ids[Int($0)], reader.stamps[Int($0)]) }
    }
  }

  /// The articles that were indexed without the text that their records promise, sorted by id.
  package func articlesWithoutText() throws(SearchError) -> [ArticleID] {
    try asking { (finder) throws(SearchError) in
      finder.reader.articles(try finder.reader.marks([Array(Mark.isTextMissing.utf8)]))
    }
  }

  /// The articles that meet one of some conditions about text, sorted by id; none for other conditions.
  ///
  /// Phrases are checked in the texts of those of their articles that are among `articles`, which are sorted; without
  /// `articles` of all.
  package func matches(
    _ tests: Query.Test..., among articles: [ArticleID]? = nil
  ) throws(SearchError) -> [ArticleID] {
    try asking { (finder) throws(SearchError) in
      let reader = finder.reader
      var found = reader.none
      let documents = articles.map(reader.marks) ?? Array(repeating: 1, count: found.count)
      for test in tests {
        try finder.check(test, in: documents)
        found.formUnion(try finder.marks(test) ?? reader.none)
      }
      return reader.articles(articles == nil ? found : found.intersection(documents))
    }
  }

  /// The articles that may meet one of some conditions: those of a phrase have its words, which may stand anywhere.
  package func candidates(_ tests: Query.Test...) throws(SearchError) -> [ArticleID] {
    try asking { (finder) throws(SearchError) in
      var found = finder.reader.none
      for test in tests { found.formUnion(try finder.marks(test) ?? finder.reader.none) }
      return finder.reader.articles(found)
    }
  }

  /// Whether only the texts tell which articles meet a condition.
  package static func asksTexts(_ test: Query.Test) -> Bool {
    TextCondition(test)?.asksTexts == true
  }

  /// The best of some articles, best first; of more than 64 conditions the first count.
  ///
  /// - Parameters:
  ///   - tests: the conditions by which articles are ranked.
  ///   - articles: the articles that may be among the best, sorted by id.
  ///   - limit: the most articles.
  /// - Returns: their ids.
  /// - Throws: `SearchError`.
  package func ranked(
    _ tests: [Query.Test], among articles: [ArticleID], limit: Int
  ) throws(SearchError) -> [ArticleID] {
    try asking { (finder) throws(SearchError) in
      let reader = finder.reader
      return try finder.ranked(tests, among: reader.marks(of: articles), limit: limit).map {
        reader.ids[Int($0)]
      }
    }
  }

  /// A piece of each article's text around the words, of about `length` characters.
  ///
  /// - Returns: none for an article that the index does not have; a piece of note or highlights if the words are only
  ///   there; the beginning of the text if they are in neither.
  package func snippets(
    _ ids: [ArticleID], for tests: [Query.Test], length: Int = 200
  ) throws(SearchError) -> [ArticleID: SearchSnippet] {
    try asking { (finder) throws(SearchError) in
      let maker = try finder.snippetMaker(tests)
      let known = ids.filter { finder.reader.number(of: $0) != nil }
      let made = Parallel.map(known.count) { [maker, texts] index in
        maker.snippet(of: known[index], in: texts, length: length)
      }
      return Dictionary(zip(known, made)) { first, _ in first }
    }
  }

  /// The words by which articles are found, folded: those that were looked for, and their other forms.
  package func forms(of tests: [Query.Test]) throws(SearchError) -> [String] {
    try asking { (finder) throws(SearchError) in
      var forms: Set<String> = []
      for test in tests.prefix(Finder.maxConditions) {
        switch test {
        case .text(let text), .exact(let text), .prefix(let text), .part(let text):
          forms.insert(text)
        default: continue
        }
        guard case .word(let word) = TextCondition(test) else { continue }
        forms.formUnion(try finder.forms(of: word).map { String(decoding: $0, as: UTF8.self) })
      }
      return forms.sorted()
    }
  }

  /// Begins to write.
  ///
  /// - Throws: `locked` while another process or another writer of this one writes.
  package func writer() throws(SearchError) -> SearchWriter { try SearchWriter(directory) }

  /// Deletes the index.
  ///
  /// - Throws: `locked` while somebody writes.
  package func reset() throws(SearchError) {
    let lock = try Self.lock(directory)
    opened.withLock { $0 = nil }
    Self.deleteFiles(in: directory)
    guard !Self.exists(directory) else { throw .failed("\(directory) cannot be emptied") }
    lock.release()
  }

  /// How often a question is asked again because the index was committed meanwhile.
  private static let attempts = 20

  private func asking<Answer: Sendable>(
    _ question: (inout Finder) throws(SearchError) -> Answer
  ) throws(SearchError) -> Answer {
    let result = opened.withLock { opened -> Result<Answer, SearchError> in
      for attempt in 1... {
        do throws(SearchError) {
          guard let state = Self.state(directory) else { throw .missing }
          if opened?.state != state {
            opened = nil
            guard Self.isSealed(directory) else {
              guard attempt < Self.attempts else { throw .damaged("its header is damaged") }
              // It may have been committed just now.
              SystemThread.sleep(milliseconds: 5)
              throw .changed
            }
            opened = Opened(state: state, finder: try Finder(try Reader(directory), texts))
          }
          guard var finder = opened?.finder else { throw .missing }
          let answer = try question(&finder)
          opened?.finder = finder
          return .success(answer)
        } catch {
          opened = nil
          if error != .changed || attempt == Self.attempts { return .failure(error) }
        }
      }
      return .failure(.changed)
    }
    return try result.get()
  }
}

// Files.
extension SearchIndex {
  /// The file that Xapian replaces when it commits; nil where there is no index.
  ///
  /// A pipe or a device in the place of one of its files would be waited for, so then there is none.
  private static func state(_ directory: String) -> FileStatus? {
    let hasOnlyFiles = (fileNames(in: directory) ?? []).allSatisfy { name in
      (try? FileStatus(notFollowing: directory + "/" + name))?.isRegular ?? true
    }
    return hasOnlyFiles ? try? FileStatus(directory + "/iamglass") : nil
  }

  static func exists(_ directory: String) -> Bool { state(directory) != nil }

  /// Writes the checksum of the file that Xapian replaces when it commits.
  ///
  /// Xapian believes what that file says, and crashes where it is damaged; its other files it checks.
  /// `file` names the file where it is not yet in its place.
  ///
  /// - Throws: `failed`.
  static func seal(_ directory: String, _ file: String? = nil) throws(SearchError) {
    do throws(SystemError) {
      try SmallFile.replace(
        directory + "/seal", with: checksum(of: file ?? directory + "/iamglass"), isDurable: false)
    } catch { throw .failed(error.reason) }
  }

  static func isSealed(_ directory: String) -> Bool {
    SmallFile.read(directory + "/seal", limit: 8) == checksum(of: directory + "/iamglass")
  }

  private static func checksum(of file: String) -> [UInt8] {
    let bytes = SmallFile.read(file, limit: 1 << 16) ?? []
    let sum = bytes.withUnsafeBytes { Checksum.of($0) }
    return withUnsafeBytes(of: sum) { Array($0) }
  }

  /// Becomes the writer of a directory, which is created if need be.
  static func lock(_ directory: String) throws(SearchError) -> FileLock {
    try? SmallFile.makeDirectories(above: directory)
    // The target of a link belongs to somebody else.
    if (try? FileStatus(notFollowing: directory))?.kind == .symbolicLink { unlink(directory) }
    guard mkdir(directory, 0o700) == 0 || SystemError.last == .exists else {
      throw .failed(SystemError.last.reason)
    }
    do throws(SystemError) {
      return try FileLock(directory + "/lock", timeout: 0)
    } catch { throw error == .timedOut ? .locked : .failed(error.reason) }
  }

  /// Deletes everything but the lock; the file by which an index is known first.
  static func deleteFiles(in directory: String) {
    for name in ["iamglass"] + (fileNames(in: directory) ?? []) where name != "lock" {
      let path = directory + "/" + name
      if unlink(path) != 0 { removeTree(path) }
    }
  }
}

extension Finder {
  fileprivate mutating func snippetMaker(_ tests: [Query.Test]) throws(SearchError) -> SnippetMaker
  {
    var maker = SnippetMaker()
    for test in tests.prefix(Self.maxConditions) {
      switch TextCondition(test) {
      case .word(let word): maker.add(words: try forms(of: word))
      case .phrase(let words, let isOpen): maker.add(phrase: words, isOpen: isOpen)
      case .part(let part): maker.add(part: part)
      case .mark, nil: break
      }
    }
    return maker
  }
}
