import Glibc

/// Tells when something comes into a directory or one below it, for `poll`; the directory may be made later.
package final class FolderWatcher {
  /// Readable when something happened.
  package let descriptor: Int32
  private let directory: String
  private let skipped: Set<String>
  private var watches: Set<Int32> = []

  /// How many directories are watched, at about the most.
  private static let limit = 1000

  /// Begins watching; nil where the system has no room for it.
  ///
  /// - Parameters:
  ///   - directory: what is watched.
  ///   - skipped: names of directories right below it that are not.
  package init?(_ directory: String, skipping skipped: Set<String> = []) {
    self.directory = directory
    self.skipped = skipped
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    watchAll()
  }

  deinit { close(descriptor) }

  /// Takes all that has happened, and watches what is new; true when there was anything and the directory is there.
  package func drain() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    var isAny = false
    while read(descriptor, &buffer, buffer.count) > 0 { isAny = true }
    return isAny && watchAll()
  }

  /// Watches what is there now, and nothing else; false when the directory is not.
  @discardableResult
  private func watchAll() -> Bool {
    var current: Set<Int32> = []
    func watch(_ folder: String, _ more: Int32) -> Bool {
      let kinds = IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
      let watch = inotify_add_watch(descriptor, folder.fileName, UInt32(kinds) | UInt32(more))
      if watch >= 0 { current.insert(watch) }
      return watch >= 0
    }
    let paths = Array(
      sequence(first: directory) { path in
        guard path != "/", let slash = path.lastIndex(of: "/") else { return nil }
        return slash == path.startIndex ? "/" : String(path[..<slash])
      }
    )
    // Where it is missing, the nearest directory above it tells of the next one towards it, unless that was made
    // before it was watched.
    func nearest() -> Int? {
      paths.indices.first { watch(paths[$0], $0 == 0 ? Int32(IN_CLOSE_WRITE) : 0) }
    }
    var first = nearest()
    while let place = first, place > 0, watch(paths[place - 1], 0) { first = nearest() }
    let isThere = first == 0
    var open = isThere ? [directory] : []
    while let folder = open.popLast(), current.count < Self.limit {
      for entry in DirectoryEntry.all(in: folder, limit: Self.limit)
      where entry.isDirectory && !(folder == directory && skipped.contains(entry.name)) {
        let path = folder + "/" + entry.name
        if watch(path, Int32(IN_CLOSE_WRITE | IN_DONT_FOLLOW)) { open.append(path) }
      }
    }
    for gone in watches.subtracting(current) { inotify_rm_watch(descriptor, gone) }
    watches = current
    return isThere
  }
}
