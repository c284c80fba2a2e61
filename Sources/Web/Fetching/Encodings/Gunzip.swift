import CArchive

/// Unpacks gzip (RFC 1952) in memory.
package enum Gunzip {
  enum End { case whole, damaged, tooLarge }

  package static func isOne(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.starts(with: [0x1f, 0x8b, 0x08])
  }

  /// Decompresses gzip once, and returns other bytes as they are; nil if damaged or over the limit.
  package static func unpacked(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
    guard isOne(bytes) else { return bytes }
    let (content, end) = read(bytes, limit: limit)
    return end == .whole && !isOne(content) ? content : nil
  }

  /// Decompresses as much of all members as possible.
  static func read(_ bytes: [UInt8], limit: Int) -> (bytes: [UInt8], end: End) {
    guard let archive = archive_read_new() else { return ([], .damaged) }
    defer { archive_read_free(archive) }
    archive_read_support_filter_gzip(archive)
    archive_read_support_format_raw(archive)
    return bytes.withUnsafeBytes { packed in
      var entry: OpaquePointer?
      guard archive_read_open_memory(archive, packed.baseAddress, packed.count) == ARCHIVE_OK,
        archive_read_next_header(archive, &entry) == ARCHIVE_OK
      else { return ([], .damaged) }
      var whole: [UInt8] = []
      while true {
        var count = 0
        let block = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, used in
          count = archive_read_data(archive, buffer.baseAddress, buffer.count)
          used = max(0, count)
        }
        guard count >= 0 else { return (whole, .damaged) }
        guard whole.count + count <= limit else { return (whole, .tooLarge) }
        if count == 0 { return (whole, .whole) }
        whole += block
      }
    }
  }
}
