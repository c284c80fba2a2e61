import Glibc

/// Changes in directories, reported by inotify.
package final class DirectoryEvents: Sendable {
  /// Kinds of events.
  package struct Kinds: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    private init(_ value: some BinaryInteger) { rawValue = UInt32(truncatingIfNeeded: value) }

    package static let created = Kinds(IN_CREATE)
    /// Closed by one who may have written it.
    package static let written = Kinds(IN_CLOSE_WRITE)
    package static let movedIn = Kinds(IN_MOVED_TO)
    package static let movedOut = Kinds(IN_MOVED_FROM)
    package static let removed = Kinds(IN_DELETE)
    /// The directory itself is gone or elsewhere.
    package static let lost = Kinds(Int32(IN_DELETE_SELF) | Int32(IN_MOVE_SELF))
    /// More happened than is remembered.
    package static let overrun = Kinds(IN_Q_OVERFLOW)
    /// Of what is asked for: watches nothing but a directory, and none that a symbolic link leads to.
    package static let directoriesOnly = Kinds(IN_ONLYDIR)
    package static let notFollowing = Kinds(IN_DONT_FOLLOW)
  }

  /// Something that happened.
  package struct Event {
    /// The number that `watch` gave.
    package let watch: Int32
    package let kinds: Kinds
    /// The name of the file concerned; empty for the directory itself.
    package let name: String
  }

  /// For `poll`: readable when something happened; closed with this object.
  package let descriptor: Int32

  /// Bytes of an event before its name.
  private static let headSize = 16

  /// Watches nothing yet.
  package init() throws(SystemError) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { throw .last }
  }

  deinit { close(descriptor) }

  /// Watches a directory from now on; gives its number, the same for one that is watched already.
  package func watch(_ directory: String, for kinds: Kinds) throws(SystemError) -> Int32 {
    let watch = inotify_add_watch(descriptor, directory.fileName, kinds.rawValue)
    guard watch >= 0 else { throw .last }
    return watch
  }

  /// Watches a directory no more.
  package func unwatch(_ watch: Int32) { inotify_rm_watch(descriptor, watch) }

  /// Takes all that has happened, one after another.
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
