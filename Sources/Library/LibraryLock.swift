import Platform

/// The right to write under this machine's name, held by one process and thread at a time.
///
/// It locks the library's directory: a syncer could replace a file, which would split the lock, and
/// copy it to other machines. Where directories cannot be locked, as on NFS, it locks a file in the state
/// directory.
struct LibraryLock: ~Copyable {
  private let lock: FileLock

  /// Waits for the lock and acquires it.
  ///
  /// - Throws: `timedOut` if another holder keeps it for long.
  init(directory: String, state: String, files: FileLayer) throws(StoreError) {
    try files.check(.lock, directory)
    let descriptor: Int32
    do throws(StoreError) { descriptor = try files.open(directory, .directory) } catch {
      guard error.cause == .notFound else { throw error }
      throw StoreError(.lock, directory, .notFound)
    }
    do throws(SystemError) { lock = try Self.take(descriptor, or: state + "/lock") } catch {
      throw StoreError(.lock, directory, error)
    }
  }

  private static func take(_ descriptor: Int32, or path: String) throws(SystemError) -> FileLock {
    do throws(SystemError) { return try FileLock(descriptor: descriptor) } catch {
      guard error != .timedOut else { throw error }
      return try FileLock(path)
    }
  }

  consuming func release() {}
}
