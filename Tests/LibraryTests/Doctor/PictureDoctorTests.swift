import Glibc
import Library
import ReadingList
import Testing

@Suite("The doctor looks at pictures") struct PictureDoctorTests {
  private let scratch = Scratch()
  private let address = "https://example.com/lamp"

  private func svg(_ width: Int) -> [UInt8] { Array("<svg width='\(width)' height='20'/>".utf8) }

  private func article(in library: Library) throws -> ArticleID {
    let article = Article(address: try WebAddress("https://example.com/a"), savedAt: at(0))
    _ = try library.add([article], at: at(0))
    return article.id
  }

  private func findings(_ library: Library, repair: Bool) throws -> [String] {
    try library.doctor(repair: repair, at: at(1)).findings.map { finding in
      finding.kind.rawValue + (finding.remedy == nil ? "" : "+")
    }.sorted()
  }

  @Test("and has nothing to say where all are sound, or none came, or all were purged") func sound()
    throws
  {
    let library = try scratch.open()
    let id = try article(in: library)
    try library.notePictures(of: id)
    #expect(try findings(library, repair: false) == [])
    _ = try library.savePicture(svg(40), from: address, of: id)
    #expect(try findings(library, repair: false) == [])
    _ = try library.purge([id], at: at(1))
    #expect(try findings(library, repair: false) == [])
    #expect(!Scratch.exists("\(scratch.library)/pictures/\(id.shard)"))
  }

  @Test("one that was emptied or replaced is moved aside, and can be fetched again") func damaged()
    throws
  {
    for bytes in [[], svg(41), Array("<html>".utf8)] {
      let library = try scratch.open()
      let id = try article(in: library)
      let stored = try #require(try library.savePicture(svg(40), from: address, of: id))
      #expect(try library.isIntact(stored))
      Scratch.write(bytes, to: stored.path)
      #expect(try !library.isIntact(stored))
      #expect(try findings(library, repair: false) == ["damagedPicture"])
      #expect(try findings(library, repair: true) == ["damagedPicture+"])
      #expect(try library.pictures(of: id) == [:])
      #expect(try findings(library, repair: true) == [])
    }
    #expect(Scratch.contents(scratch.library + "/damaged").count == 3)
  }

  @Test("a photograph whose size stands far behind its beginning is sound") func longHead() throws {
    let library = try scratch.open()
    let id = try article(in: library)
    // A segment of 60,000 bytes, then the frame: 480 by 640.
    let segment: [UInt8] = [0xff, 0xe1, 0xea, 0x62] + [UInt8](repeating: 0, count: 60_000)
    let frame: [UInt8] =
      [0xff, 0xc0, 0, 17, 8, 2, 0x80, 1, 0xe0, 3] + [UInt8](repeating: 1, count: 9)
    let photograph = [0xff, 0xd8] + segment + frame
    let stored = try #require(try library.savePicture(photograph, from: address, of: id))
    #expect(stored.name.size == PictureSize(width: 480, height: 640))
    #expect(try library.isIntact(stored))
  }

  @Test("what does not belong there is moved aside") func strays() throws {
    let library = try scratch.open()
    let id = try article(in: library)
    let stored = try #require(try library.savePicture(svg(40), from: address, of: id))
    let pictures = scratch.library + "/pictures"
    let own = "\(pictures)/\(id.shard)/\(id.text)"
    Scratch.write("b", to: "\(pictures)/\(id.shard)/note.txt")
    Scratch.write("c", to: own + "/note.txt")
    Scratch.write("e", to: own + "/.syncthing.tmp")
    let expected = ["foreign", "foreign"]
    #expect(try findings(library, repair: false) == expected)
    #expect(try findings(library, repair: true) == expected.map { $0 + "+" })
    #expect(try findings(library, repair: true) == [])
    #expect(Scratch.exists(stored.path) && Scratch.exists(own + "/.syncthing.tmp"))
    #expect(
      Set(Scratch.contents(scratch.library + "/damaged").values)
        == Set(["b", "c"].map { Array($0.utf8) }))
  }

  @Test("what was drawn of the pictures of a purged article goes with it") func drawings() throws {
    let library = try scratch.open()
    let id = try article(in: library)
    let other = ArticleID(canonicalURL: "https://example.com/other")
    mkdir(library.drawings, 0o700)
    mkdir(library.drawings + "/ab", 0o700)
    let drawn = "\(library.drawings)/ab/\(id.text)-0123"
    let others = "\(library.drawings)/ab/\(other.text)-0123"
    Scratch.write("x", to: drawn)
    Scratch.write("x", to: others)
    _ = try library.purge([id], at: at(1))
    #expect(!Scratch.exists(drawn) && Scratch.exists(others))
  }
}
