import ReadingList

/// What a part of the index says of its documents, in the order of their numbers.
struct DocumentTable {
  /// Documents with numbers one after another.
  struct Run {
    var first: UInt32
    var count: Int
  }

  /// The key under which a part has it: for each run a head of two numbers, and records.
  static let key = Array("D".utf8)
  /// The bytes of a run's head, and of a record: id, stamp, language, marks.
  private static let headSize = 8
  private static let recordSize = 20

  private(set) var runs: [Run] = []
  private(set) var ids: [ArticleID] = []
  private(set) var stamps: [UInt64] = []
  private(set) var languages: [UInt8] = []
  private(set) var marks: [UInt8] = []

  /// What may be known of a document without its words.
  static let hasImage: UInt8 = 1
  static let hasCode: UInt8 = 2

  /// The place of the two bits that say which `SearchDocument.TextState` a document has.
  private static let textStateShift: UInt8 = 2

  /// The state of a document's text, by its marks.
  static func textState(_ marks: UInt8) -> SearchDocument.TextState {
    SearchDocument.TextState(rawValue: marks >> textStateShift & 3) ?? .present
  }

  /// Reads it back.
  init(parsing bytes: UnsafeRawBufferPointer) throws(SearchError) {
    let capacity = bytes.count / Self.recordSize
    ids.reserveCapacity(capacity)
    stamps.reserveCapacity(capacity)
    languages.reserveCapacity(capacity)
    marks.reserveCapacity(capacity)
    var place = 0
    while place < bytes.count {
      guard bytes.count - place >= Self.headSize else { throw .damaged("the list of documents") }
      let first = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
      let count = Int(
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self))
      )
      place += Self.headSize
      guard count <= (bytes.count - place) / Self.recordSize,
        UInt64(first) + UInt64(count) <= UInt64(UInt32.max)
      else { throw .damaged("the list of documents") }
      if let last = runs.last, UInt64(last.first) + UInt64(last.count) == UInt64(first) {
        runs[runs.count - 1].count += count
      } else {
        if let last = runs.last, UInt64(first) < UInt64(last.first) + UInt64(last.count) {
          throw .damaged("the list of documents")
        }
        runs.append(Run(first: first, count: count))
      }
      for _ in 0..<count {
        let head = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
        let tail = UInt16(
          bigEndian: bytes.loadUnaligned(fromByteOffset: place + 8, as: UInt16.self)
        )
        ids.append(ArticleID(head: head, tail: tail))
        let stamp = bytes.loadUnaligned(fromByteOffset: place + 10, as: UInt64.self)
        stamps.append(UInt64(littleEndian: stamp))
        languages.append(min(bytes[place + 18], 31))
        marks.append(bytes[place + 19])
        place += Self.recordSize
      }
    }
  }

  /// The head of a run as it is stored, which records follow.
  static func head(first: UInt32, count: Int) -> [UInt8] {
    withUnsafeBytes(of: (first.littleEndian, UInt32(count).littleEndian)) { Array($0) }
  }

  /// A record as it is stored.
  static func record(_ document: SearchDocument) -> [UInt8] {
    let marks =
      (document.hasImage ? hasImage : 0) | (document.hasCode ? hasCode : 0)
      | document.textState.rawValue << textStateShift
    return document.id.bytes + withUnsafeBytes(of: document.stamp.littleEndian) { Array($0) }
      + [Languages.number(of: document.language), marks]
  }
}
