private import CXapian
import Platform
package import ReadingList

/// Writes an index; the only one that does while it exists.
///
/// Changes are found and durable after `commit`. If the process dies, what was committed last is there; after an
/// error the writer is of no more use.
package final class SearchWriter {
  private let directory: String
  private let lock: FileLock
  private let handle: OpaquePointer
  private var parser = WordParser()
  private var committed = 0
  /// How many words were added; an article counts as 100 at least.
  package private(set) var words = 0

  /// The most bytes of a text that are indexed.
  private static let maxBodyLength = 4 << 20
  /// About how many words are committed together.
  private static let maxUncommitted = 6_000_000

  init(_ directory: String) throws(SearchError) {
    self.directory = directory
    lock = try SearchIndex.lock(directory)
    if !SearchIndex.exists(directory) || !SearchIndex.isSealed(directory) {
      SearchIndex.deleteFiles(in: directory)
    }
    let opened = try SearchError.check { xapianOpenWriter(directory, Reader.format, $0) }
    guard let opened else { throw .failed(directory) }
    handle = opened
    try SearchIndex.seal(directory)
  }

  deinit { xapianCloseWriter(handle) }

  /// Adds an article or replaces it.
  package func put(_ document: SearchDocument) throws(SearchError) {
    words += 100
    for (field, text) in document.fields { try add(text, field) }
    var marks = [Mark.language(Languages.code(of: document.language))]
    if document.hasImage { marks.append(Mark.hasImage) }
    if document.hasCode { marks.append(Mark.hasCode) }
    if document.isTextMissing { marks.append(Mark.isTextMissing) }
    for mark in marks { try SearchError.check { xapianAddMark(handle, mark, $0) } }
    let value = XapianEntry.value(document.id, document.stamp)
    try SearchError.check { xapianPut(handle, Mark.article(document.id), value, $0) }
    if words - committed > Self.maxUncommitted { try commit() }
  }

  /// Removes an article if the index has it.
  package func remove(_ id: ArticleID) throws(SearchError) {
    try SearchError.check { xapianRemove(handle, Mark.article(id), $0) }
  }

  /// Makes all changes durable and visible.
  package func commit() throws(SearchError) {
    try SearchError.check { xapianCommit(handle, $0) }
    try SearchIndex.seal(directory)
    committed = words
  }

  /// Rewrites the index so that no words of removed articles are left on disk.
  ///
  /// Deletes the index if that fails; it can be built again.
  ///
  /// Nothing may be written afterwards.
  package func compact() throws(SearchError) {
    do throws(SearchError) { try rewrite() } catch {
      SearchIndex.deleteFiles(in: directory)
      throw error
    }
  }

  private func rewrite() throws(SearchError) {
    let target = directory + "/compacted"
    removeTree(target)
    try SearchError.check { xapianCompact(directory, target, $0) }
    // An index without this file is none and would be made again.
    let last = "iamglass"
    unlink(directory + "/" + last)
    try SearchIndex.seal(directory, target + "/" + last)
    for name in (fileNames(in: target) ?? []).filter({ $0 != last }) + [last] {
      guard rename(target + "/" + name, directory + "/" + name) == 0 else {
        throw .failed(SystemError.last.reason)
      }
    }
    removeTree(target)
  }

  /// Adds the words of a text.
  private func add(_ text: String, _ field: Field) throws(SearchError) {
    var outcome = XapianOutcome()
    var term = field.term([])
    func add(_ bytes: some Collection<UInt8>) {
      term.replaceSubrange(1..., with: bytes)
      if outcome.code == XAPIAN_DONE { xapianAddTerm(handle, term, term.count, &outcome) }
    }
    var before: [UInt8] = []
    var text = text
    text.withUTF8 { bytes in
      let bytes = UnsafeBufferPointer(rebasing: bytes.prefix(Self.maxBodyLength))
      parser.parse(bytes) { bytes, word in
        words += 1
        add(bytes)
        // Letters without spaces between them are found by their pairs.
        if word.isJoined { add(before + bytes) }
        before = Array(bytes)
        return outcome.code == XAPIAN_DONE
      }
    }
    try SearchError.check { $0.pointee = outcome }
  }
}
