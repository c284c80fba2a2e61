/// The name of a picture's file, which says all that has to be known before it is decoded:
/// `KEY-HASH-WIDTHxHEIGHT.ENDING`, or `KEY-HASH.ENDING` where its size is not known.
package struct PictureName: Hashable, Sendable {
  /// Of the address that it was fetched from.
  package let key: String
  /// Of its bytes: what two machines got from one address are two files.
  package let hash: String
  /// In pixels.
  package let size: PictureSize?
  package let format: PictureFormat

  /// Hexadecimal digits of a key, and of a hash.
  private static let (keyLength, hashLength) = (20, 16)

  /// The key of an address: the first 20 hexadecimal digits of its SHA-256.
  package static func key(of address: String) -> String {
    String(SHA256.hex(of: address).prefix(keyLength))
  }

  /// Names a file by its bytes; nil of what is no picture.
  package init?(of bytes: [UInt8], from address: String) {
    guard let format = PictureFormat(of: bytes) else { return nil }
    key = Self.key(of: address)
    hash = String(SHA256.hex(of: bytes).prefix(Self.hashLength))
    self.format = format
    size = format.size(of: bytes)
  }

  /// Understands a file's name; nil of any other.
  package init?(_ name: String) {
    let words = name.split { "-.".contains($0) }.map(String.init)
    guard (3...4).contains(words.count), let ending = words.last,
      let format = PictureFormat(ending: ending), SHA256.isHex(words[0], count: Self.keyLength),
      SHA256.isHex(words[1], count: Self.hashLength)
    else { return nil }
    (key, hash) = (words[0], words[1])
    self.format = format
    let sides = words[2].split(separator: "x").compactMap { Int($0) }
    size = sides.count == 2 ? PictureSize(width: sides[0], height: sides[1]) : nil
    // Of several ways to write a name only one is ours.
    guard text == name else { return nil }
  }

  /// Whether a file of this name has these bytes.
  package func isName(of bytes: [UInt8]) -> Bool { SHA256.hex(of: bytes).hasPrefix(hash) }

  /// Whether it can be drawn in cells, and shows anything then.
  package var canBeSeen: Bool {
    size.map { $0.isDecodable && $0.width >= Self.minSide && $0.height >= Self.minSide } ?? false
  }

  /// Pixels on a side below which a picture is an icon.
  private static let minSide = 24

  /// As a file is called.
  package var text: String {
    "\(key)-\(hash)" + (size.map { "-\($0.width)x\($0.height)" } ?? "") + "." + format.ending
  }
}
