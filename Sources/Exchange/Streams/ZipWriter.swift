import CArchive
import ReadingList

/// Writes a ZIP archive: takes the files one after another, and gives the bytes that come next.
///
/// libarchive compresses. The container is made here, since libarchive's begins each file with extra fields, and the
/// first file of an EPUB may have none; without them the same files give the same bytes.
struct ZipWriter {
  private var directory: [UInt8] = []
  private var length = 0
  private var count = 0

  /// How many files an archive holds.
  static let maxFiles = 0xffff

  /// Adds a file.
  ///
  /// - Parameters:
  ///   - path: its name, ASCII.
  ///   - content: its bytes.
  ///   - moment: when it was changed, to two seconds; in UTC.
  ///   - isStored: whether it stays as it is, as what is compressed already should.
  /// - Returns: what comes next in the archive.
  /// - Throws: `ExchangeProblem` where the archive would be larger than every reader can read.
  mutating func file(
    _ path: String, _ content: [UInt8], at moment: Timestamp, isStored: Bool = false
  ) throws(ExchangeProblem) -> [UInt8] {
    let (deflated, sum) = try Self.deflated(content)
    let isSmaller = !isStored && deflated.count < content.count
    let data = isSmaller ? deflated : content[...]
    guard count < Self.maxFiles, content.count < Self.maxBytes,
      length + data.count + directory.count + (count + 2) * 256 < Self.maxBytes
    else { throw ExchangeProblem("there is too much for one file; choose fewer with a query") }
    let common =
      Self.number(isSmaller ? 20 : 10, 2) + Self.number(0, 2) + Self.number(isSmaller ? 8 : 0, 2)
      + Self.time(moment) + sum + Self.number(data.count, 4) + Self.number(content.count, 4)
      + Self.number(path.utf8.count, 2) + Self.number(0, 2)
    let entry = Self.number(0x0403_4b50, 4) + common + path.utf8 + data
    directory += Self.number(0x0201_4b50, 4) + Self.number(3 << 8 | 20, 2) + common
    directory += Self.number(0, 6) + Self.number(0o100644 << 16, 4) + Self.number(length, 4)
    directory += path.utf8
    length += entry.count
    count += 1
    return entry
  }

  /// The end of the archive.
  func end() -> [UInt8] {
    directory + Self.number(0x0605_4b50, 4) + Self.number(0, 4) + Self.number(count, 2)
      + Self.number(count, 2) + Self.number(directory.count, 4) + Self.number(length, 4)
      + Self.number(0, 2)
  }

  /// Beyond this all numbers would have to be longer.
  private static let maxBytes = 0xffff_ffff

  /// In the order of the format, the lowest byte first.
  private static func number(_ value: Int, _ length: Int) -> [UInt8] {
    (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// Time and date as MS-DOS has them, from 1980 to 2107.
  private static func time(_ moment: Timestamp) -> [UInt8] {
    let parts = moment.components()
    if parts.year < 1980 { return number(0, 2) + number(1 << 5 | 1, 2) }
    let year = min(parts.year - 1980, 127)
    return number(parts.hour << 11 | parts.minute << 5 | parts.second / 2, 2)
      + number(year << 9 | parts.month << 5 | parts.day, 2)
  }

  /// What bytes are compressed, and their sum (CRC-32): gzip without its head, and its tail.
  private static func deflated(
    _ content: [UInt8]
  ) throws(ExchangeProblem) -> (data: ArraySlice<UInt8>, sum: ArraySlice<UInt8>) {
    let (head, tail) = (10, 8)
    // What cannot be compressed grows by five bytes in 16 KiB.
    var buffer = [UInt8](repeating: 0, count: content.count + content.count / 1000 + 1024)
    var used = 0
    let isDone = buffer.withUnsafeMutableBytes { buffer in
      guard let archive = archive_write_new() else { return false }
      defer { archive_write_free(archive) }
      archive_write_add_filter_gzip(archive)
      archive_write_set_format_raw(archive)
      guard let entry = archive_entry_new() else { return false }
      defer { archive_entry_free(entry) }
      luego_set_file(entry)
      return archive_write_open_memory(archive, buffer.baseAddress, buffer.count, &used)
        == ARCHIVE_OK && archive_write_header(archive, entry) == ARCHIVE_OK
        && archive_write_data(archive, content, content.count) == content.count
        && archive_write_close(archive) == ARCHIVE_OK
    }
    guard isDone, used >= head + tail else {
      throw ExchangeProblem("there is too little memory to compress it")
    }
    return (buffer[head..<(used - tail)], buffer[(used - tail)..<(used - tail + 4)])
  }
}
