import Platform
import Testing

@Suite("The name of a file") struct FileNamesTests {
  private func bytes(_ name: String) -> [UInt8] {
    name.fileName.dropLast().map { UInt8(bitPattern: $0) }
  }

  @Test(
    "keeps its bytes, whatever they are",
    arguments: [
      [], [0x61], [0xe9], [0x63, 0x61, 0x66, 0xe9, 0x2e], Array("caf\u{e9}/\u{1f600}".utf8),
      [0xf4, 0x8f, 0xbf, 0xa9], [0xe2, 0x82], [0xc3, 0x28, 0xff, 0xfe], [0xed, 0xa0, 0x80],
      [0xf0, 0x9f, 0x98], Array(0x80...0xff),
    ] as [[UInt8]])
  func roundTrip(name: [UInt8]) {
    let text = String(fileName: name)
    #expect(bytes(text) == name)
    #expect(bytes("/\(text)/x.json") == [0x2f] + name + Array("/x.json".utf8))
    #expect(String(fileName: name + [0x2f]) == text + "/")
  }

  @Test("is text where it is text, and shown with what is not replaced") func text() {
    #expect(String(fileName: Array("caf\u{e9}".utf8)) == "caf\u{e9}")
    #expect(String(fileName: [0x63, 0xe9]).asText == "c\u{fffd}")
    #expect("caf\u{e9}".asText == "caf\u{e9}")
  }

  @Test(
    "is what a path ends in, and before it stands its directory",
    arguments: [
      ("/a/b.json", "/a", "b.json"), ("a/b", "a", "b"), ("a", ".", "a"), ("/a", "/", "a"),
      ("/a/b//", "/a", "b"), ("/a/\u{301}b", "/a", "\u{301}b"), ("", ".", ""), ("/", "/", ""),
    ])
  func parts(path: String, directory: String, name: String) {
    let (above, last) = path.splitPath
    #expect(Array(above.utf8) == Array(directory.utf8) && Array(last.utf8) == Array(name.utf8))
  }
}
