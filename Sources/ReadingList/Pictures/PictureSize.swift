/// How large a picture is, in pixels; both sides at least 1.
package struct PictureSize: Hashable, Sendable {
  /// Pixels from left to right.
  package let width: Int
  /// Pixels from top to bottom.
  package let height: Int

  /// The most pixels on a side; no real picture has more.
  private static let maxLength = 1 << 20

  /// Takes the sides; nil where one is none, or larger than any real picture's.
  package init?(width: Int, height: Int) {
    guard (1...Self.maxLength).contains(width), (1...Self.maxLength).contains(height) else {
      return nil
    }
    self.width = width
    self.height = height
  }

  /// The most pixels that are decoded: 256 MB of four bytes each.
  package static let maxCount = 1 << 26

  /// Whether so many pixels can be decoded.
  package var isDecodable: Bool { width * height <= Self.maxCount }
}
