package struct PixelPicture: Equatable, Sendable {
  /// Bits of a pixel: 24, or 32 with transparency.
  package let bits: Int
  package let width: Int
  package let height: Int
  /// Its pixels in pieces of Base64, each whole by itself and short enough for a sequence: nothing but letters and
  /// digits, `+`, `/` and `=`.
  package let pieces: [[UInt8]]

  private static let maxPieceLength = 4096

  private static let maxLength = 10_000

  /// Reads the picture that a program wrote for a terminal; nil of anything else, or where it is not whole.
  package init?(_ bytes: [UInt8]) {
    var keys: [String: Int] = [:]
    var pieces: [[UInt8]] = []
    for sequence in bytes.split(separator: 0x1b) where sequence.starts(with: "_G".utf8) {
      let parts = sequence.dropFirst(2).split(separator: UInt8(ascii: ";"), maxSplits: 1)
      for pair in (parts.first ?? []).split(separator: UInt8(ascii: ",")) {
        let words = String(decoding: pair, as: UTF8.self).split(separator: "=")
        // Only the first sequence says what the picture is.
        guard words.count == 2, keys[String(words[0])] == nil else { continue }
        keys[String(words[0])] = Int(words[1])
      }
      if parts.count > 1 { pieces.append(Array(parts[1])) }
    }
    guard let width = keys["s"], let height = keys["v"], let bits = keys["f"],
      bits == 24 || bits == 32, (1...Self.maxLength).contains(width),
      (1...Self.maxLength).contains(height),
      pieces.allSatisfy({ $0.count <= Self.maxPieceLength && $0.isBase64 }),
      pieces.reduce(0, { $0 + $1.decodedCount }) == width * height * bits / 8
    else { return nil }
    self.bits = bits
    self.width = width
    self.height = height
    self.pieces = pieces
  }
}

extension [UInt8] {
  fileprivate var isBase64: Bool {
    let padding = suffix(2).count { $0 == 0x3d }
    return count % 4 == 0
      && withUnsafeBufferPointer { bytes in
        bytes.dropLast(padding).allSatisfy { sign in
          // Letters of both cases, digits, plus and slash.
          (sign | 0x20) &- 0x61 < 26 || sign &- 0x30 < 10 || sign == 0x2b || sign == 0x2f
        }
      }
  }

  fileprivate var decodedCount: Int { count / 4 * 3 - suffix(2).count { $0 == 0x3d } }
}

extension PictureCells {
  /// Cells in whose place a terminal shows the picture of a number (kitty's Unicode placeholders).
  package init?(placeholdersFor number: UInt32, columns: Int, rows: Int) {
    let signs = Self.signs
    guard (1...0xff_ffff).contains(number), (1...signs.count).contains(columns),
      (1...signs.count).contains(rows)
    else { return nil }
    var style = Style()
    // The terminal takes the color for the number.
    style.paint = Paint(foreground: Color(number), background: .standard)
    self.init(
      columns: columns, rows: rows,
      cells: (0..<rows).flatMap { row in
        (0..<columns).map { column in
          var text = "\u{10eeee}"
          text.unicodeScalars.append(signs[row])
          text.unicodeScalars.append(signs[column])
          return Cell(text, style: style)
        }
      })
  }

  /// The combining marks for the numbers from 0, in the order of kitty's table, for as many columns as texts have.
  private static let signs: [Unicode.Scalar] = [
    0x305...0x305, 0x30d...0x30e, 0x310...0x310, 0x312...0x312, 0x33d...0x33f, 0x346...0x346,
    0x34a...0x34c, 0x350...0x352, 0x357...0x357, 0x35b...0x35b, 0x363...0x36f, 0x483...0x487,
    0x592...0x595, 0x597...0x599, 0x59c...0x5a1, 0x5a8...0x5a9, 0x5ab...0x5ac, 0x5af...0x5af,
    0x5c4...0x5c4, 0x610...0x617, 0x657...0x65b, 0x65d...0x65e, 0x6d6...0x6dc, 0x6df...0x6e2,
    0x6e4...0x6e4, 0x6e7...0x6e8, 0x6eb...0x6ec, 0x730...0x730, 0x732...0x733, 0x735...0x736,
    0x73a...0x73a, 0x73d...0x73d, 0x73f...0x741, 0x743...0x743, 0x745...0x745, 0x747...0x747,
    0x749...0x74a, 0x7eb...0x7f1, 0x7f3...0x7f3, 0x816...0x819, 0x81b...0x823, 0x825...0x827,
    0x829...0x82d, 0x951...0x951, 0x953...0x954, 0xf82...0xf83, 0xf86...0xf87, 0x135d...0x135f,
    0x17dd...0x17dd, 0x193a...0x193a, 0x1a17...0x1a17, 0x1a75...0x1a7c, 0x1b6b...0x1b6b,
    0x1b6d...0x1b73, 0x1cd0...0x1cd2, 0x1cda...0x1cdb, 0x1ce0...0x1ce0, 0x1dc0...0x1dc1,
    0x1dc3...0x1dc9, 0x1dcb...0x1dcc, 0x1dd1...0x1de6, 0x1dfe...0x1dfe, 0x20d0...0x20d1,
  ].flatMap { $0.compactMap { Unicode.Scalar(UInt32($0)) } }
}
