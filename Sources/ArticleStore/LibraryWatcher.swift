import Glibc

/// Tells when somebody changed the library: another process, an editor, a file syncer.
package final class LibraryWatcher: Sendable {
  /// For `poll`: readable when something happened.
  ///
  /// Closed when the watcher goes.
  package let descriptor: Int32

  private let library: Library

  init(library: Library) throws(SystemFailure) {
    self.library = library
    let articles = library.paths.articles
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else {
      throw SystemFailure(operation: .open, path: articles, code: errno)
    }
    watch(articles)
    for shard in UInt8.min...UInt8.max { watch(library.paths.shard(shard)) }
  }

  deinit { close(descriptor) }

  /// Reads what has happened; true when the list may have changed.
  package func drain() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    var hasNews = false
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return hasNews }
      hasNews = true
    }
  }

  private func watch(_ path: String) {
    let events = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE
    inotify_add_watch(descriptor, path, UInt32(events) | UInt32(IN_ONLYDIR))
  }
}

extension Library {
  /// Begins watching the library; nothing that happens from now on goes unnoticed.
  package func makeWatcher() throws(StoreError) -> LibraryWatcher {
    do throws(SystemFailure) { return try LibraryWatcher(library: self) } catch {
      throw StoreError(error)
    }
  }
}
