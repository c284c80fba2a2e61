import PageExtraction
import ReadingList
import Web

/// An Apple property list, binary or XML, as JSON: dates in RFC 3339, data as text.
enum PropertyList {
  /// Depth, and bytes of all values: a binary list may reference one value many times.
  private static let maxDepth = 64, maxSize = 256 << 20, maxGrowth = 64

  /// XML is recognized by its root element.
  static func isOne(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: "bplist0".utf8) || XMLElement.root(of: bytes) == "plist"
  }

  /// - Throws: `ExchangeProblem` if it is none, or damaged.
  static func json(of bytes: [UInt8]) throws(ExchangeProblem) -> JSON {
    var value: JSON?
    if bytes.starts(with: "bplist0".utf8) {
      var reader = BinaryReader(bytes)
      value = reader?.top()
    } else {
      value = XMLElement(bytes)?.children.first.flatMap(Self.value)
    }
    guard let value else { throw ExchangeProblem("it is a damaged property list") }
    return value
  }

  private static func text(_ data: [UInt8]) -> JSON {
    .string(String(decoding: CharacterEncoding.utf8(data, contentType: nil), as: UTF8.self))
  }

  private static func value(of element: XMLElement) -> JSON? {
    switch element.name {
    case "array": return .array(element.children.compactMap(value))
    case "dict":
      var (members, key): ([JSON.Member], String) = ([], "")
      for child in element.children {
        if child.name == "key" {
          key = child.text
        } else if let value = value(of: child) {
          members.append(.init(key, value))
        }
      }
      return .object(members)
    case "string", "date": return .string(element.text)
    case "integer", "real": return .number(element.text)
    case "data": return text(MailPart.base64(Array(element.text.utf8)[...]))
    case "true", "false": return .bool(element.name == "true")
    default: return nil
    }
  }

  /// The binary form: values that reference each other by number, and a table of offsets.
  private struct BinaryReader {
    private let bytes: [UInt8]
    private let offsetSize: Int, referenceSize: Int, table: Int, count: Int, first: Int
    private var left: Int

    init?(_ bytes: [UInt8]) {
      guard bytes.count >= 40 else { return nil }
      self.bytes = bytes
      left = min(maxSize, bytes.count * maxGrowth)
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

    mutating func top() -> JSON? { value(first, depth: 0) }

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

    private mutating func value(_ number: Int, depth: Int) -> JSON? {
      left -= 64
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
      guard length <= bytes.count, length <= left else { return nil }
      left -= length
      switch kind {
      case 0: return .bool(marker == 9)
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
          : .string(
            Timestamp(milliseconds: Int64(((number + 978_307_200) * 1000).rounded(.down))).rfc3339)
      case 4: return slice(start, length).map { PropertyList.text(Array($0)) }
      case 5, 7: return slice(start, length).map { .string(String(decoding: $0, as: UTF8.self)) }
      case 6:
        guard let units = slice(start, length * 2) else { return nil }
        let pairs = stride(from: units.startIndex, to: units.endIndex, by: 2).map {
          UInt16(units[$0]) << 8 | UInt16(units[$0 + 1])
        }
        return .string(String(decoding: pairs, as: UTF16.self))
      case 10, 12:
        return references(start, length).map { items in
          .array(items.compactMap { value($0, depth: depth + 1) })
        }
      case 13:
        guard let keys = references(start, length),
          let values = references(start + length * referenceSize, length)
        else { return nil }
        var members: [JSON.Member] = []
        for (key, item) in zip(keys, values) {
          guard let name = value(key, depth: depth + 1)?.string,
            let value = value(item, depth: depth + 1)
          else { continue }
          members.append(.init(name, value))
        }
        return .object(members)
      default: return .null
      }
    }

    private func references(_ start: Int, _ count: Int) -> [Int]? {
      guard let all = slice(start, count * referenceSize) else { return nil }
      return (0..<count).map { index in
        let begin = all.startIndex + index * referenceSize
        return Self.number(all[begin..<(begin + referenceSize)]) ?? .max
      }
    }
  }
}
