import Glibc

/// Changes in directories, reported by inotify.
package final class DirectoryEvents: Sendable {
  package struct Kinds: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    private init(_ value: some BinaryInteger) { rawValue = UInt32(truncatingIfNeeded: value) }

    package static let created = Kinds(IN_CREATE)
    /// Closed after being open for writing.
    package static let written = Kinds(IN_CLOSE_WRITE)
    package static let movedIn = Kinds(IN_MOVED_TO)
    package static let movedOut = Kinds(IN_MOVED_FROM)
    package static let removed = Kinds(IN_DELETE)
    /// The directory itself was deleted or moved.
    package static let lost = Kinds(Int32(IN_DELETE_SELF) | Int32(IN_MOVE_SELF))
    /// The queue overflowed: events are missing.
    package static let overrun = Kinds(IN_Q_OVERFLOW)
    /// Options for `watch`: fail unless it is a directory; do not follow a symbolic link.
    package static let directoriesOnly = Kinds(IN_ONLYDIR)
    package static let notFollowing = Kinds(IN_DONT_FOLLOW)
  }

  package struct Event {
    /// As returned by `watch`.
    package let watch: Int32
    package let kinds: Kinds
    /// The name of the file; empty for the directory itself.
    package let name: String
  }

  /// For `poll`: readable when something happened; closed with this object.
  package let descriptor: Int32

  /// The size of an event without its name.
  private static let headSize = 16

  package init() throws(SystemError) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { throw .last }
  }

  deinit { close(descriptor) }

  /// Watches a directory and returns the watch's number, the same if it is watched already.
  package func watch(_ directory: String, for kinds: Kinds) throws(SystemError) -> Int32 {
    let watch = inotify_add_watch(descriptor, directory.fileName, kinds.rawValue)
    guard watch >= 0 else { throw .last }
    return watch
  }

  package func unwatch(_ watch: Int32) { inotify_rm_watch(descriptor, watch) }

  /// Reads all pending events.
  package func drain(_ body: (Event) -> Void) {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while let count = try? Descriptor.read(descriptor, into: &buffer), count > 0 {
      buffer.withUnsafeBytes { raw in
        var index = 0
        while index + Self.headSize <= count {
          let length = Int(raw.loadUnaligned(fromByteOffset: index + 12, as: UInt32.self))
          let start = index + Self.headSize
          guard length <= count - start else { return }
          body(
            Event(
              watch: raw.loadUnaligned(fromByteOffset: index, as: Int32.self),
              kinds: Kinds(rawValue: raw.loadUnaligned(fromByteOffset: index + 4, as: UInt32.self)),
              name: String(fileName: Array(raw[start..<(start + length)].prefix { $0 != 0 }))))
          index = start + length
        }
      }
    }
  }
}
