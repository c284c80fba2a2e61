import CXapian
import Platform

/// Makes a file of the index out of documents whose numbers rise.
final class SegmentBuilder {
  /// How many documents it has.
  private(set) var count = 0

  private let directory: String
  private let first: UInt32
  private let handle: OpaquePointer
  private var parser = WordParser()
  private var records: [UInt8] = []
  /// The words of the current document.
  private var codes: [UInt32] = []
  private var bodyLength = 0

  /// Begins a file with the document of a number.
  ///
  /// - Parameters:
  ///   - directory: a path that nothing has, for what is needed meanwhile.
  ///   - first: the number.
  /// - Throws: what the system says.
  init(_ directory: String, first: UInt32) throws(SearchError) {
    self.directory = directory
    self.first = first
    let created = try SearchError.check { xapianCreate(directory.fileName, $0) }
    guard let created else { throw .failed(directory) }
    handle = created
  }

  deinit {
    xapianDiscard(handle)
    for name in fileNames(in: directory) ?? [] { unlink(directory + "/" + name) }
    rmdir(directory)
  }

  /// About how many bytes of memory it needs.
  var size: Int { xapianSize(handle) + records.count }

  /// Adds the next document.
  func add(_ document: SearchDocument) throws(SearchError) {
    let number = first + UInt32(count)
    records += DocumentTable.record(document)
    count += 1
    guard document.textState != .awaited else { return }
    codes.removeAll(keepingCapacity: true)
    bodyLength = 0
    try add(document.title, XAPIAN_TITLE)
    try add(document.author, XAPIAN_AUTHOR)
    try add(document.site, XAPIAN_SITE)
    try add(document.url, XAPIAN_SITE)
    for tag in document.tags { try add(tag, XAPIAN_TAG) }
    try add(document.note, XAPIAN_NOTE)
    for highlight in document.highlights { try add(highlight, XAPIAN_NOTE) }
    try add(document.body, XAPIAN_BODY)
    let low = codes.map { UInt16(truncatingIfNeeded: $0) }
    try SearchError.check {
      xapianDocument(handle, number, bodyLength, low, low.count, $0)
    }
    let text = StoredDocument.record(number, StoredDocument.bytes(document))
    try set(StoredDocument.key(of: number), text)
    try set(WordCodes.key(of: number), WordCodes.record(number, codes))
  }

  private func set(_ key: [UInt8], _ value: [UInt8]) throws(SearchError) {
    try SearchError.check { xapianSet(handle, key, key.count, value, value.count, $0) }
  }

  /// Adds the words of a text.
  private func add(_ text: String, _ field: XapianField) throws(SearchError) {
    var outcome = XapianOutcome()
    // A key is a letter that says what it is, and the word; of pairs of letters, both.
    var key = [UInt8](repeating: 0x77, count: 1)
    var before: [UInt8] = []
    // The word before one that is joined to it by signs.
    var last: [UInt8] = []
    var text = text
    text.withUTF8 { bytes in
      parser.parse(bytes) { bytes, word in
        codes.append(word.code)
        if field == XAPIAN_BODY { bodyLength += 1 }
        key.removeSubrange(1...)
        if word.isLetter {
          if word.isJoined {
            key += before
            key += bytes
            note(key, field, (0, 0, 0), &outcome)
            key.removeSubrange(1...)
          }
          before = Array(bytes)
        }
        key += bytes
        let lengths = word.isLetter ? (0, 0, 0) : word.beginnings
        note(key, field, lengths, &outcome)
        if !word.before.isEmpty || !word.after.isEmpty {
          for joint in word.joints(Array(bytes), after: last) {
            note(joint, field, (0, 0, 0), &outcome)
          }
        }
        last.removeAll(keepingCapacity: true)
        if !word.isLetter { last += bytes }
        return outcome.code == XAPIAN_DONE
      }
    }
    codes.append(WordCodes.gap)
    if outcome.code != XAPIAN_DONE { try SearchError.check { $0.pointee = outcome } }
  }

  private func note(
    _ key: [UInt8],
    _ field: XapianField,
    _ lengths: (UInt8, UInt8, UInt8),
    _ outcome: inout XapianOutcome
  ) {
    func inKey(_ length: UInt8) -> UInt8 { length == 0 ? 0 : length + 1 }
    let beginnings = (inKey(lengths.0), inKey(lengths.1), inKey(lengths.2))
    withUnsafePointer(to: beginnings) { lengths in
      lengths.withMemoryRebound(to: UInt8.self, capacity: 3) {
        xapianWord(handle, key, key.count, field, $0, &outcome)
      }
    }
  }

  /// Writes the file; nothing can be added after that.
  func finish(_ path: String) throws(SearchError) {
    try set(DocumentTable.key, DocumentTable.head(first: first, count: count) + records)
    try SearchError.check { xapianFinish(handle, path.fileName, $0) }
  }
}
