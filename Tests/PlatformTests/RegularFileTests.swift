import Glibc
import Platform
import TestSupport
import Testing

@Suite("A file that the program names itself") struct RegularFileTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func problem(_ path: String) -> RegularFile.Problem? {
    do throws(RegularFile.Problem) { _ = try RegularFile(path).bytes(limit: 8) } catch {
      return error
    }
    return nil
  }

  @Test("is read to its end, also through a link") func read() throws {
    let file = try directory.write("file", text: "one\ntwo\n")
    symlink(file, directory.path("link"))
    #expect(try RegularFile(directory.path("link")).bytes(limit: 8) == Array("one\ntwo\n".utf8))
    #expect(SmallFile.read(file, limit: 8) == Array("one\ntwo\n".utf8))
    #expect(try RegularFile(try directory.write("none", text: "")).bytes(limit: 0).isEmpty)
  }

  @Test("is nothing to wait for where something else is there, which is named") func others() throws
  {
    let pipe = directory.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(problem(pipe) == .notRegular("a pipe"))
    #expect(SmallFile.read(pipe) == nil)
    #expect(throws: SystemError(code: ENXIO)) { try SmallFile.append([1], to: pipe) }
    #expect(problem(directory.path) == .notRegular("a directory"))
    #expect(problem("/dev/full") == .notRegular("a device"))
    let socket = directory.path("socket")
    #expect(mknod(socket, S_IFSOCK | 0o600, 0) == 0)
    #expect(problem(socket) == .notRegular("a socket"))
    symlink(directory.path("loop"), directory.path("loop"))
    #expect(problem(directory.path("loop")) == .failed(.linkLoop))
    #expect(problem(directory.path("missing")) == .missing)
    #expect(problem(pipe + "/below") == .missing)
    #expect(problem(try directory.write("long", text: "123456789")) == .tooLarge(limit: 8))
  }
}

@Suite("A file that is replaced") struct ReplacedFileTests {
  @Test("has all of the new bytes and nothing beside it, and is private") func replaced() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("below/file")
    try SmallFile.replace(path, with: [1, 2], isDurable: true)
    try SmallFile.replace(path, with: [3], isDurable: false)
    #expect(SmallFile.read(path) == [3])
    #expect(fileNames(in: directory.path("below")) == ["file"])
    var status = Glibc.stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o7777 == 0o600)
    #expect(throws: SystemError(code: EISDIR)) {
      try SmallFile.replace(directory.path("below"), with: [1], isDurable: false)
    }
    #expect(fileNames(in: directory.path) == ["below"])
  }

  @Test(
    "piece by piece keeps the old content until it is whole, and what came in its place meanwhile")
  func kept() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("file", text: "old")
    do {
      let abandoned = try NewFile(path, replaces: true)
      try abandoned.write(String(repeating: "x", count: 1 << 17))
    }
    #expect(try directory.read("file") == Array("old".utf8))
    #expect(fileNames(in: directory.path) == ["file"])
    #expect(throws: SystemError(code: EEXIST)) { try NewFile(path, replaces: false) }
    let other = directory.path("other")
    let new = try NewFile(other, replaces: false)
    try new.write("new")
    try directory.write("other", text: "another's")
    #expect(throws: SystemError(code: EEXIST)) { try new.keep(replaces: false) }
    #expect(try directory.read("other") == Array("another's".utf8))
    try new.keep(replaces: true)
    #expect(try directory.read("other") == Array("new".utf8))
  }

  @Test("leaves nothing old of a process that is gone, and what a living one writes")
  func leftovers() throws {
    let directory = try TemporaryDirectory()
    let own = TemporaryFile.name(for: directory.path("file"))
    try SmallFile.append([1], to: own)
    try directory.write("file.4194305.7.tmp", [])
    try directory.write("file.4194305.8.tmp", [])
    try directory.write("other.4194305.7.tmp", [])
    var times = [
      timeval(tv_sec: 1_700_000_000, tv_usec: 0), timeval(tv_sec: 1_700_000_000, tv_usec: 0),
    ]
    for name in ["file.4194305.7.tmp", "other.4194305.7.tmp"] {
      try #require(utimes(directory.path(name), &times) == 0)
    }
    TemporaryFile.removeLeftovers(in: directory.path, of: "file")
    let left = Set(fileNames(in: directory.path) ?? [])
    #expect(
      left == [
        "file.4194305.8.tmp", "other.4194305.7.tmp", String(own.split(separator: "/").last ?? ""),
      ])
  }
}

@Suite("A lock") struct FileLockTests {
  @Test("is held by one at a time, and waited for as long as said") func timeout() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("below/lock")
    func taken() throws(SystemError) {
      let file = open(path, O_RDWR | O_CLOEXEC)
      try FileLock(descriptor: file, timeout: 0).release()
    }
    let lock = try FileLock(path)
    #expect(throws: SystemError(code: ETIMEDOUT)) { try taken() }
    lock.release()
    #expect(throws: Never.self) { try taken() }
    #expect(throws: SystemError(code: EISDIR)) { try FileLock(directory.path).release() }
  }
}
