import Glibc
import Library
import ReadingList
import Testing

@Suite("Stored pictures") struct StoredPictureTests {
  private let scratch = Scratch()
  private let moment = Timestamp(milliseconds: 1_700_000_000_000)
  private let address = "https://example.com/lamp"

  private func svg(_ width: Int) -> [UInt8] { Array("<svg width='\(width)' height='20'/>".utf8) }

  private func article(in library: Library) throws -> ArticleID {
    let article = Article(address: try WebAddress("https://example.com/a"), savedAt: moment)
    _ = try library.add([article], at: moment)
    return article.id
  }

  @Test("lie in a directory of their article under names that say what they are") func saved()
    throws
  {
    let library = try scratch.open()
    let id = try article(in: library)
    #expect(try library.pictures(of: id) == nil)
    let stored = try #require(try library.savePicture(svg(40), from: address, of: id))
    #expect(stored.path.hasSuffix("/pictures/\(id.shard)/\(id.text)/\(stored.name.text)"))
    #expect(stored.name.size == PictureSize(width: 40, height: 20))
    #expect(try library.pictures(of: id) == [PictureName.key(of: address): stored])
    #expect(try library.bytes(of: stored) == svg(40))
    #expect(Scratch.mode(stored.path) == 0o600)
  }

  @Test("take the place of what their address gave before") func replaced() throws {
    let library = try scratch.open()
    let id = try article(in: library)
    let old = try #require(try library.savePicture(svg(40), from: address, of: id))
    let new = try #require(try library.savePicture(svg(60), from: address, of: id))
    #expect(!Scratch.exists(old.path))
    #expect(try library.pictures(of: id)?.values.map(\.self) == [new])
  }

  @Test("have names of their own where two machines got different ones from one address")
  func ofMachines() {
    let names = [40, 60].map { PictureName(of: svg($0), from: address) }
    #expect(names[0]?.text != names[1]?.text && names[0]?.key == names[1]?.key)
  }

  @Test("are pictures, and not whatever a server sends") func others() throws {
    let library = try scratch.open()
    let id = try article(in: library)
    #expect(try library.savePicture(Array("<html>Not here".utf8), from: address, of: id) == nil)
    #expect(try library.pictures(of: id) == nil)
    try library.notePictures(of: id)
    #expect(try library.pictures(of: id) == [:])
  }

  @Test("go with their article when it is purged, and none comes after it") func purged() throws {
    let library = try scratch.open()
    let id = try article(in: library)
    let stored = try #require(try library.savePicture(svg(40), from: address, of: id))
    let receipt = try library.purge([id], at: moment)
    #expect(receipt.failures.isEmpty)
    #expect(!Scratch.exists(stored.path))
    #expect(try library.pictures(of: id) == nil)
    #expect(throws: StoreError.self) { try library.savePicture(svg(40), from: address, of: id) }
    #expect(throws: StoreError.self) { try library.notePictures(of: id) }
  }

  @Test("whose writing fails leave what was there") func fullDisk() throws {
    let id = try article(in: try scratch.open())
    let old = try #require(try scratch.open().savePicture(svg(40), from: address, of: id))
    let full = try scratch.open(
      files: FileLayer { operation, path in
        operation == .write && path.contains("/pictures/") ? ENOSPC : 0
      })
    #expect(throws: StoreError.self) { try full.savePicture(svg(60), from: address, of: id) }
    #expect(try full.bytes(of: old) == svg(40))
  }
}
