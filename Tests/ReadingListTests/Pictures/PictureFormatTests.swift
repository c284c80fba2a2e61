import ReadingList
import Testing

@Suite("Formats of pictures") struct PictureFormatTests {
  static let png: [UInt8] =
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13] + Array("IHDR".utf8) + [
      0, 0, 2, 0x80, 0, 0, 1, 0x90, 8, 2, 0, 0, 0,
    ]

  static func jpeg(orientation: UInt8? = nil) -> [UInt8] {
    var bytes: [UInt8] = [0xff, 0xd8]
    if let orientation {
      let exif: [UInt8] =
        Array("Exif".utf8) + [0, 0] + Array("II".utf8) + [
          42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0,
        ]
      bytes += [0xff, 0xe1, 0, UInt8(exif.count + 2)] + exif
    }
    return bytes + [0xff, 0xff, 0xc2, 0, 11, 8, 1, 0x90, 2, 0x80, 1, 1, 0x11, 0]
  }

  static func webP(_ kind: String, _ rest: [UInt8]) -> [UInt8] {
    Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP".utf8) + Array(kind.utf8) + [0, 0, 0, 0] + rest
  }

  static func size(_ bytes: [UInt8]) -> [Int]? {
    PictureFormat(of: bytes)?.size(of: bytes).map { [$0.width, $0.height] }
  }

  struct Sample: Sendable {
    var format: PictureFormat
    var bytes: [UInt8]

    init(_ format: PictureFormat, _ bytes: [UInt8]) { (self.format, self.bytes) = (format, bytes) }

    init(_ format: PictureFormat, text: String, then rest: [UInt8] = []) {
      self.init(format, Array(text.utf8) + rest)
    }
  }

  static let samples: [Sample] = [
    Sample(.png, png), Sample(.jpeg, jpeg()),
    Sample(.gif, text: "GIF89a", then: [0x80, 2, 0x90, 1, 0, 0, 0]),
    Sample(.webp, webP("VP8 ", [0, 0, 0, 0x9d, 0x01, 0x2a, 0x80, 2, 0x90, 1])),
    Sample(.webp, webP("VP8L", [0x2f, 0x7f, 0xc2, 0x63, 0])),
    Sample(.webp, webP("VP8X", [0, 0, 0, 0, 0x7f, 2, 0, 0x8f, 1, 0])),
    Sample(
      .avif, text: "\0\0\0\u{18}ftypmif1\0\0\0\0mif1avifispe",
      then: [0, 0, 0, 0, 0, 0, 2, 0x80, 0, 0, 1, 0x90, 0, 0, 0, 0]),
    Sample(.svg, text: "<?xml version=\"1.0\"?>\n<svg width='640px' height='400'>"),
    Sample(.svg, text: "<svg viewBox=\"0 0 640 400\" xmlns=\"x\">"),
  ]

  @Test("Each format tells its size", arguments: samples) func sizes(_ sample: Sample) {
    #expect(PictureFormat(of: sample.bytes) == sample.format)
    #expect(Self.size(sample.bytes) == [640, 400])
  }

  @Test("A picture that Exif turns by a quarter has its sides changed", arguments: [1, 3, 6, 8])
  func turned(_ orientation: UInt8) {
    let sides = orientation < 5 ? [640, 400] : [400, 640]
    #expect(Self.size(Self.jpeg(orientation: orientation)) == sides)
  }

  @Test(
    "Pages, texts and scraps are no pictures",
    arguments: [
      "", "GIF", "<html><svg width='1' height='1'>", "<!doctype html><p>", "plain text <svg>",
      "RIFF....WAVE",
    ])
  func others(_ text: String) { #expect(PictureFormat(of: Array(text.utf8)) == nil) }

  @Test("Files cut off anywhere are understood or have no size, and none has a side of 0")
  func cutOff() {
    for bytes in [
      Self.png, Self.jpeg(orientation: 6), Self.webP("VP8 ", [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    ] {
      for count in 0...bytes.count {
        let size = Self.size(Array(bytes[..<count]))
        #expect(size == nil || size?.contains(0) == false)
      }
    }
  }

  @Test(
    "An SVG without a size of its own, or with one of what is around it, gets that of what it shows, once",
    arguments: [
      (
        "<svg viewBox='0 0 40 20'><g/></svg>",
        "<svg height=\"20\" width=\"40\" viewBox='0 0 40 20'><g/></svg>"
      ),
      (
        "<svg width='100%' height='100%' viewBox='-8 -0.5 40 20'>",
        "<svg width='40' height='20' viewBox='-8 -0.5 40 20'>"
      ),
      (
        "<svg width='2em' viewBox='0,0,40.5,20'>",
        "<svg height=\"20\" width='40' viewBox='0,0,40.5,20'>"
      ),
    ])
  func sizedSVG(_ text: String, _ wanted: String) {
    #expect(Self.size(Array(text.utf8)) == [40, 20])
    for given in [text, wanted] {
      #expect(PictureFormat.svg.decodable(Array(given.utf8)) == Array(wanted.utf8))
    }
    #expect(Self.size(Array("<svg width='100%' height='100%'>".utf8)) == nil)
  }

  @Test(
    "Names of files say what has to be known, and others are not ours",
    arguments: [
      ("-640x400.jpg", true), (".svg", true), ("-0x4.png", false), ("-640x400.exe", false),
      ("-1x2-3.png", false), ("-+5x5.png", false), ("-007x9.png", false), ("-5xx9.png", false),
      ("0.png", false), ("/../x.png", false),
    ])
  func names(_ rest: String, _ isOurs: Bool) {
    let text = "0123456789abcdef0123-0123456789abcdef" + rest
    #expect((PictureName(text)?.text == text) == isOurs)
  }
}
