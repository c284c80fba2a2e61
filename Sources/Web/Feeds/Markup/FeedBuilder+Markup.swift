/// Serializes the elements inside a field as the markup that is its value.
extension FeedBuilder {
  mutating func appendStart(_ name: Range<Int>, _ isClosed: Bool) {
    guard text.count < Self.maxTextLength else { return }
    let tag = name.lowerBound - 1..<scanner.position
    // In a title, text that looks like a tag may be the subject.
    let isAsItStands = field?.element == .title || !isClosed && scanner.local(name) == name
    if isAsItStands, scanner.bytes[tag].last == UInt8(ascii: ">") {
      text += scanner.bytes[tag]
      return
    }
    text.append(UInt8(ascii: "<"))
    text += scanner.bytes[scanner.local(name)]
    for attribute in scanner.attributes {
      text.append(32)
      text += scanner.bytes[attribute.name]
      text += "=\"".utf8
      for byte in scanner.bytes[attribute.value] {
        if byte == UInt8(ascii: "\"") { text += "&quot;".utf8 } else { text.append(byte) }
      }
      text.append(UInt8(ascii: "\""))
    }
    text.append(UInt8(ascii: ">"))
    if isClosed, !isVoid(name) { writeEnd(name) }
  }

  mutating func appendEnd(_ name: Range<Int>) {
    if let field { self.field?.inside = max(0, field.inside - 1) }
    if text.count < Self.maxTextLength { writeEnd(name) }
  }

  mutating func writeEnd(_ name: Range<Int>) {
    text += "</".utf8
    text += scanner.bytes[scanner.local(name)]
    text.append(UInt8(ascii: ">"))
  }

  func isVoid(_ name: Range<Int>) -> Bool {
    let local = scanner.local(name)
    let names: [StaticString] = ["br", "img", "hr", "input", "wbr", "source", "embed", "col"]
    return names.contains { scanner.matches(local, $0) }
  }

  mutating func appendEscaped(_ range: Range<Int>) { text += escaped(scanner.bytes[range]) }

  func escaped(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var out: [UInt8] = []
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "<"): out += "&lt;".utf8
      case UInt8(ascii: "&"): out += "&amp;".utf8
      default: out.append(byte)
      }
    }
    return out
  }
}
