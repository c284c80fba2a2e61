// File names are bytes on this system, not necessarily text.
//
// A `String` holds text only. A byte that is not UTF-8 stands in it as a scalar at the end of the last plane,
// U+10FF80 to U+10FFFF, so that such a name can be passed on, joined and compared like any other and gives
// the same bytes back. A name that has these scalars itself is escaped byte by byte.

extension String {
  /// The name that the system gives as bytes.
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

  /// The name that the system gives as a C string.
  package init(fileName pointer: UnsafePointer<CChar>) {
    let start = UnsafeRawPointer(pointer)
    let bytes = UnsafeRawBufferPointer(start: start, count: start.lengthToZero)
    self.init(fileName: [UInt8](bytes))
  }

  /// The bytes of the name.
  package var fileNameBytes: [UInt8] {
    guard utf8.contains(escapeLead) else { return Array(utf8) }
    return unicodeScalars.flatMap { scalar in
      scalar.isEscapedByte ? [UInt8(truncatingIfNeeded: scalar.value)] : Array(String(scalar).utf8)
    }
  }

  /// The name as the system takes it, with a zero at its end.
  package var fileName: [CChar] { fileNameBytes.map { CChar(bitPattern: $0) } + [0] }

  /// The name as text; bytes that are not UTF-8 are replaced by U+FFFD.
  package var asText: String {
    utf8.contains(escapeLead) ? String(decoding: fileNameBytes, as: UTF8.self) : self
  }

  /// The directory that a path names something in, `.` for a name alone, and the name there.
  package var splitPath: (directory: String, name: String) {
    var path = self[...]
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", String(path)) }
    let directory = slash == path.startIndex ? "/" : path[..<slash]
    return (String(directory), String(path[path.utf8.index(after: slash)...]))
  }
}

/// The first byte of every escaping scalar in UTF-8, which hardly any name has.
private let escapeLead: UInt8 = 0xf4

extension Unicode.Scalar {
  fileprivate var isEscapedByte: Bool { (0x10_ff80...0x10_ffff).contains(value) }

  fileprivate init(escaping byte: UInt8) {
    self = Unicode.Scalar(0x10_ff00 | UInt32(byte)) ?? "\u{fffd}"
  }
}
