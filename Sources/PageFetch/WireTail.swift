/// The last bytes of a body as they came over the wire, before decompression.
///
/// libcurl does not say when a gzip stream ends too early. The stream's last four bytes give the
/// length of what it unpacks to (RFC 1952, ISIZE), so that the truth can be had by comparing.
struct WireTail {
  private var bytes: [UInt8] = []

  /// Takes the next bytes that came.
  mutating func append(_ more: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: more.suffix(64))
    if bytes.count > 64 { bytes.removeFirst(bytes.count - 64) }
  }

  /// Whether a gzip stream that ended so can have unpacked to `decoded` bytes.
  ///
  /// `chunked` says whether the wire may have the framing of chunks around the stream.
  func endsGzip(ofLength decoded: Int, chunked: Bool) -> Bool {
    if hasLength(decoded, before: bytes.endIndex) { return true }
    guard chunked else { return false }
    // Where the framing is on the wire, the stream ends before the last, empty chunk.
    let frame = Array("\r\n0".utf8)
    var end = bytes.count - frame.count
    while end >= 4 {
      if bytes[end...].starts(with: frame), hasLength(decoded, before: end) { return true }
      end -= 1
    }
    return false
  }

  private func hasLength(_ length: Int, before end: Int) -> Bool {
    guard end >= 4 else { return false }
    let said = bytes[(end - 4)..<end].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return said == UInt32(truncatingIfNeeded: length)
  }
}
