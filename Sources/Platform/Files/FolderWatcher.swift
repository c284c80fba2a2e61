/// Tells when something comes into a directory or one below it, for `poll`; the directory may be made later.
package final class FolderWatcher {
  /// Readable when something happened.
  package var descriptor: Int32 { events.descriptor }
  private let events: DirectoryEvents
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
    guard let events = try? DirectoryEvents() else { return nil }
    self.events = events
    watchAll()
  }

  /// Takes all that has happened, and watches what is new; true when there was anything and the directory is there.
  package func drain() -> Bool {
    var isAny = false
    events.drain { _ in isAny = true }
    return isAny && watchAll()
  }

  /// Watches what is there now, and nothing else; false when the directory is not.
  @discardableResult private func watchAll() -> Bool {
    var current: Set<Int32> = []
    func watch(_ folder: String, _ more: DirectoryEvents.Kinds) -> Bool {
      let kinds: DirectoryEvents.Kinds = [.created, .movedIn, .lost, .directoriesOnly]
      guard let watch = try? events.watch(folder, for: kinds.union(more)) else { return false }
      current.insert(watch)
      return true
    }
    let paths = Array(
      sequence(first: directory) { ["/", "."].contains($0) ? nil : $0.splitPath.directory })
    // Where it is missing, the nearest directory above it tells of the next one towards it, unless that was made
    // before it was watched.
    func nearest() -> Int? { paths.indices.first { watch(paths[$0], $0 == 0 ? .written : []) } }
    var first = nearest()
    while let place = first, place > 0, watch(paths[place - 1], []) { first = nearest() }
    let isThere = first == 0
    var open = isThere ? [directory] : []
    while let folder = open.popLast(), current.count < Self.limit {
      for entry in DirectoryEntry.all(in: folder, limit: Self.limit)
      where entry.isDirectory && !(folder == directory && skipped.contains(entry.name)) {
        let path = folder + "/" + entry.name
        if watch(path, [.written, .notFollowing]) { open.append(path) }
      }
    }
    for gone in watches.subtracting(current) { events.unwatch(gone) }
    watches = current
    return isThere
  }
}
