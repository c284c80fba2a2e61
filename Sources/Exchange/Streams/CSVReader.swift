/// Reads separated values (RFC 4180) row by row.
///
/// Quoted fields may contain line breaks and doubled quotes. An unclosed quote damages its own
/// line, not the rest of the file.
struct CSVReader {
  /// With the number of its first line, from 1.
  enum Row {
    case fields([String], line: Int)
    case damaged(line: Int, reason: String)
  }

  /// Unclosed quotes after which fields end with their lines, to bound the time.
  private static let maxMistakes = 8
  private static let quote = UInt8(ascii: "\"")

  private let bytes: [UInt8]
  private let separator: UInt8
  private var place: Int
  private var line: Int
  private var mistakes = 0
  /// Closing quotes in the row that do not end their cell, a sign that one was missing before.
  private var strays = 0

  /// Known once the header is read.
  var columns: Int?

  init(_ bytes: [UInt8], separator: UInt8, from place: Int = 0) {
    self.bytes = bytes
    self.separator = separator
    self.place = place
    line = bytes[..<place].count { $0 == 10 } + 1
  }

  /// The next row that is not empty; nil at the end.
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

  /// Whether a line after the first has the cells of a row of its own.
  private func hidesRow(_ text: ArraySlice<UInt8>, _ columns: Int) -> Bool {
    text.split(separator: 10).dropFirst().contains { line in
      line.count { $0 == separator } >= columns - 1
    }
  }

  /// Nil if a quote in it is not closed.
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

struct CSVTable {
  let names: [String]
  let rows: CSVReader

  /// Nil if the header names no column of addresses.
  init?(_ bytes: [UInt8]) {
    var start = 0
    var separators = [UInt8(ascii: ","), 9, UInt8(ascii: ";"), UInt8(ascii: "|")]
    var line = bytes.prefix { $0 != 10 }
    // Spreadsheets declare the separator in the first line.
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
