import PageExtraction

/// The small files of a ZIP archive.
struct ZipArchive {
  private let bytes: [UInt8]
  private let directory: Int
  private let count: Int

  private static let endLength = 22
  private static let longestComment = 0xffff

  /// Finds the directory of an archive; nil where there is none.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.endLength else { return nil }
    let last = bytes.count - Self.endLength
    let ends = stride(from: last, through: max(0, last - Self.longestComment), by: -1)
    self.bytes = bytes
    guard let end = ends.first(where: { Self.number(bytes, $0, 4) == 0x0605_4b50 }) else {
      return nil
    }
    count = Self.number(bytes, end + 10, 2)
    directory = Self.number(bytes, end + 16, 4)
    guard directory <= end else { return nil }
  }

  /// The files whose names, without directories, are wanted; what is damaged is left out, and of a file that
  /// is larger than rules may be only its beginning, by which that shows, is given.
  func files(where isWanted: (String) -> Bool) -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    var place = directory
    for _ in 0..<count {
      guard place + 46 <= bytes.count, number(place, 4) == 0x0201_4b50 else { break }
      let nameEnd = place + 46 + number(place + 28, 2)
      guard nameEnd <= bytes.count else { break }
      let path = bytes[(place + 46)..<nameEnd]
      let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? path.startIndex
      let name = String(decoding: path[start...], as: UTF8.self)
      if isWanted(name), let content = content(ofEntry: place) { files[name] = content }
      place = nameEnd + number(place + 30, 2) + number(place + 32, 2)
    }
    return files
  }

  private func content(ofEntry entry: Int) -> [UInt8]? {
    let isEncrypted = number(entry + 8, 2) & 1 != 0
    let header = number(entry + 42, 4)
    guard !isEncrypted, header + 30 <= bytes.count, number(header, 4) == 0x0403_4b50 else {
      return nil
    }
    let start = header + 30 + number(header + 26, 2) + number(header + 28, 2)
    let end = start + number(entry + 20, 4)
    guard end <= bytes.count else { return nil }
    let limit = SiteRule.longest + 1
    switch number(entry + 10, 2) {
    case 0: return Array(bytes[start..<end].prefix(limit))
    case 8: return Inflation.inflated(bytes[start..<end], limit: limit)
    default: return nil
    }
  }

  private func number(_ place: Int, _ length: Int) -> Int {
    Self.number(bytes, place, length)
  }

  /// A number in the archive's order of bytes.
  private static func number(_ bytes: [UInt8], _ place: Int, _ length: Int) -> Int {
    (0..<length).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
  }
}
