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
  private let watches: Mutex<[Int32: Directory]>
  /// The watches on the parent directories of the shards.
  private let parents: [Int32: Kind]

  /// The kinds of watched directories.
  fileprivate enum Kind: CaseIterable, Hashable { case records, texts }

  fileprivate struct Directory: Hashable {
    var kind: Kind
    var shard: UInt8
  }

  init(library: Library) throws(StoreError) {
    self.library = library
    var parents: [Int32: Kind] = [:]
    var watches: [Int32: Directory] = [:]
    do throws(SystemError) {
      let events = try DirectoryEvents()
      self.events = events
      for kind in Kind.allCases {
        let path = library.paths.directory(of: kind)
        do throws(SystemError) {
          parents[try events.watch(path, for: [.created, .movedIn])] = kind
        } catch {
          // A library without a directory of texts still works.
          if kind == .records { throw error }
        }
        for shard in UInt8.min...UInt8.max {
          let directory = Directory(kind: kind, shard: shard)
          do throws(SystemError) {
            watches[try Self.watch(library.paths.path(of: directory), with: events)] = directory
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
    if batch.isOverrun {
      for kind in Kind.allCases {
        batch.news.formUnion((UInt8.min...UInt8.max).map { Directory(kind: kind, shard: $0) })
      }
    }
    for place in batch.places where !isOwn(place) { batch.news.insert(place.directory) }
    for news in batch.news where news.kind == .records {
      library.touched.withLock { _ = $0.insert(news.shard) }
    }
    return !batch.news.isEmpty
  }

  /// Returns whether a file is as this process last wrote it.
  private func isOwn(_ place: Batch.Place) -> Bool {
    let path = library.paths.path(of: place.directory) + "/" + place.name
    guard let known = library.ownWrites.withLock({ $0?[path] }) else { return false }
    return (try? FileStatus(path)).map { FileStamp.of($0) } ?? 0 == known
  }

  /// The result of reading events.
  private struct Batch {
    /// A file, by its name in a shard.
    struct Place: Hashable {
      var directory: Directory
      var name: String
    }

    /// The files that appeared or disappeared.
    var places: Set<Place> = []
    /// Shards in which others changed something.
    var news: Set<Directory> = []
    var isOverrun = false
  }

  private func take(_ event: DirectoryEvents.Event, _ batch: inout Batch) {
    let name = event.name
    if event.kinds.contains(.overrun) {
      batch.isOverrun = true
    } else if let kind = parents[event.watch] {
      guard name.utf8.count == 2, let shard = UInt8(name, radix: 16) else { return }
      let directory = Directory(kind: kind, shard: shard)
      let path = library.paths.path(of: directory)
      if let added = try? Self.watch(path, with: events) {
        watches.withLock { $0[added] = directory }
      }
      // Files may have been added before the watch.
      guard let files = fileNames(in: path) else {
        batch.news.insert(directory)
        return
      }
      for file in files where Self.isWatched(file) {
        batch.places.insert(Batch.Place(directory: directory, name: file))
      }
    } else if Self.isWatched(name), let directory = watches.withLock({ $0[event.watch] }) {
      batch.places.insert(Batch.Place(directory: directory, name: name))
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
      .io, "Cannot watch \(path): too many files are watched; raise fs.inotify.max_user_watches.")
  }

  private static func watch(
    _ path: String, with events: DirectoryEvents
  ) throws(SystemError) -> Int32 { try events.watch(path, for: kinds) }

  private static let kinds: DirectoryEvents.Kinds = [
    .written, .movedIn, .movedOut, .removed, .directoriesOnly,
  ]
}

extension LibraryPaths {
  fileprivate func directory(of kind: LibraryWatcher.Kind) -> String {
    switch kind {
    case .records: articles
    case .texts: texts
    }
  }

  fileprivate func path(of directory: LibraryWatcher.Directory) -> String {
    self.directory(of: directory.kind) + "/" + LibraryPaths.name(ofShard: directory.shard)
  }
}

extension Library {
  /// Starts watching the library; no change from now on is missed.
  package func makeWatcher() throws(StoreError) -> LibraryWatcher {
    try LibraryWatcher(library: self)
  }
}
