/// Reads a table of separated values (RFC 4180) row by row.
///
/// Quoted fields may contain line breaks and quotes. An unclosed quote damages its own line, not
/// the rest of the file: if a row that spans lines does not match the header's columns, reading
/// resumes at its second line.
package struct CSVReader {
  /// A row of the table.
  package enum Row: Equatable {
    /// The fields, and the line number of the first, from 1.
    case fields([String], line: Int)
    /// A row that cannot be read, and the reason.
    case damaged(line: Int, reason: String)
  }

  /// The maximum length of a row, in bytes.
  package static let maxRowLength = 4 << 20
  /// The maximum number of bytes that are read twice; after that, quotes end with their line.
  private static let maxReread = 64 << 20
  private static let openQuote = "a quote is not closed"

  private let bytes: [UInt8]
  private let maxLength: Int
  private let separator: UInt8
  private var place = 0
  private var line = 1
  private var reread = 0

  /// The number of columns, once the header was read; rows may omit the last ones.
  package var columns: Int?

  /// Reads UTF-8 text; a nil separator is detected in the first line: a comma, tab or semicolon.
  package init(_ bytes: [UInt8], separator: UInt8? = nil, maxRowLength: Int = Self.maxRowLength) {
    self.bytes = bytes
    maxLength = maxRowLength
    let header = bytes.prefix(4096).prefix { $0 != 10 }
    self.separator =
      separator ?? [UInt8(ascii: ","), 9, UInt8(ascii: ";")].first { header.contains($0) }
      ?? UInt8(ascii: ",")
  }

  /// Returns the next row that is not empty; nil at the end.
  package mutating func next() -> Row? {
    while place < bytes.count {
      let start = line
      let row = readRow()
      if let problem = row.problem { return .damaged(line: start, reason: problem) }
      if row.fields.count == 1, row.fields[0].isBlank { continue }
      if let columns, row.spansLines, row.isOdd || row.fields.count != columns {
        resume(behind: row.start, from: start)
        return .damaged(line: start, reason: Self.openQuote)
      }
      return .fields(row.fields, line: start)
    }
    return nil
  }

  private struct ReadRow {
    var start: Int
    var fields: [String] = []
    var problem: String?
    var spansLines = false
    /// Whether the row contains a quote that is neither doubled nor at the end of a field.
    var isOdd = false
  }

  /// Resumes at the second line of a damaged row.
  private mutating func resume(behind start: Int, from first: Int) {
    let end = bytes[start...].firstIndex(of: 10).map { $0 + 1 } ?? bytes.count
    reread += max(0, place - end)
    place = end
    line = first + 1
  }

  private mutating func readRow() -> ReadRow {
    var row = ReadRow(start: place)
    let first = line
    let mayspan = reread < Self.maxReread
    var field: [UInt8] = []
    var (isQuoted, isOpen, isAfterQuote) = (false, false, false)
    func finish() {
      if !isQuoted, field.last == 13 { field.removeLast() }
      row.fields.append(String(decoding: field, as: UTF8.self))
      field.removeAll(keepingCapacity: true)
      (isQuoted, isOpen, isAfterQuote) = (false, false, false)
    }
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if byte == 10 { line += 1 }
      if isOpen, !isAfterQuote {
        if byte == UInt8(ascii: "\"") {
          isAfterQuote = true
          continue
        }
        if byte == 10 {
          guard mayspan else {
            row.problem = Self.openQuote
            return row
          }
          row.spansLines = true
        }
      } else if isAfterQuote, byte == UInt8(ascii: "\"") {
        isAfterQuote = false
      } else if byte == separator || byte == 10 {
        finish()
        if byte == 10 { return row }
        continue
      } else if isAfterQuote {
        if byte == 13 { continue }
        // A quote within a field that should have been doubled.
        (row.isOdd, isAfterQuote) = (true, false)
        field.append(UInt8(ascii: "\""))
      } else if byte == UInt8(ascii: "\""), field.isEmpty, !isQuoted {
        (isQuoted, isOpen) = (true, true)
        continue
      }
      field.append(byte)
      guard place - row.start <= maxLength else {
        row.problem = "it is longer than \(maxLength >> 20) MiB"
        if row.spansLines {
          row.problem = Self.openQuote
          resume(behind: row.start, from: first)
        } else {
          place = bytes[place...].firstIndex(of: 10).map { $0 + 1 } ?? bytes.count
          line += 1
        }
        return row
      }
    }
    if isOpen, !isAfterQuote {
      row.problem = Self.openQuote
      if row.spansLines { resume(behind: row.start, from: first) }
      return row
    }
    finish()
    return row
  }
}

extension String { fileprivate var isBlank: Bool { utf8.allSatisfy { $0 <= 32 } } }

/// A table with a header of column names.
struct CSVTable {
  /// The names as written in the file.
  let names: [String]
  /// The rows after the header.
  private(set) var rows: CSVReader
  /// The number of lines searched for a header, because some programs write about the export first.
  private static let maxPreamble = 20

  /// Finds the header of a UTF-8 text, which is the first row that names an address column; nil if
  /// there is none.
  ///
  /// A header below the first line counts only if an address follows in its column.
  init?(_ bytes: [UInt8]) {
    let head = bytes.prefix(CSVReader.maxRowLength)
    var start = 0
    var told: UInt8?
    for _ in 0..<Self.maxPreamble where start < head.count {
      let line = head[start...].prefix { $0 != 10 }
      if line.count <= 6, line.map({ $0 | 32 }).starts(with: "sep=".utf8),
        let byte = line.dropFirst(4).first
      {
        told = byte
      } else {
        let separators =
          told.map { [$0] }
          ?? [UInt8(ascii: ","), 9, UInt8(ascii: ";"), UInt8(ascii: "|")].filter(line.contains)
        for separator in separators.isEmpty ? [UInt8(ascii: ",")] : separators {
          var reader = CSVReader(
            Array(bytes[start...].prefix(CSVReader.maxRowLength)), separator: separator)
          guard case .fields(let names, _) = reader.next(),
            let place = names.firstIndex(where: { Fields.namesAddress($0) })
          else { continue }
          let isFirst = start == 0 || told != nil
          guard
            isFirst && (names.count > 1 || names[place].count == line.count(where: { $0 != 13 }))
              || names.count > 2 && Self.hasAddress(at: place, in: &reader)
          else { continue }
          self.names = names
          rows = CSVReader(
            Array(bytes[start...]), separator: separator, behind: bytes[..<start],
            columns: names.count)
          return
        }
      }
      start += line.count + 1
    }
    return nil
  }

  private static func hasAddress(at place: Int, in reader: inout CSVReader) -> Bool {
    for _ in 0..<5 {
      if case .fields(let values, _) = reader.next(), place < values.count,
        Fields.isAddress(values[place])
      {
        return true
      }
    }
    return false
  }

  mutating func next() -> CSVReader.Row? { rows.next() }
}

extension CSVReader {
  /// Creates a reader of the rows after a header, which it skips.
  fileprivate init(_ bytes: [UInt8], separator: UInt8, behind: ArraySlice<UInt8>, columns: Int) {
    self.init(bytes, separator: separator)
    line += behind.count { $0 == 10 }
    _ = next()
    self.columns = columns
  }
}
