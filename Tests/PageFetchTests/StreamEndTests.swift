import Testing

@testable import PageFetch

@Suite("The end of a compressed stream")
struct StreamEndTests {
  private func state(
    _ encoding: String,
    _ bytes: [UInt8],
    pieces: Int,
    limit: Int = 1 << 20
  ) throws
    -> StreamEnd.State
  {
    var end = try #require(StreamEnd(encoding: encoding, limit: limit))
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      bytes[start..<min(start + pieces, bytes.count)].withUnsafeBytes { end.append($0[...]) }
    }
    return end.state
  }

  /// A frame of three blocks, one of each kind, with a window, a content size and a checksum.
  private static let frame: [UInt8] =
    [0x28, 0xb5, 0x2f, 0xfd, 0x44, 0x00, 0x10, 0x00] + [0x10, 0, 0, 0x61, 0x62]
    + [0x42, 0, 0, 0x63] + [0x1d, 0, 0, 1, 2, 3] + [9, 9, 9, 9]

  @Test(
    "is seen at the last byte and not before",
    arguments: [
      ("br", Brotli.page), ("zstd", Brotli.zstandardPage), ("zstd", frame),
      ("zstd", [0x51, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 7, 7]),
    ],
    [1, 3, 1000]
  )
  func ends(stream: (String, [UInt8]), pieces: Int) throws {
    let (encoding, bytes) = stream
    #expect(try state(encoding, bytes, pieces: pieces) == .complete)
    for count in 1..<bytes.count {
      #expect(try state(encoding, Array(bytes[..<count]), pieces: pieces) == .open, "\(count)")
    }
  }

  @Test("is that of the last frame")
  func frames() throws {
    let two = Self.frame + Brotli.zstandardPage
    #expect(try state("zstd", two, pieces: 7) == .complete)
    #expect(try state("zstd", Array(two.dropLast()), pieces: 7) == .open)
    #expect(try state("zstd", Self.frame + [0x28], pieces: 7) == .open)
  }

  @Test("is not known of what is no such stream, nor of one that unpacks to more than the limit")
  func unknown() throws {
    #expect(try state("zstd", Array("<p>Text and more".utf8), pieces: 5) == .unknown)
    #expect(try state("br", [UInt8](repeating: 0xff, count: 50), pieces: 5) == .unknown)
    #expect(try state("br", Brotli.bomb, pieces: 5) == .unknown)
    #expect(try state("br", Brotli.bomb, pieces: 5, limit: 65 << 20) == .complete)
    #expect(StreamEnd(encoding: "gzip", limit: 1) == nil)
  }

  @Test("is looked for without harm in anything", arguments: ["br", "zstd"])
  func noise(encoding: String) throws {
    var random = Xorshift(seed: 0x9e37_79b9_7f4a_7c15)
    let whole = encoding == "br" ? Brotli.page : Self.frame + Brotli.zstandardPage
    for _ in 0..<3000 {
      var bytes = whole
      for _ in 0...random.next(below: 3) {
        bytes[random.next(below: bytes.count)] = UInt8(random.next(below: 256))
      }
      _ = try state(encoding, bytes, pieces: 1 + random.next(below: 20), limit: 1 << 16)
    }
  }
}
