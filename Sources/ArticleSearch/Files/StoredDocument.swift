import Platform
import ReadingList

/// A document as the index keeps it: for excerpts, and to be indexed again.
enum StoredDocument {
  /// The most bytes of a text that are indexed.
  static let maxBodyLength = 4 << 20

  /// The key of a document.
  static func key(of number: UInt32) -> [UInt8] {
    [0x42] + withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  /// A document's record: its number, the size of its bytes, and these, packed where that makes them fewer.
  static func record(_ number: UInt32, _ bytes: [UInt8]) -> [UInt8] {
    var record: [UInt8] = []
    for value in [number, UInt32(bytes.count)] {
      withUnsafeBytes(of: value.littleEndian) { record += $0 }
    }
    let count = bytes.withUnsafeBytes { LZ4.append($0, to: &record, isDense: true) }
    if count == 0 { record += bytes }
    return record
  }

  /// The bytes in a record.
  static func bytes(in record: [UInt8]) throws(SearchError) -> [UInt8] {
    var packed = record.dropFirst(4)
    let size = try number(&packed)
    if packed.count == size { return Array(packed) }
    guard size / 256 <= packed.count else { throw .damaged("a text") }
    let bytes = packed.withUnsafeBytes { packed in
      [UInt8](unsafeUninitializedCapacity: size) { room, count in
        count = LZ4.unpack(packed, into: UnsafeMutableRawBufferPointer(room)) ? size : 0
      }
    }
    guard bytes.count == size else { throw .damaged("a text") }
    return bytes
  }

  /// The bytes of a document: the length of all but the body, that, and the body.
  static func bytes(_ document: SearchDocument) -> [UInt8] {
    var head: [UInt8] = []
    func add(_ number: Int) { withUnsafeBytes(of: UInt32(number).littleEndian) { head += $0 } }
    func add(_ text: String) {
      add(text.utf8.count)
      head += text.utf8
    }
    for text in [
      document.title, document.author, document.site, document.url, document.note,
      document.language,
    ] { add(text) }
    for list in [document.tags, document.highlights] {
      add(list.count)
      for text in list { add(text) }
    }
    return withUnsafeBytes(of: UInt32(head.count).littleEndian) { Array($0) } + head
      + document.body.utf8
  }

  /// Where the body stands.
  static func body(in bytes: [UInt8]) throws(SearchError) -> ArraySlice<UInt8> {
    var rest = bytes[...]
    let count = try number(&rest)
    guard count <= rest.count else { throw .damaged("a text") }
    return rest.dropFirst(count)
  }

  /// The document again.
  static func document(
    _ bytes: [UInt8],
    id: ArticleID,
    stamp: UInt64,
    marks: UInt8
  ) throws(SearchError) -> SearchDocument {
    var document = SearchDocument(id: id, stamp: stamp)
    document.body = String(decoding: try body(in: bytes), as: UTF8.self)
    document.hasImage = marks & DocumentTable.hasImage != 0
    document.hasCode = marks & DocumentTable.hasCode != 0
    document.textState = DocumentTable.textState(marks)
    var rest = bytes.dropFirst(4)
    document.title = try text(&rest)
    document.author = try text(&rest)
    document.site = try text(&rest)
    document.url = try text(&rest)
    document.note = try text(&rest)
    document.language = try text(&rest)
    document.tags = try texts(&rest)
    document.highlights = try texts(&rest)
    return document
  }

  private static func number(_ rest: inout ArraySlice<UInt8>) throws(SearchError) -> Int {
    guard rest.count >= 4 else { throw .damaged("a text") }
    let value = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    rest = rest.dropFirst(4)
    return value
  }

  private static func text(_ rest: inout ArraySlice<UInt8>) throws(SearchError) -> String {
    let count = try number(&rest)
    guard count <= rest.count else { throw .damaged("a text") }
    defer { rest = rest.dropFirst(count) }
    return String(decoding: rest.prefix(count), as: UTF8.self)
  }

  private static func texts(_ rest: inout ArraySlice<UInt8>) throws(SearchError) -> [String] {
    let count = try number(&rest)
    guard count <= rest.count / 4 else { throw .damaged("a text") }
    var texts: [String] = []
    for _ in 0..<count { texts.append(try text(&rest)) }
    return texts
  }
}
