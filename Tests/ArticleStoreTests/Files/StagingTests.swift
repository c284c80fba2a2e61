import Glibc
import ReadingList
import Synchronization
import Testing

@testable import ArticleStore

@Suite("What belongs to one machine alone")
struct StagingTests {
  private let scratch = Scratch()

  private var names: Set<String> {
    Set(
      Scratch.contents(scratch.library).keys.map { String($0.dropFirst(scratch.library.count + 1)) }
    )
  }

  @Test("lies in one hidden directory while it is written, and syncers are told")
  func directory() throws {
    let places = Mutex<Set<String>>([])
    let length = scratch.library.count
    let library = try scratch.open(
      files: FileLayer { operation, path in
        if operation == .open, path.hasSuffix(".tmp"), !path.contains("/cache/") {
          let place = path.dropFirst(length).prefix { $0 != "." }
          places.withLock { _ = $0.insert(String(place)) }
        }
        return 0
      }
    )
    let new = try (0..<40).map { try article("https://example.com/\($0)") }
    _ = try library.add(new, at: at(0))
    _ = try library.saveFetched(new[0].id, at: at(0), body: "x") { $0.fetch = .ready }
    _ = try library.apply(.archive(true), to: new.map(\.id), at: at(1))
    // The first of them makes the library, before anything may lie in it.
    #expect(places.withLock { $0 } == ["/"])
    let text = try #require(Scratch.text(scratch.library + "/.stignore"))
    #expect(text.split(separator: "\n").contains("/.luego"))
    #expect(Scratch.text(scratch.library + "/.gitignore")?.contains("\n/.luego\n") == true)
    #expect(names.filter { $0.hasPrefix(".luego") || $0.hasSuffix(".tmp") } == [])
    #expect(!names.contains(".lock"))
  }

  @Test("does not write over what a reader told syncers", arguments: [".stignore", ".gitignore"])
  func readersOwn(name: String) throws {
    Scratch.makeSpecial("directory", at: scratch.library)
    Scratch.write("mine\n", to: scratch.library + "/" + name)
    _ = try scratch.open().add([try article("https://example.com/")], at: at(0))
    #expect(Scratch.text(scratch.library + "/" + name) == "mine\n")
  }

  @Test("that was left by one that is gone goes with the next change")
  func leftovers() throws {
    let library = try scratch.open()
    let new = try article("https://example.com/")
    _ = try library.add([new], at: at(0))
    let left = "\(scratch.library)/.luego/.\(new.id.text).json.4194999.7.tmp"
    let others = "\(scratch.library)/.luego/notes"
    for path in [left, others] { Scratch.write("{", to: path) }
    _ = try library.apply(.archive(true), to: [new.id], at: at(1))
    #expect(!Scratch.exists(left) && Scratch.exists(others))
  }

  @Test("lies beside what is outside the library, which may be on another file system")
  func outside() {
    var files = FileLayer.real
    files.staging = "/home/library/.luego"
    let own = files.temporaryName(for: "/home/library/bodies/00/a")
    #expect(own.hasPrefix("/home/library/.luego/"))
    #expect(files.temporaryName(for: "/home/state/a").hasPrefix("/home/state/."))
    #expect(files.temporaryName(for: "/home/library2/a").hasPrefix("/home/library2/."))
  }

  @Test("excludes earlier versions, which lock a file, where they have made it")
  func earlierVersions() throws {
    let library = try scratch.open()
    let new = try article("https://example.com/")
    _ = try library.add([new], at: at(0))
    let path = scratch.library + "/.lock"
    Scratch.write("", to: path)
    let descriptor = open(path, O_RDWR)
    defer { close(descriptor) }
    try #require(flock(descriptor, LOCK_EX) == 0)
    #expect(throws: SystemFailure.self) {
      _ = try LibraryLock(directory: scratch.library, files: .real, timeout: 0)
    }
    flock(descriptor, LOCK_UN)
    let lock = try LibraryLock(directory: scratch.library, files: .real, timeout: 0)
    #expect(flock(descriptor, LOCK_EX | LOCK_NB) != 0)
    lock.release()
    #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
  }

  @Test("is held by one at a time")
  func exclusion() throws {
    _ = try scratch.open()
    let lock = try LibraryLock(directory: scratch.library, files: .real, timeout: 0)
    #expect(throws: SystemFailure.self) {
      _ = try LibraryLock(directory: scratch.library, files: .real, timeout: 0)
    }
    lock.release()
    try LibraryLock(directory: scratch.library, files: .real, timeout: 0).release()
  }
}
