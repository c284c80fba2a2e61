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
  private let watches: Mutex<[Int32: UInt8]>
  /// The watch on the directory that holds the shards.
  private let parent: Int32

  /// Bytes of an event before its name.
  private static let eventSize = 16

  init(library: Library) throws(StoreError) {
    self.library = library
    let articles = library.paths.articles
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    self.descriptor = descriptor
    guard descriptor >= 0 else { throw Self.problem(articles, errno) }
    library.files.ownWrites?.begin()
    parent = inotify_add_watch(descriptor, articles, UInt32(IN_CREATE | IN_MOVED_TO))
    var code = parent < 0 ? errno : 0
    var watches: [Int32: UInt8] = [:]
    for shard in UInt8.min...UInt8.max where code == 0 {
      if let watch = Self.watch(library.paths.shard(shard), with: descriptor) {
        watches[watch] = shard
      } else if [ENOSPC, ENOMEM, EMFILE].contains(errno) {
        // Of a shard that is missing, or no directory, there is nothing to watch.
        code = errno
      }
    }
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
      batch.news = Set(UInt8.min...UInt8.max)
      ownWrites?.forget()
    }
    for place in batch.places {
      let path = library.paths.shard(place.shard) + "/" + place.name
      if ownWrites?.isAsLeft(path) != true { batch.news.insert(place.shard) }
    }
    ownWrites?.endHearing()
    guard !batch.news.isEmpty else { return false }
    library.touched.withLock { $0.formUnion(batch.news) }
    return true
  }

  /// What a reading of the events tells.
  private struct Batch {
    /// A record's file, by its name in a shard.
    struct Place: Hashable {
      var shard: UInt8
      var name: String
    }

    /// Which files are there now, or not any more.
    var places: Set<Place> = []
    /// Shards in which others changed something.
    var news: Set<UInt8> = []
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
      } else if watch == parent {
        guard name.utf8.count == 2, let shard = UInt8(name, radix: 16) else { continue }
        if let added = Self.watch(library.paths.shard(shard), with: descriptor) {
          watches.withLock { $0[added] = shard }
        }
        // Files may have come before the watch did.
        guard let files = fileNames(in: library.paths.shard(shard)) else {
          batch.news.insert(shard)
          continue
        }
        for file in files where OwnWrites.isRecord(file) {
          batch.places.insert(Batch.Place(shard: shard, name: file))
        }
      } else if OwnWrites.isRecord(name), let shard = watches.withLock({ $0[watch] }) {
        if kinds & UInt32(IN_MODIFY) != 0 {
          // This process puts whole files in place; only others write into one that is there. They have
          // written when they close it.
          ownWrites?.forget(library.paths.shard(shard) + "/" + name)
        } else {
          batch.places.insert(Batch.Place(shard: shard, name: name))
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

extension Library {
  /// Begins watching the library; nothing that happens from now on goes unnoticed.
  package func makeWatcher() throws(StoreError) -> LibraryWatcher {
    try LibraryWatcher(library: self)
  }
}
