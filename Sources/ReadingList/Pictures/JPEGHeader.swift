/// Size and orientation from the segments of a JPEG file.
enum JPEGHeader {
  /// The size that the first frame has, as it is seen.
  static func size(of bytes: [UInt8]) -> PictureSize? {
    var isTurned = false
    var place = 2
    while place + 4 <= bytes.count, bytes[place] == 0xff {
      let marker = bytes[place + 1]
      // Any number of filling bytes may stand before a marker.
      if marker == 0xff {
        place += 1
        continue
      }
      let length = bytes.number(2, at: place + 2)
      let isFrame = (0xc0...0xcf).contains(marker) && ![0xc4, 0xc8, 0xcc].contains(marker)
      if isFrame {
        let (height, width) = (bytes.number(2, at: place + 5), bytes.number(2, at: place + 7))
        return isTurned
          ? PictureSize(width: height, height: width) : PictureSize(width: width, height: height)
      }
      if marker == 0xe1, bytes.has("Exif", at: place + 4) {
        isTurned = Self.isTurned(bytes, at: place + 10, end: place + 2 + length)
      }
      guard length >= 2 else { return nil }
      place += 2 + length
    }
    return nil
  }

  /// Whether Exif's orientation turns the picture by a quarter, so that its sides change places.
  private static func isTurned(_ bytes: [UInt8], at start: Int, end: Int) -> Bool {
    let isSmallEndian = bytes.has("II", at: start)
    func number(_ width: Int, at place: Int) -> Int {
      guard place + width <= min(end, bytes.count) else { return 0 }
      return isSmallEndian ? bytes.smallEndian(width, at: place) : bytes.number(width, at: place)
    }
    let table = start + number(4, at: start + 4)
    for entry in 0..<min(64, number(2, at: table)) {
      let place = table + 2 + entry * 12
      if number(2, at: place) == 0x112 { return (5...8).contains(number(2, at: place + 8)) }
    }
    return false
  }
}
