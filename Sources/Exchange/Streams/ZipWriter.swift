import CArchive

/// Writes a ZIP archive file by file, and returns the bytes to append.
///
/// libarchive compresses, but the container is written here: libarchive adds extra fields to every
/// file, which the first file of an EPUB must not have. Without them equal files yield equal bytes.
package struct ZipWriter {
  private var directory: [UInt8] = []
  private var length = 0
  private var count = 0

  static let maxFiles = 0xffff

  package init() {}

  /// Adds a file under an ASCII name; `isStored` omits compression, as for compressed formats.
  ///
  /// - Throws: `ExchangeProblem` if the archive would exceed what every reader supports.
  package mutating func file(
    _ path: String, _ content: [UInt8], isStored: Bool = false
  ) throws(ExchangeProblem) -> [UInt8] {
    let (deflated, sum) = try Self.deflated(content)
    let isSmaller = !isStored && deflated.count < content.count
    let data = isSmaller ? deflated : content[...]
    guard count < Self.maxFiles, content.count < Self.maxBytes,
      length + data.count + directory.count + (count + 2) * 256 < Self.maxBytes
    else { throw ExchangeProblem("there is too much for one file; choose fewer with a query") }
    let common =
      Self.number(isSmaller ? 20 : 10, 2) + Self.number(0, 2) + Self.number(isSmaller ? 8 : 0, 2)
      + Self.time + sum + Self.number(data.count, 4) + Self.number(content.count, 4)
      + Self.number(path.utf8.count, 2) + Self.number(0, 2)
    let entry = Self.number(0x0403_4b50, 4) + common + path.utf8 + data
    directory += Self.number(0x0201_4b50, 4) + Self.number(3 << 8 | 20, 2) + common
    directory += Self.number(0, 6) + Self.number(0o100644 << 16, 4) + Self.number(length, 4)
    directory += path.utf8
    length += entry.count
    count += 1
    return entry
  }

  package func end() -> [UInt8] {
    directory + Self.number(0x0605_4b50, 4) + Self.number(0, 4) + Self.number(count, 2)
      + Self.number(count, 2) + Self.number(directory.count, 4) + Self.number(length, 4)
      + Self.number(0, 2)
  }

  /// Without ZIP64, in bytes.
  private static let maxBytes = 0xffff_ffff

  /// Little-endian.
  private static func number(_ value: Int, _ length: Int) -> [UInt8] {
    (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// The start of 1980 in MS-DOS's form, for every file.
  private static let time = number(0, 2) + number(1 << 5 | 1, 2)

  /// The deflated bytes and their CRC-32: gzip without its header, and its trailer.
  private static func deflated(
    _ content: [UInt8]
  ) throws(ExchangeProblem) -> (data: ArraySlice<UInt8>, sum: ArraySlice<UInt8>) {
    let (head, tail) = (10, 8)
    // Incompressible data grows by five bytes per 16 KiB.
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
