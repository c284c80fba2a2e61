// File names are bytes, not necessarily text.
//
// In a `String`, a byte that is not UTF-8 is a scalar U+10FF80 to U+10FFFF, so that such a name can
// be joined and compared like any other and gives the same bytes back. A name that contains these
// scalars itself is escaped byte by byte.

extension String {
  package init(fileName bytes: [UInt8]) {
    if !bytes.contains(escapeLead), let text = String(validating: bytes, as: UTF8.self) {
      self = text
      return
    }
    var out = String.UnicodeScalarView()
    var rest = bytes[...]
    while let first = rest.first {
      let length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
      let text = String(validating: rest.prefix(length), as: UTF8.self)?.unicodeScalars
      if let text, text.count == 1, let scalar = text.first, !scalar.isEscapedByte {
        out.append(scalar)
        rest = rest.dropFirst(length)
      } else {
        out.append(Unicode.Scalar(escaping: first))
        rest = rest.dropFirst()
      }
    }
    self.init(out)
  }

  package init(fileName pointer: UnsafePointer<CChar>) {
    let start = UnsafeRawPointer(pointer)
    let bytes = UnsafeRawBufferPointer(start: start, count: start.lengthToZero)
    self.init(fileName: [UInt8](bytes))
  }

  package var fileNameBytes: [UInt8] {
    guard utf8.contains(escapeLead) else { return Array(utf8) }
    return unicodeScalars.flatMap { scalar in
      scalar.isEscapedByte ? [UInt8(truncatingIfNeeded: scalar.value)] : Array(String(scalar).utf8)
    }
  }

  /// Null-terminated, for system calls.
  package var fileName: [CChar] { fileNameBytes.map { CChar(bitPattern: $0) } + [0] }

  /// The name as text, with U+FFFD for bytes that are not UTF-8.
  package var asText: String {
    utf8.contains(escapeLead) ? String(decoding: fileNameBytes, as: UTF8.self) : self
  }

  /// The directory, `.` for a name alone, and the last component.
  package var splitPath: (directory: String, name: String) {
    var path = self[...]
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", String(path)) }
    let directory = slash == path.startIndex ? "/" : path[..<slash]
    return (String(directory), String(path[path.utf8.index(after: slash)...]))
  }
}

/// The first UTF-8 byte of every escaping scalar; rare in names.
private let escapeLead: UInt8 = 0xf4

extension Unicode.Scalar {
  fileprivate var isEscapedByte: Bool { (0x10_ff80...0x10_ffff).contains(value) }

  fileprivate init(escaping byte: UInt8) {
    self = Unicode.Scalar(0x10_ff00 | UInt32(byte)) ?? "\u{fffd}"
  }
}
