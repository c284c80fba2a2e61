import Foundation
import Glibc
import TestSupport
import Testing

@Suite("What the command line says it wrote", .endsAtAll) struct WriteClaimTests {
  @Test("add with tags, a title and a list writes the record once, with all of them in it")
  func once() async throws {
    let address = "http://a.example/one"
    let first = try Home()
    try await first.luego("add", "--no-fetch", address)
    let id = try #require(try await first.entries().first).id
    let home = try Home()
    try await home.luego("add", "--no-fetch", "http://b.example/")
    let shard = LibraryFiles.shard(of: id, in: home.library)
    try FileManager.default.createDirectory(atPath: shard, withIntermediateDirectories: true)
    let watch = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    defer { close(watch) }
    let events = UInt32(IN_MOVED_TO | IN_CREATE | IN_MODIFY | IN_DELETE)
    try #require(inotify_add_watch(watch, shard, events) >= 0)
    let words = ["add", "--no-fetch", address, "-t", "one,two", "--title", "Mine", "--favorite"]
    let added = try await home.run(words)
    #expect(added.status == 0 && added.errors.isEmpty)
    let names = try Self.names(movedTo: watch)
    #expect(names.count == 1 && names[0].hasPrefix(id + "."))
    let entry = try #require(try await home.everything().first)
    #expect(entry.title == "Mine" && entry.tags.sorted() == ["one", "two"] && entry.isFavorite)
  }

  /// The names that files were renamed to.
  private static func names(movedTo watch: Int32) throws -> [String] {
    var names: [String] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(watch, &buffer, buffer.count)
    try #require(count > 0)
    buffer.withUnsafeBytes { bytes in
      var start = 0
      while start < count {
        let event = bytes.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
        let name = start + MemoryLayout<inotify_event>.size
        start = name + Int(event.len)
        guard event.mask & UInt32(IN_MOVED_TO) != 0 else { continue }
        names.append(String(decoding: bytes[name..<start].prefix { $0 != 0 }, as: UTF8.self))
      }
    }
    return names
  }

  /// Makes a record one that only a newer version understands, beside another machine's.
  private static func age(_ home: Home, _ title: String) async throws {
    let entry = try #require(try await home.everything().first { $0.title == title })
    let path = LibraryFiles.record(of: entry.id, in: home.library)
    let record = try String(contentsOfFile: path, encoding: .utf8)
    let other = path.replacing(/\.[a-z0-9-]*\.json/, with: ".other-2222.json")
    try record.write(toFile: other, atomically: true, encoding: .utf8)
    try record.replacing("\"format\": 2", with: "\"format\": 99").write(
      toFile: path, atomically: true, encoding: .utf8)
  }

  @Test("a change that fails names the one article, or how many of those that were asked for")
  func wording() async throws {
    let (home, web) = (try Home(), try Pages.serve())
    try await home.luego("add", web.url("/one"), web.url("/two"))
    try await Self.age(home, "First Light")
    let one = try await home.luego("favorite", "first")
    #expect(one.status == 4 && one.output.isEmpty)
    #expect(one.errorLines.count == 1)
    #expect(one.errorLines.first?.hasPrefix("luego: Not favorited: “First Light”: ") == true)
    let both = try await home.luego("archive", "in:all")
    #expect(both.status == 4 && both.lines.count == 1)
    #expect(both.lines.first?.hasPrefix("archived") == true)
    #expect(both.errorLines.count == 2)
    #expect(both.errorLines.last?.hasPrefix("luego: Not archived: 1 of 2 articles: ") == true)
    try await Self.age(home, "Second Wind")
    let none = try await home.luego("tag", "+x", "in:all")
    #expect(none.status == 4 && none.output.isEmpty && none.errorLines.count == 3)
    #expect(none.errorLines.last?.hasPrefix("luego: Not tagged: 2 of 2 articles: ") == true)
  }
}
