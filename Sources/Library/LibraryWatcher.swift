import Platform
import ReadingList
import Synchronization

/// Reports changes by others: another process, an editor or a file syncer.
///
/// Changes by this process through the same `Library` are not reported.
package final class LibraryWatcher: Sendable {
  /// Milliseconds to collect events: a bulk change causes several for each file.
  private static let burst = 50

  private let events: DirectoryEvents
  private let library: Library
  /// The directories of shards, of records and of texts.
  private let watches: Mutex<[Int32: String]>
  /// Their parent directories.
  private let parents: [Int32: String]

  /// Starts watching a library; no change from now on is missed.
  package init(_ library: Library) throws(StoreError) {
    self.library = library
    var parents: [Int32: String] = [:]
    var watches: [Int32: String] = [:]
    do throws(SystemError) {
      let events = try DirectoryEvents()
      self.events = events
      for parent in [library.paths.articles, library.paths.texts] {
        do throws(SystemError) {
          parents[try events.watch(parent, for: [.created, .movedIn])] = parent
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
    self.parents = parents
    self.watches = Mutex(watches)
    library.ownWrites.withLock { $0 = [:] }
  }

  deinit { library.ownWrites.withLock { $0 = nil } }

  /// Calls `body` for changes by others, on a thread of its own, until the process ends.
  ///
  /// Comparing the files of a bulk change takes long. Reports nothing if no thread can be started.
  package func report(_ body: @escaping @Sendable () -> Void) {
    _ = SystemThread.detach { [self] in
      while (try? Descriptor.wait(for: .reading, of: events.descriptor, milliseconds: nil)) == true
      {
        SystemThread.sleep(milliseconds: Self.burst)
        if drain() { body() }
      }
    }
  }

  /// Reads all events; returns true if others may have changed the list.
  ///
  /// `Library.snapshot` then compares every file of the affected shards, so that it finds records
  /// edited in place as well. One call is enough for any number of changed files.
  package func drain() -> Bool {
    var batch = Batch()
    events.drain { take($0, &batch) }
    for file in batch.files where !isOwn(file) { batch.news.insert(file.splitPath.directory) }
    let shards = batch.news.map(\.splitPath).filter { $0.directory == library.paths.articles }
    let touched =
      batch.isOverrun
      ? Array(UInt8.min...UInt8.max) : shards.compactMap { UInt8($0.name, radix: 16) }
    library.touched.withLock { $0.formUnion(touched) }
    return batch.isOverrun || !batch.news.isEmpty
  }

  /// Returns whether a file is as this process last wrote it.
  private func isOwn(_ path: String) -> Bool {
    guard let known = library.ownWrites.withLock({ $0?[path] }) else { return false }
    return (try? FileStatus(path)).map { FileStamp.of($0) } ?? 0 == known
  }

  /// The result of reading events.
  private struct Batch {
    /// The files that appeared or disappeared.
    var files: Set<String> = []
    /// The directories in which others changed something.
    var news: Set<String> = []
    var isOverrun = false
  }

  private func take(_ event: DirectoryEvents.Event, _ batch: inout Batch) {
    let name = event.name
    if event.kinds.contains(.overrun) {
      batch.isOverrun = true
    } else if let parent = parents[event.watch] {
      guard name.utf8.count == 2, UInt8(name, radix: 16) != nil else { return }
      let directory = parent + "/" + name
      if let added = try? Self.watch(directory, with: events) {
        watches.withLock { $0[added] = directory }
      }
      // Files may have been added before the watch.
      guard let names = fileNames(in: directory) else {
        batch.news.insert(directory)
        return
      }
      for name in names where Self.isWatched(name) { batch.files.insert(directory + "/" + name) }
    } else if Self.isWatched(name), let directory = watches.withLock({ $0[event.watch] }) {
      batch.files.insert(directory + "/" + name)
    }
  }

  private static func isWatched(_ name: String) -> Bool {
    !name.hasPrefix(".") && (name.hasSuffix(".json") || name.hasSuffix(".html"))
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
