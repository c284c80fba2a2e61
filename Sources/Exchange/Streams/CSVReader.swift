/// Reads tables of values that are parted by commas (RFC 4180), row by row.
///
/// Fields may be quoted, and quoted ones may have line breaks and quotes in them. A quote that nobody
/// closes costs its own line, not the rest of the file: where a row of several lines does not have the
/// header's columns, its first line is given up and reading goes on with the second.
struct CSVReader {
  /// What comes next.
  enum Row: Equatable {
    /// Fields and the number of the line that they begin in, from 1.
    case fields([String], line: Int)
    /// A row that cannot be read, and why.
    case damaged(line: Int, reason: String)
  }

  /// The longest row, in bytes.
  static let maxRowLength = 4 << 20
  /// The most bytes that are read a second time; then quotes end with their line.
  private static let maxReread = 64 << 20

  private let stream: ByteStream
  private let maxLength: Int
  private let separator: UInt8
  /// Bytes that were read and are to be read again, and how many of them were.
  private var again: [UInt8] = []
  private var againPlace = 0
  private var reread = 0
  private var line = 1
  private var row: [UInt8] = []
  /// Where fields end in `row`, and whether each is quoted.
  private var fields: [(end: Int, isQuoted: Bool)] = []

  /// Whether a quote stands in the row that is neither doubled nor the end of a field.
  private var isOdd = false

  private static let openQuote = "a quote is not closed"

  /// How many columns there are, once the header was read; rows may lack the last of them.
  var columns: Int?

  /// Reads text in UTF-8; the first line says what separates values: a comma, a semicolon or a tab.
  init(_ stream: ByteStream, maxRowLength: Int = Self.maxRowLength) {
    self.stream = stream
    maxLength = maxRowLength
    let header = stream.peek(4096).prefix { $0 != 10 }
    separator =
      [UInt8(ascii: ","), 9, UInt8(ascii: ";")].first { header.contains($0) } ?? UInt8(ascii: ",")
  }

  /// The next row that is not empty; nil at the end.
  mutating func next() -> Row? {
    while true {
      let start = line
      guard let problem = readRow() else {
        if row.allSatisfy({ $0 == 13 || $0 == 32 }) {
          if row.isEmpty, fields.isEmpty { return nil }
          continue
        }
        let texts = texts()
        guard let columns else { return .fields(texts, line: start) }
        let spansLines = row.contains(10)
        if spansLines, isOdd || texts.count != columns, giveBack(from: start) {
          return .damaged(line: start, reason: Self.openQuote)
        }
        return .fields(texts, line: start)
      }
      return .damaged(line: start, reason: problem)
    }
  }

  private mutating func nextByte() -> UInt8? {
    if againPlace < again.count {
      defer { againPlace += 1 }
      return again[againPlace]
    }
    return stream.next()
  }

  /// Reads a row into `row`; gives what is wrong with it.
  private mutating func readRow() -> String? {
    row.removeAll(keepingCapacity: true)
    fields.removeAll(keepingCapacity: true)
    isOdd = false
    let start = line
    let spansLines = reread < Self.maxReread
    var isQuoted = false
    // Within quotes; behind one that may be the last or the first of two.
    var isOpen = false
    var isAfterQuote = false
    var fieldStart = 0
    while let byte = nextByte() {
      if byte == 10 { line += 1 }
      if isOpen, !isAfterQuote {
        if byte == UInt8(ascii: "\"") {
          isAfterQuote = true
        } else if byte == 10, !spansLines {
          return Self.openQuote
        }
      } else if isAfterQuote, byte == UInt8(ascii: "\"") {
        isAfterQuote = false
      } else if byte == separator || byte == 10 {
        fields.append((row.count, isQuoted))
        if byte == 10 { return nil }
        fieldStart = row.count + 1
        (isQuoted, isOpen, isAfterQuote) = (false, false, false)
      } else if isAfterQuote {
        // A quote within a field that should have been doubled.
        isAfterQuote = byte == 13
        isOdd = isOdd || !isAfterQuote
      } else if byte == UInt8(ascii: "\""), row.count == fieldStart {
        (isQuoted, isOpen) = (true, true)
      }
      row.append(byte)
      guard row.count <= maxLength else {
        if giveBack(from: start) { return Self.openQuote }
        while let byte = nextByte(), byte != 10 {}
        line += 1
        return "it is longer than \(maxLength >> 20) MiB"
      }
    }
    if isOpen, !isAfterQuote {
      _ = giveBack(from: start)
      return Self.openQuote
    }
    if !row.isEmpty || !fields.isEmpty { fields.append((row.count, isQuoted)) }
    return nil
  }

  /// Has all lines but the first of a row read again; false when there is only one.
  private mutating func giveBack(from start: Int) -> Bool {
    guard let end = row.firstIndex(of: 10) else { return false }
    let endsWithLine = line - start > row.count(where: { $0 == 10 })
    var rest = Array(row[(end + 1)...])
    if endsWithLine { rest.append(10) }
    reread += rest.count
    again = rest + again[againPlace...]
    againPlace = 0
    line = start + 1
    return true
  }

  private func texts() -> [String] {
    var start = 0
    return fields.enumerated().map { index, field in
      defer { start = field.end + 1 }
      var range = row[start..<field.end]
      if index == fields.count - 1, range.last == 13 { range = range.dropLast() }
      guard field.isQuoted else { return String(decoding: range, as: UTF8.self) }
      range = range.dropFirst()
      if range.last == UInt8(ascii: "\"") { range = range.dropLast() }
      guard range.contains(UInt8(ascii: "\"")) else {
        return String(decoding: range, as: UTF8.self)
      }
      var text: [UInt8] = []
      text.reserveCapacity(range.count)
      var isSecond = false
      for byte in range {
        let isQuote = byte == UInt8(ascii: "\"")
        if isQuote, isSecond {
          isSecond = false
        } else {
          isSecond = isQuote
          text.append(byte)
        }
      }
      return String(decoding: text, as: UTF8.self)
    }
  }
}
