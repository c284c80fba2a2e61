import Platform
import ReadingList
import Synchronization

/// Reports changes of records and texts, whoever makes them.
package final class LibraryWatcher: Sendable {
  /// Milliseconds to collect events: a bulk change causes several for each file.
  private static let burst = 50

  private let events: DirectoryEvents
  private let library: Library
  /// The directories of shards, of records and of texts, and the two that have them.
  private let watches: Mutex<[Int32: String]>

  /// Starts watching a library; no change from now on is missed.
  package init(_ library: Library) throws(StoreError) {
    self.library = library
    var watches: [Int32: String] = [:]
    do throws(SystemError) {
      let events = try DirectoryEvents()
      self.events = events
      for parent in [library.paths.articles, library.paths.texts] {
        do throws(SystemError) {
          watches[try events.watch(parent, for: [.created, .movedIn])] = parent
        } catch {
          // A library without a directory of texts still works.
          if parent == library.paths.articles { throw error }
        }
        for shard in UInt8.min...UInt8.max {
          let directory = parent + "/" + LibraryPaths.name(ofShard: shard)
          do throws(SystemError) {
            watches[try Self.watch(directory, with: events)] = directory
          } catch {
            // A shard that is missing, or no directory, cannot be watched.
            if [.noSpace, .outOfMemory, .tooManyOpenFiles].contains(error) { throw error }
          }
        }
      }
    } catch { throw Self.problem(library.paths.articles, error) }
    self.watches = Mutex(watches)
  }

  /// Calls `body` for changes, on a thread of its own, until the process ends.
  ///
  /// Reports nothing if no thread can be started.
  package func report(_ body: @escaping @Sendable () -> Void) {
    _ = SystemThread.detach { [self] in
      while (try? Descriptor.wait(for: .reading, of: events.descriptor, milliseconds: nil)) == true
      {
        SystemThread.sleep(milliseconds: Self.burst)
        if drain() { body() }
      }
    }
  }

  /// Reads all events; returns true if the list may have changed.
  ///
  /// `Library.snapshot` then compares every file of the affected shards, so that it finds records
  /// edited in place as well. One call is enough for any number of changed files.
  package func drain() -> Bool {
    var changed: Set<String> = []
    var isOverrun = false
    events.drain { event in
      if event.kinds.contains(.overrun) { isOverrun = true }
      if let directory = directory(of: event) { changed.insert(directory) }
    }
    let shards = changed.map(\.splitPath).filter { $0.directory == library.paths.articles }
    let touched =
      isOverrun
      ? Array(UInt8.min...UInt8.max) : shards.compactMap { UInt8($0.name, radix: 16) }
    library.index.withLock { $0.touched.formUnion(touched) }
    return isOverrun || !changed.isEmpty
  }

  /// Returns the directory in which a record or a text may have changed; watches it if it is new.
  private func directory(of event: DirectoryEvents.Event) -> String? {
    let name = event.name
    guard let watched = watches.withLock({ $0[event.watch] }) else { return nil }
    guard [library.paths.articles, library.paths.texts].contains(watched) else {
      let isOurs = name.hasSuffix(".json") || name.hasSuffix(".html")
      return isOurs && !name.hasPrefix(".") ? watched : nil
    }
    guard name.utf8.count == 2, UInt8(name, radix: 16) != nil else { return nil }
    let shard = watched + "/" + name
    if let added = try? Self.watch(shard, with: events) { watches.withLock { $0[added] = shard } }
    return shard
  }

  /// Translates inotify's own limits, which the system reports as a full disk.
  private static func problem(_ path: String, _ error: SystemError) -> StoreError {
    guard [.noSpace, .tooManyOpenFiles, .tooManyOpenFilesInSystem].contains(error) else {
      return StoreError(.list, path, error)
    }
    return StoreError(
      .io, "Cannot watch \(path): too many files are watched; raise fs.inotify.max_user_watches")
  }

  private static func watch(
    _ path: String, with events: DirectoryEvents
  ) throws(SystemError) -> Int32 { try events.watch(path, for: kinds) }

  private static let kinds: DirectoryEvents.Kinds = [
    .written, .movedIn, .movedOut, .removed, .directoriesOnly,
  ]
}
