import Glibc

/// Mends text that was UTF-8, was read as Latin-1, and was written as UTF-8 again.
enum Mojibake {
  /// Decodes such text once, where a page has enough of it to be sure.
  ///
  /// Sure signs are control characters of the C1 block between accented letters, which no author writes.
  static func mended(_ page: [UInt8]) -> [UInt8]? {
    let signs = count(in: page)
    guard signs >= 2 else { return nil }
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

  /// How often the punctuation of the General Punctuation block stands there in pieces.
  private static func count(in page: [UInt8]) -> Int {
    page.withUnsafeBufferPointer { page in
      guard let base = page.baseAddress else { return 0 }
      var signs = 0
      var index = 0
      while index + 3 < page.count, let hit = memchr(base + index, 0xc3, page.count - index - 3) {
        index = UnsafeRawPointer(base).distance(to: UnsafeRawPointer(hit))
        if page[index + 1] == 0xa2, page[index + 2] == 0xc2, page[index + 3] == 0x80 { signs += 1 }
        index += 2
      }
      return signs
    }
  }

  /// The bytes of one character that was taken for several, and how many bytes they take now.
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
    guard start + 2 + 2 * more <= page.count else { return nil }
    var bytes = [lead]
    for place in 0..<more {
      let first = page[start + 2 + 2 * place]
      let second = page[start + 3 + 2 * place]
      guard first == 0xc2, second & 0xc0 == 0x80 else { return nil }
      bytes.append(second)
    }
    guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
    return (bytes, 2 + 2 * more)
  }
}
