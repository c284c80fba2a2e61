/// Reports, for `poll`, that files came into a directory or one below it; it may be created later.
package final class FolderWatcher {
  /// Readable when something happened.
  package var descriptor: Int32 { events.descriptor }
  private let events: DirectoryEvents
  private let directory: String
  private let skipped: Set<String>
  private var watches: Set<Int32> = []

  /// About the most directories that are watched.
  private static let limit = 1000

  /// Begins watching, without the directories named `skipped` right below; nil if the system has no
  /// room.
  package init?(_ directory: String, skipping skipped: Set<String> = []) {
    self.directory = directory
    self.skipped = skipped
    guard let events = try? DirectoryEvents() else { return nil }
    self.events = events
    watchAll()
  }

  /// Reads all events and watches new directories; true if there were any and the directory exists.
  package func drain() -> Bool {
    var isAny = false
    events.drain { _ in isAny = true }
    return isAny && watchAll()
  }

  /// Replaces the watches by those of the directories that exist now; false if the root does not.
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
    // If it is missing, the nearest directory above is watched for the next one on the path, unless
    // that appeared before the watch began.
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
