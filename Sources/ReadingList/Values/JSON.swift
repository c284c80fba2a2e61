/// A JSON value that keeps what it read: the order of members and the spelling of numbers.
///
/// The library's records are rewritten by programs of different versions and edited by hand; nothing
/// that one of them wrote may be lost or reordered by another, which decoding into a type would do.
package enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  /// The number's own spelling.
  case number(String)
  case string(String)
  case array([JSON])
  case object([Member])

  /// A key and its value.
  package struct Member: Equatable, Sendable {
    package var key: String
    package var value: JSON

    /// Makes a member.
    package init(_ key: String, _ value: JSON) {
      self.key = key
      self.value = value
    }
  }

  /// A whole number.
  package static func int(_ value: Int) -> JSON { .number(String(value)) }

  /// The value of a key of an object, the last one where a key stands twice; nil elsewhere.
  package subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.key == key }?.value
  }

  /// The text of a string.
  package var string: String? { if case .string(let text) = self { text } else { nil } }
  /// The truth of a boolean.
  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The elements of an array.
  package var array: [JSON]? { if case .array(let items) = self { items } else { nil } }
  /// The members of an object.
  package var members: [Member]? { if case .object(let members) = self { members } else { nil } }
  /// A number as Double.
  package var double: Double? {
    if case .number(let text) = self { Double(text) } else { nil }
  }
  /// A number as Int, fractions cut off; nil when it does not fit.
  package var int: Int? {
    guard case .number(let text) = self else { return nil }
    if let whole = Int(text) { return whole }
    guard let value = Double(text), value.magnitude < 9e18 else { return nil }
    return Int(value)
  }
}

extension JSON {
  /// Text on one line, as in JSON Lines.
  package var compact: String {
    var out: [UInt8] = []
    write(to: &out, indent: nil)
    return String(decoding: out, as: UTF8.self)
  }

  /// Two spaces a level, one member a line, a newline at the end.
  package var pretty: String {
    var out: [UInt8] = []
    write(to: &out, indent: 0)
    out.append(UInt8(ascii: "\n"))
    return String(decoding: out, as: UTF8.self)
  }

  private func write(to out: inout [UInt8], indent: Int?) {
    switch self {
    case .null: out += "null".utf8
    case .bool(let value): out += (value ? "true" : "false").utf8
    case .number(let text): out += text.utf8
    case .string(let text): Self.write(string: text, to: &out)
    case .array(let items):
      Self.write(items, open: "[", close: "]", to: &out, indent: indent) { item, out, indent in
        item.write(to: &out, indent: indent)
      }
    case .object(let members):
      Self.write(members, open: "{", close: "}", to: &out, indent: indent) { member, out, indent in
        Self.write(string: member.key, to: &out)
        out += (indent == nil ? ":" : ": ").utf8
        member.value.write(to: &out, indent: indent)
      }
    }
  }

  private static func write<Item>(
    _ items: [Item],
    open: Unicode.Scalar,
    close: Unicode.Scalar,
    to out: inout [UInt8],
    indent: Int?,
    each: (Item, inout [UInt8], Int?) -> Void
  ) {
    out.append(UInt8(ascii: open))
    for (index, item) in items.enumerated() {
      if index > 0 { out.append(UInt8(ascii: ",")) }
      newline(indent.map { $0 + 1 }, &out)
      each(item, &out, indent.map { $0 + 1 })
    }
    if !items.isEmpty { newline(indent, &out) }
    out.append(UInt8(ascii: close))
  }

  private static func newline(_ indent: Int?, _ out: inout [UInt8]) {
    guard let indent else { return }
    out.append(UInt8(ascii: "\n"))
    out += repeatElement(UInt8(ascii: " "), count: indent * 2)
  }

  private static func write(string: String, to out: inout [UInt8]) {
    let digits = Array("0123456789abcdef".utf8)
    out.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""): out += "\\\"".utf8
      case UInt8(ascii: "\\"): out += "\\\\".utf8
      case 0x0a: out += "\\n".utf8
      case 0x0d: out += "\\r".utf8
      case 0x09: out += "\\t".utf8
      case 0..<0x20, 0x7f:
        out += "\\u00".utf8
        out += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: out.append(byte)
      }
    }
    out.append(UInt8(ascii: "\""))
  }
}
