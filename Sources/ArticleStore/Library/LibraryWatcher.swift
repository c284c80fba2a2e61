import Platform
import Glibc
import ReadingList
import Synchronization

/// Tells when somebody else changed the library: another process, an editor, a file syncer.
///
/// What this process wrote through the same `Library` is no news: who wrote it knows.
/// For the one `poll` of the program: no thread, no timer, nothing while nothing happens.
package final class LibraryWatcher: Sendable {
  /// For `poll`: readable when something happened.
  ///
  /// Closed when the watcher goes.
  package let descriptor: Int32

  private let library: Library
  private let watches: Mutex<[Int32: Directory]>
  /// The watches on the directories that hold the shards.
  private let parents: [Int32: Kind]

  /// What is watched.
  fileprivate enum Kind: CaseIterable, Hashable { case records, texts }

  /// A shard of records or texts.
  fileprivate struct Directory: Hashable {
    var kind: Kind
    var shard: UInt8
  }

  /// Bytes of an event before its name.
  private static let eventSize = 16

  init(library: Library) throws(StoreError) {
    self.library = library
    let articles = library.paths.articles
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    self.descriptor = descriptor
    guard descriptor >= 0 else { throw Self.problem(articles, errno) }
    library.files.ownWrites?.begin()
    var parents: [Int32: Kind] = [:]
    var watches: [Int32: Directory] = [:]
    var code: Int32 = 0
    for kind in Kind.allCases where code == 0 {
      let path = library.paths.directory(of: kind)
      let parent = inotify_add_watch(descriptor, path, UInt32(IN_CREATE | IN_MOVED_TO))
      // Without texts there is a library all the same.
      if parent >= 0 { parents[parent] = kind } else if kind == .records { code = errno }
      for shard in UInt8.min...UInt8.max where code == 0 {
        let directory = Directory(kind: kind, shard: shard)
        if let watch = Self.watch(library.paths.path(of: directory), with: descriptor) {
          watches[watch] = directory
        } else if [ENOSPC, ENOMEM, EMFILE].contains(errno) {
          // Of a shard that is missing, or no directory, there is nothing to watch.
          code = errno
        }
      }
    }
    self.parents = parents
    self.watches = Mutex(watches)
    // The object is whole by now, so that throwing closes the descriptor.
    guard code == 0 else { throw Self.problem(articles, code) }
  }

  deinit {
    close(descriptor)
    if descriptor >= 0 { ownWrites?.end() }
  }

  /// Reads everything that has happened; true when the list may have changed by another's doing.
  ///
  /// Then `Library.snapshot` looks at every file of the shards concerned, so that a record changed in
  /// place shows as well. However many files changed, one such call is enough.
  package func drain() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    var batch = Batch()
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      buffer.withUnsafeBytes { raw in
        take(UnsafeRawBufferPointer(rebasing: raw[..<count]), &batch)
      }
    }
    if batch.isOverrun {
      for kind in Kind.allCases {
        batch.news.formUnion((UInt8.min...UInt8.max).map { Directory(kind: kind, shard: $0) })
      }
      ownWrites?.forget()
    }
    for place in batch.places {
      let path = library.paths.path(of: place.directory) + "/" + place.name
      if ownWrites?.isAsLeft(path) != true { batch.news.insert(place.directory) }
    }
    ownWrites?.endHearing()
    guard !batch.news.isEmpty else { return false }
    for news in batch.news {
      switch news.kind {
      case .records: library.touched.withLock { _ = $0.insert(news.shard) }
      case .texts: library.unsettled.withLock { _ = $0.insert(news.shard) }
      }
    }
    return true
  }

  /// What a reading of the events tells.
  private struct Batch {
    /// A file, by its name in a shard.
    struct Place: Hashable {
      var directory: Directory
      var name: String
    }

    /// Which files are there now, or not any more.
    var places: Set<Place> = []
    /// Shards in which others changed something.
    var news: Set<Directory> = []
    var isOverrun = false
  }

  private func take(_ events: UnsafeRawBufferPointer, _ batch: inout Batch) {
    var index = 0
    while index + Self.eventSize <= events.count {
      let watch = events.loadUnaligned(fromByteOffset: index, as: Int32.self)
      let kinds = events.loadUnaligned(fromByteOffset: index + 4, as: UInt32.self)
      let length = Int(events.loadUnaligned(fromByteOffset: index + 12, as: UInt32.self))
      let start = index + Self.eventSize
      guard length <= events.count - start else { return }
      let name = events[start..<(start + length)].prefix { $0 != 0 }.asText
      index = start + length
      if kinds & UInt32(IN_Q_OVERFLOW) != 0 {
        batch.isOverrun = true
      } else if let kind = parents[watch] {
        guard name.utf8.count == 2, let shard = UInt8(name, radix: 16) else { continue }
        let directory = Directory(kind: kind, shard: shard)
        let path = library.paths.path(of: directory)
        if let added = Self.watch(path, with: descriptor) {
          watches.withLock { $0[added] = directory }
        }
        // Files may have come before the watch did.
        guard let files = fileNames(in: path) else {
          batch.news.insert(directory)
          continue
        }
        for file in files where OwnWrites.isWatched(file) {
          batch.places.insert(Batch.Place(directory: directory, name: file))
        }
      } else if OwnWrites.isWatched(name), let directory = watches.withLock({ $0[watch] }) {
        if kinds & UInt32(IN_MODIFY) != 0 {
          // This process puts whole files in place; only others write into one that is there. They have
          // written when they close it.
          ownWrites?.forget(library.paths.path(of: directory) + "/" + name)
        } else {
          batch.places.insert(Batch.Place(directory: directory, name: name))
        }
      }
    }
  }

  private var ownWrites: OwnWrites? { library.files.ownWrites }

  /// The system has its own limits here and says the disk is full when it means them.
  private static func problem(_ path: String, _ code: Int32) -> StoreError {
    guard [ENOSPC, EMFILE, ENFILE].contains(code) else {
      return StoreError(SystemFailure(operation: .list, path: path, code: code))
    }
    return StoreError(
      .io,
      "Cannot watch \(path): too many files are watched; raise fs.inotify.max_user_watches."
    )
  }

  private static func watch(_ path: String, with descriptor: Int32) -> Int32? {
    let kinds =
      IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | Int32(IN_ONLYDIR)
    let watch = inotify_add_watch(descriptor, path, UInt32(bitPattern: Int32(kinds)))
    return watch >= 0 ? watch : nil
  }
}

extension LibraryPaths {
  fileprivate func directory(of kind: LibraryWatcher.Kind) -> String {
    switch kind {
    case .records: articles
    case .texts: bodies
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
