import Glibc

/// Searches bytes.
enum ByteText {
  /// `text` with every `find` replaced, from left to right; at most twice the text's size more.
  static func replacing(_ find: [UInt8], with new: [UInt8], in text: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(text.count)
    var from = 0
    while let hit = position(of: find, in: text, from: from), out.count < text.count * 3 + 1024 {
      out += text[from..<hit]
      out += new
      from = hit + find.count
    }
    out += text[from...]
    return out
  }

  private static func position(of find: [UInt8], in text: [UInt8], from: Int) -> Int? {
    guard let first = find.first else { return nil }
    return text.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return nil }
      var start = from
      while start + find.count <= bytes.count,
        let hit = memchr(base + start, Int32(first), bytes.count - start - find.count + 1)
      {
        start = base.distance(to: UnsafeRawPointer(hit))
        if memcmp(hit, find, find.count) == 0 { return start }
        start += 1
      }
      return nil
    }
  }
}
