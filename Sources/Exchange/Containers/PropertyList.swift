import PageExtraction
import ReadingList
import Web

/// An Apple property list, binary or XML.
enum PropertyList {
  case text(String)
  case number(String)
  case date(Timestamp)
  case data([UInt8])
  case array([PropertyList])
  case dictionary([(key: String, value: PropertyList)])

  /// The maximum depth and number of values; a binary list may reference one value many times.
  private static let maxDepth = 64, maxValues = 4_000_000

  /// Whether bytes begin a property list; XML is recognized by its root element.
  static func isOne(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: "bplist0".utf8) || XMLTree.root(of: bytes) == "plist"
  }

  /// Parses a property list; nil if it is none, or damaged.
  init?(_ bytes: [UInt8]) {
    if bytes.starts(with: "bplist0".utf8) {
      guard var reader = BinaryReader(bytes), let value = reader.top() else { return nil }
      self = value
    } else {
      guard let value = Self.markup(bytes) else { return nil }
      self = value
    }
  }

  /// The value of a dictionary's key.
  subscript(key: String) -> PropertyList? {
    guard case .dictionary(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  var string: String? { if case .text(let text) = self { text } else { nil } }
  var bytes: [UInt8]? { if case .data(let bytes) = self { bytes } else { nil } }

  /// The list as JSON, with null for binary data.
  var json: JSON {
    switch self {
    case .text(let text): .string(text)
    case .number(let text): .number(text)
    case .date(let moment): .string(moment.rfc3339)
    case .data: .null
    case .array(let values): .array(values.map(\.json))
    case .dictionary(let members): .object(members.map { .init($0.key, $0.value.json) })
    }
  }

  // MARK: XML

  /// Parses a document, with a stack of the open elements.
  private static func markup(_ bytes: [UInt8]) -> PropertyList? {
    var scanner = MarkupScanner(bytes)
    var open: [(list: PropertyList, key: String)] = [(.array([]), "")]
    var text: [UInt8] = []
    func add(_ value: PropertyList) {
      let last = open.count - 1
      // Taken out of the stack, the list is uniquely referenced and grows in place.
      var list = PropertyList.text("")
      swap(&list, &open[last].list)
      if case .array(var values) = list {
        list = .text("")
        values.append(value)
        open[last].list = .array(values)
      } else if case .dictionary(var members) = list {
        list = .text("")
        members.append((open[last].key, value))
        open[last].list = .dictionary(members)
      }
    }
    while let token = scanner.next() {
      switch token {
      case .text(let range): text += MarkupText.decoded(Array(bytes[range]))
      case .literal(let range): text += bytes[range]
      case .start(let name, let isClosed):
        text = []
        let isList = scanner.matches(name, "array") || scanner.matches(name, "dict")
        let list = scanner.matches(name, "dict") ? PropertyList.dictionary([]) : .array([])
        if isList, isClosed { add(list) }
        if isList, !isClosed {
          guard open.count < maxDepth else { return nil }
          open.append((list, ""))
        }
      case .end(let name):
        let word = String(decoding: text, as: UTF8.self)
        if scanner.matches(name, "array") || scanner.matches(name, "dict") {
          if open.count > 1 { add(open.removeLast().list) }
        } else if scanner.matches(name, "key") {
          open[open.count - 1].key = word
        } else if scanner.matches(name, "string") {
          add(.text(word))
        } else if scanner.matches(name, "integer") || scanner.matches(name, "real") {
          add(.number(word.trimmingSpace))
        } else if scanner.matches(name, "date") {
          add(Timestamp(rfc3339: word.trimmingSpace).map { .date($0) } ?? .text(word))
        } else if scanner.matches(name, "data") {
          add(.data(MailPart.base64(text[...])))
        }
        text = []
      }
    }
    while open.count > 1 { add(open.removeLast().list) }
    guard case .array(let values) = open[0].list else { return nil }
    return values.first
  }

  // MARK: Binary

  /// Reads the binary form: values that reference each other by number, and a table of offsets.
  private struct BinaryReader {
    private let bytes: [UInt8]
    private let offsetSize: Int, referenceSize: Int, table: Int, count: Int, first: Int
    private var left = maxValues

    init?(_ bytes: [UInt8]) {
      guard bytes.count >= 40 else { return nil }
      self.bytes = bytes
      let end = bytes.count - 32
      offsetSize = Int(bytes[end + 6])
      referenceSize = Int(bytes[end + 7])
      guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
        let count = Self.number(bytes[(end + 8)..<(end + 16)]),
        let first = Self.number(bytes[(end + 16)..<(end + 24)]),
        let table = Self.number(bytes[(end + 24)..<(end + 32)]), count <= end, table <= end,
        count * offsetSize <= end - table
      else { return nil }
      (self.count, self.first, self.table) = (count, first, table)
    }

    mutating func top() -> PropertyList? { value(first, depth: 0) }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
      let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return Int(exactly: value)
    }

    private func slice(_ start: Int, _ length: Int) -> ArraySlice<UInt8>? {
      guard start >= 0, length >= 0, start <= bytes.count, length <= bytes.count - start else {
        return nil
      }
      return bytes[start..<(start + length)]
    }

    private mutating func value(_ number: Int, depth: Int) -> PropertyList? {
      left -= 1
      guard left > 0, depth < maxDepth, number < count,
        let place = slice(table + number * offsetSize, offsetSize).flatMap(Self.number),
        place < table, let marker = slice(place, 1)?.first
      else { return nil }
      var start = place + 1
      var length = Int(marker & 15)
      let kind = marker >> 4
      if length == 15, [4, 5, 6, 7, 10, 12, 13].contains(kind) {
        guard let size = slice(start, 1)?.first, size >> 4 == 1,
          let long = slice(start + 1, 1 << Int(size & 3)).flatMap(Self.number)
        else { return nil }
        start += 1 + 1 << Int(size & 3)
        length = long
      }
      switch kind {
      case 0: return .number(marker == 9 ? "1" : "0")
      case 1:
        guard let digits = slice(start, 1 << min(length, 4)) else { return nil }
        return .number(
          String(Int64(bitPattern: digits.suffix(8).reduce(0) { $0 << 8 | UInt64($1) })))
      case 2, 3:
        guard let digits = slice(start, 1 << min(length, 4)) else { return nil }
        let bits = digits.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let number =
          digits.count == 4
          ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
        guard number.isFinite, abs(number) < 1e11 else { return .number("0") }
        // Seconds since 2001.
        return kind == 2
          ? .number(String(number))
          : .date(Timestamp(milliseconds: Int64(((number + 978_307_200) * 1000).rounded(.down))))
      case 4: return slice(start, length).map { .data(Array($0)) }
      case 5, 7: return slice(start, length).map { .text(String(decoding: $0, as: UTF8.self)) }
      case 6:
        guard length <= bytes.count, let units = slice(start, length * 2) else { return nil }
        let pairs = stride(from: units.startIndex, to: units.endIndex, by: 2).map {
          UInt16(units[$0]) << 8 | UInt16(units[$0 + 1])
        }
        return .text(String(decoding: pairs, as: UTF16.self))
      case 10, 12:
        return references(start, length).map { items in
          .array(items.compactMap { value($0, depth: depth + 1) })
        }
      case 13:
        guard let keys = references(start, length),
          let values = references(start + length * referenceSize, length)
        else { return nil }
        var members: [(key: String, value: PropertyList)] = []
        for (key, item) in zip(keys, values) {
          guard let name = value(key, depth: depth + 1)?.string,
            let value = value(item, depth: depth + 1)
          else { continue }
          members.append((name, value))
        }
        return .dictionary(members)
      default: return .text("")
      }
    }

    private func references(_ start: Int, _ count: Int) -> [Int]? {
      guard count <= bytes.count, let all = slice(start, count * referenceSize) else { return nil }
      return (0..<count).map { index in
        let begin = all.startIndex + index * referenceSize
        return Self.number(all[begin..<(begin + referenceSize)]) ?? .max
      }
    }
  }
}
