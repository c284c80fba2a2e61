/// The size from the first tag of an SVG file.
struct SVGHeader {
  private(set) var size: PictureSize?
  /// The text up to the end of the first tag, and where that begins, where the tag says its size by what it shows
  /// alone.
  private var tagWithoutSize: (head: Substring, start: Substring.Index)?

  /// How many bytes at the beginning may stand before and in the first tag.
  private static let limit = 4096

  /// Looks for the tag; nil of what is no SVG.
  init?(_ bytes: [UInt8]) {
    // Whatever encoding it is in, its markup is ASCII.
    let head = String(decoding: bytes.prefix(Self.limit), as: UTF8.self)
    let text = head.drop { $0.isWhitespace || $0 == "\u{feff}" }
    guard text.hasPrefix("<"), let start = text.firstRange(of: "<svg")?.lowerBound else {
      return nil
    }
    let before = text[..<start].lowercased()
    if before.contains("<html") || before.contains("<body") { return nil }
    let tag = text[start...].prefix { $0 != ">" }
    let sides = ["width", "height"].map { Self.value(of: $0, in: tag) }
    if let width = sides[0].flatMap(Self.length), let height = sides[1].flatMap(Self.length) {
      size = PictureSize(width: width, height: height)
      return
    }
    let box = Self.value(of: "viewBox", in: tag)?.split { $0 == " " || $0 == "," || $0.isNewline }
      .map { Double($0) }
    guard let box, box.count == 4, let width = box[2], let height = box[3],
      (1..<1e6).contains(width), (1..<1e6).contains(height)
    else { return }
    size = PictureSize(width: Int(width), height: Int(height))
    tagWithoutSize = (head[..<tag.endIndex], start)
  }

  /// The file with its size in its first tag, since what draws it may take it for a square otherwise.
  func sized(_ bytes: [UInt8]) -> [UInt8] {
    guard let (head, start) = tagWithoutSize, let size, bytes.starts(with: head.utf8) else {
      return bytes
    }
    var tag = String(head[start...].dropFirst("<svg".count))
    for (name, length) in [("width", size.width), ("height", size.height)] {
      if let value = Self.value(of: name, in: tag[...]) {
        tag.replaceSubrange(value.startIndex..<value.endIndex, with: String(length))
      } else {
        tag = " \(name)=\"\(length)\"" + tag
      }
    }
    return Array(head[..<start].utf8) + Array("<svg\(tag)".utf8) + bytes[head.utf8.count...]
  }

  /// The value of an attribute.
  private static func value(of name: String, in tag: Substring) -> Substring? {
    for part in tag.split(whereSeparator: \.isWhitespace) where part.hasPrefix(name + "=") {
      let place = part.dropFirst(name.count + 1)
      guard let quote = place.first, quote == "\"" || quote == "'" else { continue }
      return tag[place.startIndex...].dropFirst().prefix { $0 != quote }
    }
    return nil
  }

  /// A length in pixels; nil of one that depends on what is around it.
  private static func length(_ text: Substring) -> Int? {
    let number = text.hasSuffix("px") ? text.dropLast(2) : text
    guard let value = Double(number), value.isFinite, value >= 1, value < 1e6 else {
      return Double(number) == 0 ? 0 : nil
    }
    return Int(value)
  }
}
