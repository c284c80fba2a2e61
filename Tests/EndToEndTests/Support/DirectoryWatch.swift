import Foundation
import Glibc
import Synchronization
import Testing

/// Waits for what other processes do to the files under a directory.
final class DirectoryWatch: Sendable {
  private let path: String
  private let descriptor: Int32
  /// A pipe that tells the reading thread to end.
  private let stop: Int32
  private let changes: Occurrences

  /// Starts watching a directory and all that is in it; it need not be there yet, its parent must.
  init(_ path: String) throws {
    self.path = path
    let descriptor = inotify_init1(Int32(IN_CLOEXEC))
    try #require(descriptor >= 0)
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let (stopped, changes) = (ends[0], Occurrences())
    (self.descriptor, stop, self.changes) = (descriptor, ends[1], changes)
    Thread.detachNewThread {
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      var entries = [descriptor, stopped].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      while poll(&entries, 2, -1) > 0 || errno == EINTR {
        if entries[1].revents != 0 { break }
        if entries[0].revents != 0, read(descriptor, &buffer, buffer.count) > 0 { changes.add() }
      }
      close(descriptor)
      close(stopped)
    }
  }

  deinit {
    _ = write(stop, "x", 1)
    close(stop)
  }

  /// Waits until something holds that only changes under the directory can bring about.
  func wait(
    until condition: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ holds: () async throws -> Bool
  ) async throws {
    try await changes.wait(until: condition, sourceLocation: sourceLocation) {
      watchAll()
      return try await holds() ? () : nil
    }
  }

  /// Watches the directories that are there by now; watching one twice is watching it once.
  private func watchAll() {
    let events = UInt32(IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE)
    let parent = (path as NSString).deletingLastPathComponent
    for directory in [parent, path] + ((try? Rights.directories(under: path)) ?? []) {
      inotify_add_watch(descriptor, directory, events)
    }
  }
}
