import Glibc
import Library
import ReadingList
import Testing

/// A library with one article, whose page contains a picture.
private struct Illustrated {
  let scratch = Scratch()
  let library: Library
  let id: ArticleID
  let address = "https://example.com/lamp"

  init() throws {
    library = try scratch.open()
    let new = try article("https://example.com/a")
    _ = try library.add([new], at: at(0))
    id = new.id
  }

  func save(_ bytes: [UInt8]) throws(StoreError) -> StoredPicture? {
    try library.savePicture(bytes, from: address, of: id)
  }
}

private func svg(_ width: Int) -> [UInt8] { Array("<svg width='\(width)' height='20'/>".utf8) }

@Suite("Stored pictures") struct StoredPictureTests {
  @Test("lie in a directory of their article under names that say what they are")
  func saved() throws {
    let place = try Illustrated()
    let (library, id) = (place.library, place.id)
    #expect(try library.pictures(of: id) == nil)
    #expect(try place.save(Array("<html>Not here".utf8)) == nil)
    #expect(try library.pictures(of: id) == nil)
    try library.notePictures(of: id)
    #expect(try library.pictures(of: id) == [:])
    let stored = try #require(try place.save(svg(40)))
    #expect(stored.path.hasSuffix("/pictures/\(id.shard)/\(id.text)/\(stored.name.text)"))
    #expect(stored.name.size == PictureSize(width: 40, height: 20))
    #expect(try library.pictures(of: id) == [PictureName.key(of: place.address): stored])
    #expect(try library.bytes(of: stored) == svg(40))
    var status = stat()
    #expect(stat(stored.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    // A new picture from the same address replaces it.
    let new = try #require(try place.save(svg(60)))
    #expect(!Scratch.exists(stored.path))
    #expect(try library.pictures(of: id)?.values.map(\.self) == [new])
    #expect(new.name.text != stored.name.text && new.name.key == stored.name.key)
  }

  @Test("go with their article when it is purged, and none comes after") func purged() throws {
    let place = try Illustrated()
    let (library, id) = (place.library, place.id)
    let stored = try #require(try place.save(svg(40)))
    #expect(try library.purge([id], at: at(1)).failures.isEmpty)
    #expect(!Scratch.exists(stored.path))
    #expect(try library.pictures(of: id) == nil)
    #expect(throws: StoreError.self) { try place.save(svg(40)) }
    #expect(throws: StoreError.self) { try library.notePictures(of: id) }
    #expect(try library.doctor(repair: false, at: at(2)).findings.isEmpty)
    #expect(!Scratch.exists("\(place.scratch.library)/pictures/\(id.shard)"))
  }

  @Test("whose writing fails leave what was there") func fullDisk() throws {
    let place = try Illustrated()
    let old = try #require(try place.save(svg(40)))
    let full = try place.scratch.open(
      files: FileLayer { operation, path in
        operation == .write && path.contains("/pictures/") ? ENOSPC : 0
      })
    #expect(throws: StoreError.self) {
      try full.savePicture(svg(60), from: place.address, of: place.id)
    }
    #expect(try full.bytes(of: old) == svg(40))
  }

  @Test("have their size where it stands far behind their beginning") func longHead() throws {
    // A segment of 60,000 bytes, then the frame: 480 by 640 pixels.
    let segment: [UInt8] = [0xff, 0xe1, 0xea, 0x62] + [UInt8](repeating: 0, count: 60_000)
    let frame: [UInt8] =
      [0xff, 0xc0, 0, 17, 8, 2, 0x80, 1, 0xe0, 3] + [UInt8](repeating: 1, count: 9)
    let place = try Illustrated()
    let stored = try #require(try place.save([0xff, 0xd8] + segment + frame))
    #expect(stored.name.size == PictureSize(width: 480, height: 640))
  }
}
