/// Serializes the elements inside a field as the markup that is its value.
extension FeedBuilder {
  /// Appends the last start tag as written, without its prefix; in a title it may be the subject.
  mutating func appendStart(_ name: Range<Int>) {
    guard text.count < Self.maxTextLength else { return }
    let start = field?.element == .title ? name.lowerBound : scanner.local(name).lowerBound
    text.append(UInt8(ascii: "<"))
    text += scanner.bytes[start..<scanner.position]
    if text.last != UInt8(ascii: ">") { text.append(UInt8(ascii: ">")) }
  }

  mutating func appendEnd(_ name: Range<Int>) {
    if let field { self.field?.inside = max(0, field.inside - 1) }
    guard text.count < Self.maxTextLength else { return }
    text += "</".utf8
    text += scanner.bytes[scanner.local(name)]
    text.append(UInt8(ascii: ">"))
  }

  func isVoid(_ name: Range<Int>) -> Bool {
    let local = scanner.local(name)
    let names: [StaticString] = ["br", "img", "hr", "input", "wbr", "source", "embed", "col"]
    return names.contains { scanner.matches(local, $0) }
  }
}
