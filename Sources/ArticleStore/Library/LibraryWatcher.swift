import Platform
import ReadingList
import Synchronization

/// Tells when somebody else changed the library: another process, an editor, a file syncer.
///
/// Changes by this process through the same `Library` are not reported.
package final class LibraryWatcher: Sendable {
  /// For how long events are collected: a bulk change makes several for each file.
  private static let burst = 50

  private let events: DirectoryEvents
  private let library: Library
  private let watches: Mutex<[Int32: Directory]>
  /// The watches on the directories that hold the shards.
  private let parents: [Int32: Kind]

  /// The kinds of watched directories.
  fileprivate enum Kind: CaseIterable, Hashable { case records, texts }

  /// A shard of records or texts.
  fileprivate struct Directory: Hashable {
    var kind: Kind
    var shard: UInt8
  }

  init(library: Library) throws(StoreError) {
    self.library = library
    let articles = library.paths.articles
    let events: DirectoryEvents
    do throws(SystemError) { events = try DirectoryEvents() } catch {
      throw Self.problem(articles, error)
    }
    self.events = events
    library.ownWrites.withLock { $0 = [:] }
    var parents: [Int32: Kind] = [:]
    var watches: [Int32: Directory] = [:]
    var problem: SystemError?
    for kind in Kind.allCases where problem == nil {
      let path = library.paths.directory(of: kind)
      do throws(SystemError) {
        parents[try events.watch(path, for: [.created, .movedIn])] = kind
      } catch {
        // Without texts there is a library all the same.
        if kind == .records { problem = error }
      }
      for shard in UInt8.min...UInt8.max where problem == nil {
        let directory = Directory(kind: kind, shard: shard)
        do throws(SystemError) {
          watches[try Self.watch(library.paths.path(of: directory), with: events)] = directory
        } catch {
          // Of a shard that is missing, or no directory, there is nothing to watch.
          if [.noSpace, .outOfMemory, .tooManyOpenFiles].contains(error) { problem = error }
        }
      }
    }
    self.parents = parents
    self.watches = Mutex(watches)
    // The object is whole by now, so that throwing ends the notes.
    if let problem { throw Self.problem(articles, problem) }
  }

  deinit { library.ownWrites.withLock { $0 = nil } }

  /// Reports what others do until the process ends, on a thread of its own.
  ///
  /// Looking at each file of a bulk change takes long. Nothing is reported where there is no thread to be had.
  package func report(_ body: @escaping @Sendable () -> Void) {
    _ = SystemThread.detach { [self] in
      while (try? Descriptor.wait(for: .reading, of: events.descriptor, milliseconds: nil)) == true
      {
        SystemThread.sleep(milliseconds: Self.burst)
        if drain() { body() }
      }
    }
  }

  /// Whether something happened that was not read.
  var hasEvents: Bool {
    (try? Descriptor.wait(for: .reading, of: events.descriptor, milliseconds: 0)) == true
  }

  /// Reads everything that has happened; true when the list may have changed by another's doing.
  ///
  /// Then `Library.snapshot` looks at every file of the shards concerned, so that a record changed in
  /// place shows as well. However many files changed, one such call is enough.
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

  /// Whether a file is as this process put it in place, which is no news.
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
      // Files may have come before the watch did.
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

  /// The system has its own limits here and says the disk is full when it means them.
  private static func problem(_ path: String, _ error: SystemError) -> StoreError {
    guard [.noSpace, .tooManyOpenFiles, .tooManyOpenFilesInSystem].contains(error) else {
      return StoreError(SystemFailure(operation: .list, path: path, cause: error))
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
  /// Begins watching the library; nothing that happens from now on goes unnoticed.
  package func makeWatcher() throws(StoreError) -> LibraryWatcher {
    try LibraryWatcher(library: self)
  }
}
