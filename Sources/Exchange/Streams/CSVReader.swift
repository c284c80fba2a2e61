/// Reads a table of separated values (RFC 4180) row by row.
///
/// Quoted fields may contain line breaks and doubled quotes. A quote that is not closed damages its
/// own line, not the rest of the file.
struct CSVReader {
  /// A row of the table, with the line number of its start, from 1.
  enum Row {
    case fields([String], line: Int)
    /// A row that cannot be read, and the reason.
    case damaged(line: Int, reason: String)
  }

  /// The number of unclosed quotes after which fields end with their lines, which bounds the time.
  private static let maxMistakes = 8
  private static let quote = UInt8(ascii: "\"")

  private let bytes: [UInt8]
  private let separator: UInt8
  private var place: Int
  private var line: Int
  private var mistakes = 0
  /// The number of closing quotes of the row that do not end their cell, as where one was missing before.
  private var strays = 0

  /// The number of columns, once the header was read.
  var columns: Int?

  /// Reads UTF-8 text from a place in it.
  init(_ bytes: [UInt8], separator: UInt8, from place: Int = 0) {
    self.bytes = bytes
    self.separator = separator
    self.place = place
    line = bytes[..<place].count { $0 == 10 } + 1
  }

  /// Returns the next row that is not empty; nil at the end.
  mutating func next() -> Row? {
    while place < bytes.count {
      let (start, first) = (place, line)
      strays = 0
      let fields = readRow()
      if let fields, fields.count == 1, fields[0].allSatisfy(\.isWhitespace) { continue }
      let isOneLine = line <= first + 1
      let columns = columns ?? fields?.count
      if let fields, let columns,
        isOneLine || fields.count == columns
          || fields.count < columns && strays == 0 && !hidesRow(bytes[start..<place], columns)
      {
        return .fields(fields, line: first)
      }
      mistakes += 1
      place = bytes[start...].firstIndex(of: 10).map { $0 + 1 } ?? bytes.count
      line = first + 1
      return .damaged(line: first, reason: "a quote is not closed")
    }
    return nil
  }

  /// Whether a line behind the first has the cells of a row of its own.
  private func hidesRow(_ text: ArraySlice<UInt8>, _ columns: Int) -> Bool {
    text.split(separator: 10).dropFirst().contains { line in
      line.count { $0 == separator } >= columns - 1
    }
  }

  /// Reads up to the end of a row; nil if a quote in it is not closed.
  private mutating func readRow() -> [String]? {
    var fields: [String] = []
    var field: [UInt8] = []
    var (isQuoted, isOpen) = (false, false)
    func finish() {
      if field.last == 13 { field.removeLast() }
      fields.append(String(decoding: field, as: UTF8.self))
      field.removeAll(keepingCapacity: true)
      isQuoted = false
    }
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if byte == 10 { line += 1 }
      if isOpen {
        if byte == 10, mistakes >= Self.maxMistakes { return nil }
        if byte == Self.quote {
          guard place < bytes.count, bytes[place] == Self.quote else {
            isOpen = false
            if place < bytes.count, ![separator, 10, 13].contains(bytes[place]) { strays += 1 }
            continue
          }
          place += 1
        }
      } else if byte == separator || byte == 10 {
        finish()
        if byte == 10 { return fields }
        continue
      } else if byte == Self.quote, field.isEmpty, !isQuoted {
        (isQuoted, isOpen) = (true, true)
        continue
      }
      field.append(byte)
    }
    guard !isOpen else { return nil }
    finish()
    return fields
  }
}

/// A table with a header of column names.
struct CSVTable {
  /// The names as written in the file.
  let names: [String]
  /// The rows after the header.
  let rows: CSVReader

  /// Reads the header of a UTF-8 text; nil if it names no column of addresses.
  init?(_ bytes: [UInt8]) {
    var start = 0
    var separators = [UInt8(ascii: ","), 9, UInt8(ascii: ";"), UInt8(ascii: "|")]
    var line = bytes.prefix { $0 != 10 }
    // Spreadsheets name the separator in a line of its own.
    if line.count <= 6, String(decoding: line, as: UTF8.self).lowercased().hasPrefix("sep="),
      let told = line.dropFirst(4).first
    {
      separators = [told]
      start = min(line.endIndex + 1, bytes.count)
      line = bytes[start...].prefix { $0 != 10 }
    }
    separators = separators.filter(line.contains)
    for separator in separators.isEmpty ? [UInt8(ascii: ",")] : separators {
      var reader = CSVReader(bytes, separator: separator, from: start)
      guard case .fields(let names, _) = reader.next(), names.contains(where: Fields.namesAddress),
        names.count > 1 || separators.isEmpty
      else { continue }
      reader.columns = names.count
      (self.names, rows) = (names, reader)
      return
    }
    return nil
  }
}
