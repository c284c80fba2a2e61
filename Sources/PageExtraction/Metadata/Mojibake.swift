import Platform

/// Repairs UTF-8 text that was read as Latin-1 or Windows-1252 and encoded as UTF-8 again.
enum Mojibake {
  /// Decodes such text once, if a page has enough of it to be sure.
  ///
  /// Sure signs are broken UTF-8 punctuation marks: with C1 control characters, which no author
  /// writes, or as `â€` and another character, if these are more frequent than intact marks.
  static func mended(_ original: [UInt8]) -> [UInt8]? {
    let page = unescaped(original) ?? original
    let signs = count(in: page)
    guard signs.latin >= 2 || signs.windows >= 4 && signs.windows > signs.whole else { return nil }
    var out: [UInt8] = []
    out.reserveCapacity(page.count)
    var index = 0
    while index < page.count {
      if page[index] == 0xc3, let (bytes, length) = sequence(page, index) {
        out += bytes
        index += length
      } else {
        out.append(page[index])
        index += 1
      }
    }
    return out
  }

  /// Replaces references to the characters of broken punctuation by the characters.
  private static func unescaped(_ page: [UInt8]) -> [UInt8]? {
    let lead = Array("&acirc;&euro;".utf8)
    guard ByteText.contains(page[...], lead) else { return nil }
    var out: [UInt8] = []
    out.reserveCapacity(page.count)
    var index = 0
    while index < page.count {
      guard page[index] == lead[0], page[index...].starts(with: lead) else {
        out.append(page[index])
        index += 1
        continue
      }
      out += "â€".utf8
      index += lead.count
      if index < page.count, page[index] == lead[0],
        let end = page[index...].prefix(9).firstIndex(of: UInt8(ascii: ";"))
      {
        out += EntityText.unescaped(String(decoding: page[index...end], as: UTF8.self)).utf8
        index = end + 1
      }
    }
    return out
  }

  /// Counts the marks of the General Punctuation block: broken in either way, and intact.
  private static func count(in page: [UInt8]) -> (latin: Int, windows: Int, whole: Int) {
    var latin = 0
    var windows = 0
    each(0xc3, in: page, followedBy: 4) { place, page in
      guard page[place + 1] == 0xa2 else { return }
      if page[place + 2] == 0xc2, page[place + 3] == 0x80 { latin += 1 }
      if page[place + 2] == 0xe2, page[place + 3] == 0x82, page[place + 4] == 0xac { windows += 1 }
    }
    guard latin < 2, windows >= 4 else { return (latin, windows, 0) }
    var whole = 0
    each(0xe2, in: page, followedBy: 2) { place, page in
      if page[place + 1] == 0x80, (0x93...0x9e).contains(page[place + 2]) { whole += 1 }
    }
    return (latin, windows, whole)
  }

  /// Calls `body` with each position of a byte that has at least `rest` bytes after it.
  private static func each(
    _ byte: UInt8, in page: [UInt8], followedBy rest: Int,
    _ body: (Int, UnsafeBufferPointer<UInt8>) -> Void
  ) {
    page.withUnsafeBufferPointer { page in
      guard let base = page.baseAddress else { return }
      var index = 0
      while index + rest < page.count,
        let hit = UnsafeRawPointer(base + index).distance(
          to: byte, within: page.count - index - rest)
      {
        index += hit
        body(index, page)
        index += 1
      }
    }
  }

  /// The original bytes of one broken character, and the number of bytes it occupies now.
  private static func sequence(_ page: [UInt8], _ start: Int) -> ([UInt8], Int)? {
    guard start + 1 < page.count else { return nil }
    let lead = page[start + 1] | 0x40
    let more: Int
    switch lead {
    case 0xc2...0xdf: more = 1
    case 0xe0...0xef: more = 2
    case 0xf0...0xf4: more = 3
    default: return nil
    }
    var bytes = [lead]
    var place = start + 2
    for _ in 0..<more {
      guard let (byte, length) = continuation(page, place) else { return nil }
      bytes.append(byte)
      place += length
    }
    guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
    return (bytes, place - start)
  }

  /// The byte of a character in Latin-1 or Windows-1252, if it continues a UTF-8 sequence.
  private static func continuation(_ page: [UInt8], _ place: Int) -> (UInt8, Int)? {
    guard place + 1 < page.count else { return nil }
    if page[place] == 0xc2, page[place + 1] & 0xc0 == 0x80 { return (page[place + 1], 2) }
    for length in 2...3 where place + length <= page.count {
      if let byte = windows[Array(page[place..<(place + length)])] { return (byte, length) }
    }
    return nil
  }

  /// The bytes 0x80 to 0x9f of Windows-1252, by the UTF-8 of their characters.
  private static let windows: [[UInt8]: UInt8] = {
    let characters = Array(
      "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ".unicodeScalars)
    return Dictionary(
      uniqueKeysWithValues: characters.enumerated().map { place, character in
        (Array(String(character).utf8), UInt8(0x80 + place))
      })
  }()
}
