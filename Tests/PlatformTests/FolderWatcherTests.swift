import Foundation
import Glibc
import Platform
import TestSupport
import Testing

@Suite("Watching a directory") struct FolderWatcherTests {
  private func make(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// Whether a change was reported; changes made by this process are reported at once.
  private func told(_ watcher: FolderWatcher) -> Bool {
    isReadable(watcher, within: 0) && watcher.drain()
  }

  private func isReadable(_ watcher: FolderWatcher, within milliseconds: Int32) -> Bool {
    var poll = pollfd(fd: watcher.descriptor, events: Int16(POLLIN), revents: 0)
    return Glibc.poll(&poll, 1, milliseconds) == 1
  }

  @Test(
    "tells what comes into it and into directories below it, but not into those that are passed over"
  )
  func files() throws {
    let directory = try TemporaryDirectory()
    let inbox = directory.path("inbox")
    try make(inbox + "/shelf/deep")
    try make(inbox + "/done")
    let watcher = try #require(FolderWatcher(inbox, skipping: ["done"]))
    #expect(!told(watcher))
    for path in ["one.txt", "shelf/two.txt", "shelf/deep/three.txt"] {
      try "x".write(toFile: inbox + "/" + path, atomically: false, encoding: .utf8)
      #expect(told(watcher), "\(path)")
      #expect(!told(watcher), "\(path)")
    }
    try "x".write(toFile: inbox + "/done/four.txt", atomically: false, encoding: .utf8)
    #expect(!told(watcher))
    try make(inbox + "/new")
    #expect(told(watcher))
    try "x".write(toFile: inbox + "/new/five.txt", atomically: false, encoding: .utf8)
    #expect(told(watcher))
  }

  @Test("a directory that is made later, renamed to it or made once more is watched from then on")
  func later() throws {
    let directory = try TemporaryDirectory()
    let inbox = directory.path("a/b/inbox")
    let watcher = try #require(FolderWatcher(inbox))
    try make(directory.path("other"))
    #expect(!told(watcher))
    try make(directory.path("a"))
    #expect(!told(watcher))
    try make(directory.path("a/b"))
    try make(inbox)
    #expect(told(watcher))
    try "x".write(toFile: inbox + "/one.txt", atomically: false, encoding: .utf8)
    #expect(told(watcher))
    try "x".write(toFile: directory.path("a/b/beside"), atomically: false, encoding: .utf8)
    #expect(!told(watcher))
    try FileManager.default.removeItem(atPath: inbox)
    // Reported only when no process has the directory open, and one that is starting may.
    #expect(isReadable(watcher, within: 60_000))
    #expect(!told(watcher))
    try make(directory.path("staged"))
    try "x".write(toFile: directory.path("staged/two.txt"), atomically: false, encoding: .utf8)
    #expect(rename(directory.path("staged"), inbox) == 0)
    #expect(told(watcher))
    try "x".write(toFile: inbox + "/three.txt", atomically: false, encoding: .utf8)
    #expect(told(watcher))
  }
}
