/// The format of a picture's file, detected from its bytes alone.
package enum PictureFormat: String, CaseIterable, Sendable {
  case png, jpeg, gif, webp, avif, svg

  /// Tells the format of a file; nil of what is no picture.
  package init?(of bytes: [UInt8]) {
    if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
      self = .png
    } else if bytes.starts(with: [0xff, 0xd8, 0xff]) {
      self = .jpeg
    } else if bytes.starts(with: Array("GIF87a".utf8)) || bytes.starts(with: Array("GIF89a".utf8)) {
      self = .gif
    } else if bytes.has("RIFF", at: 0), bytes.has("WEBP", at: 8) {
      self = .webp
    } else if bytes.has("ftyp", at: 4), Self.isAVIF(bytes) {
      self = .avif
    } else if SVGHeader(bytes) != nil {
      self = .svg
    } else {
      return nil
    }
  }

  /// The file name extension.
  package var ending: String { self == .jpeg ? "jpg" : rawValue }

  /// The format of files whose names end so.
  package init?(ending: String) {
    guard let format = Self.allCases.first(where: { $0.ending == ending }) else { return nil }
    self = format
  }

  /// The media type.
  package var mediaType: String { self == .svg ? "image/svg+xml" : "image/\(rawValue)" }

  /// The size that a file of this format says it has, as it is to be seen; nil where it does not say.
  ///
  /// Reads the file's head alone, and nothing that is packed.
  package func size(of bytes: [UInt8]) -> PictureSize? {
    switch self {
    case .png:
      guard bytes.has("IHDR", at: 12) else { return nil }
      return PictureSize(width: bytes.number(4, at: 16), height: bytes.number(4, at: 20))
    case .gif:
      return PictureSize(width: bytes.smallEndian(2, at: 6), height: bytes.smallEndian(2, at: 8))
    case .jpeg: return JPEGHeader.size(of: bytes)
    case .webp: return Self.webPSize(bytes)
    case .avif: return Self.avifSize(bytes)
    case .svg: return SVGHeader(bytes)?.size
    }
  }

  /// The bytes of a file of this format as a decoder is to have them.
  package func decodable(_ bytes: [UInt8]) -> [UInt8] {
    self == .svg ? SVGHeader(bytes)?.sized(bytes) ?? bytes : bytes
  }

  /// Whether a file of boxes says that it can be read as AVIF.
  private static func isAVIF(_ bytes: [UInt8]) -> Bool {
    let end = min(bytes.count, 128, bytes.number(4, at: 0))
    return stride(from: 8, to: end, by: 4).contains {
      bytes.has("avif", at: $0) || bytes.has("avis", at: $0)
    }
  }

  private static func webPSize(_ bytes: [UInt8]) -> PictureSize? {
    if bytes.has("VP8X", at: 12) {
      return PictureSize(
        width: bytes.smallEndian(3, at: 24) + 1, height: bytes.smallEndian(3, at: 27) + 1)
    }
    if bytes.has("VP8L", at: 12) {
      let bits = bytes.smallEndian(4, at: 21)
      return PictureSize(width: bits & 0x3fff + 1, height: bits >> 14 & 0x3fff + 1)
    }
    guard bytes.has("VP8 ", at: 12) else { return nil }
    return PictureSize(
      width: bytes.smallEndian(2, at: 26) & 0x3fff, height: bytes.smallEndian(2, at: 28) & 0x3fff)
  }

  /// The first spatial extent that the file's properties name, which is that of the whole.
  private static func avifSize(_ bytes: [UInt8]) -> PictureSize? {
    guard let place = bytes.prefix(8192).firstRange(of: "ispe".utf8)?.lowerBound else { return nil }
    return PictureSize(
      width: bytes.number(4, at: place + 8), height: bytes.number(4, at: place + 12))
  }
}

extension [UInt8] {
  /// Whether an ASCII word stands at a place.
  func has(_ word: StaticString, at place: Int) -> Bool {
    guard place + word.utf8CodeUnitCount <= count else { return false }
    return word.withUTF8Buffer { self[place..<(place + $0.count)].elementsEqual($0) }
  }

  /// A number of so many bytes, the greatest first; 0 where they are not there.
  func number(_ width: Int, at place: Int) -> Int {
    guard place >= 0, place + width <= count else { return 0 }
    return self[place..<(place + width)].reduce(0) { $0 << 8 | Int($1) }
  }

  /// A number of so many bytes, the smallest first; 0 where they are not there.
  func smallEndian(_ width: Int, at place: Int) -> Int {
    guard place >= 0, place + width <= count else { return 0 }
    return self[place..<(place + width)].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
