import Foundation
import Glibc
import TestSupport
import Testing

/// Waits for changes that other processes make under a directory.
final class DirectoryWatch: Sendable {
  private let path: String
  private let descriptor: Int32
  /// A pipe that stops the reading thread.
  private let stop: Int32
  private let changes: Occurrences

  /// Starts watching a directory tree.
  ///
  /// The directory may be missing; its parent must exist.
  init(_ path: String) throws {
    self.path = path
    let descriptor = inotify_init1(Int32(IN_CLOEXEC))
    try #require(descriptor >= 0)
    let (stopped, stop) = try makePipe()
    let changes = Occurrences()
    (self.descriptor, self.stop, self.changes) = (descriptor, stop, changes)
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

  /// Waits until a condition holds that only changes under the directory can affect.
  func wait(
    until condition: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ holds: () async throws -> Bool
  ) async throws {
    try await changes.wait(until: condition, sourceLocation: sourceLocation) {
      watchAll()
      return try await holds() ? () : nil
    }
  }

  /// Watches the directories that exist so far; adding a watch twice has no effect.
  private func watchAll() {
    let events = UInt32(IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE)
    let parent = (path as NSString).deletingLastPathComponent
    for directory in [parent, path] + ((try? Rights.directories(under: path)) ?? []) {
      inotify_add_watch(descriptor, directory, events)
    }
  }
}
