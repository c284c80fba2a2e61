import Platform
package import ReadingList
import Synchronization

/// The library on disk: one JSON record and one HTML body for each article, and an index over them.
///
/// Safe to use from several threads and by several processes at a time. Every call may wait for the
/// disk. Reading takes no lock; each write takes the library's lock for as short as it can, reads the
/// record again under it, and has the new one on the disk before it returns.
package final class Library: Sendable {
  /// What the library may be opened for.
  package enum Access: Sendable { case readWrite, readOnly }

  /// What opening does where there is no library.
  package enum Absence: Sendable {
    /// Makes one, unless it may only be read.
    case create
    /// Throws `notFound`.
    case fail
    /// Opens what has no articles and cannot be changed, and makes nothing.
    case empty
  }

  /// The version of the library's format that this program writes.
  package static let format = 1

  /// The library's own id, which names its directory in the cache.
  package let id: String
  /// Why nothing can be changed, in a sentence; nil when everything can.
  package let readOnlyReason: String?
  /// Whether opening made it.
  package let wasCreated: Bool
  /// Where it is.
  package let directory: String
  /// Tells what this machine keeps of this directory from what others, or copies of the library, keep in the same place.
  package let cacheKey: String
  /// Where drawings of pictures are kept, in directories of any two digits, under names that begin with the
  /// article's id and a hyphen.
  package let drawings: String
  /// Where this machine keeps what it must not lose and no other is to see, such as what it wrote last; a
  /// directory named by the library's id, which may be missing.
  package let state: String

  let paths: LibraryPaths
  let files: FileLayer
  /// Whether `library.json` cannot be read, which is all that `doctor` may then mend.
  let isIdentityDamaged: Bool
  let index: Mutex<ListIndex>
  /// Shards that watching has seen files change in.
  let touched = Mutex<Set<UInt8>>([])
  /// Shards in which something has changed since their texts were brought in order.
  let unsettled = Mutex<Set<UInt8>>([])
  /// Whether texts that were given up long ago were removed since it was opened.
  let hasSweptTexts = Atomic(false)
  /// What was seen of writes that were cut off, or may have been.
  let leftovers = Mutex(Leftovers())

  /// Seconds east of Greenwich at a moment, by which queries tell days.
  let utcOffset: @Sendable (Timestamp) -> Int
  private let rules = Mutex(ListRules())

  /// What the settings say of lists.
  package var listRules: ListRules { rules.withLock(\.self) }

  /// Takes other rules, for changes and for lists from now on.
  package func use(_ new: ListRules) { rules.withLock { $0 = new } }

  /// Whether nothing can be changed.
  package var isReadOnly: Bool { readOnlyReason != nil }

  private init(
    identity: LibraryIdentity,
    directory: String,
    cache: String,
    state: String,
    files layer: FileLayer,
    utcOffset: @escaping @Sendable (Timestamp) -> Int
  ) {
    self.utcOffset = utcOffset
    self.id = identity.id
    self.readOnlyReason = identity.readOnlyReason
    self.wasCreated = identity.isNew
    self.isIdentityDamaged = identity.isDamaged
    self.directory = directory
    drawings = "\(cache)/\(identity.id)/pictures"
    self.state = "\(state)/\(identity.id)"
    var watched = layer
    watched.ownWrites = OwnWrites()
    let paths = LibraryPaths(directory: directory)
    let parts = [directory, paths.articles, paths.bodies, paths.pictures]
    if FileLayer.isOneFileSystem(parts) { watched.staging = paths.staging }
    let key = ListIndex.key(library: identity.id, at: directory, in: layer)
    cacheKey = String(key, radix: 16)
    watched.written = WrittenRecords(directory: self.state, name: cacheKey, files: layer)
    let files = watched
    self.files = files
    self.paths = paths
    index = Mutex(
      ListIndex(
        key: key,
        paths: paths,
        files: files,
        cache: cache + "/" + identity.id
      )
    )
  }

  /// Opens a library, and makes it, private to its owner, when it is not there and that is wanted.
  ///
  /// One that cannot be written, or that a newer version made, opens read-only and says why.
  /// - Parameters:
  ///   - directory: where it is.
  ///   - cache: where derived files go, in a directory named by the library's id.
  ///   - state: where this machine keeps what is its own, likewise; in `cache` unless given.
  ///   - access: `.readOnly` never writes in `directory`.
  ///   - absence: what to do when it is not there.
  ///   - files: the file system.
  ///   - utcOffset: seconds east of Greenwich at a moment, by which queries tell days.
  /// - Returns: the open library.
  /// - Throws: `notFound` when there is none and none may be made; else what the system says.
  package static func open(
    _ directory: String,
    cache: String,
    state: String? = nil,
    access: Access = .readWrite,
    ifAbsent absence: Absence = .create,
    files: FileLayer = .real,
    utcOffset: @escaping @Sendable (Timestamp) -> Int = { _ in 0 }
  ) throws(StoreError) -> Library {
    let path =
      directory.count > 1 && directory.hasSuffix("/") ? String(directory.dropLast()) : directory
    let found: LibraryIdentity?
    do throws(SystemFailure) {
      found = try .establish(in: path, access: access, ifAbsent: absence, files: files)
    } catch { throw StoreError(error) }
    guard let identity = found else {
      throw StoreError(
        .notFound,
        "No library found at \(path); luego, luego add and luego import create one"
      )
    }
    let state = state ?? cache + "/state"
    if identity.readOnlyReason == nil {
      Self.follow(identity.id, path, cache: cache, state: state, files: files)
    }
    return Library(
      identity: identity,
      directory: path,
      cache: cache,
      state: state,
      files: files,
      utcOffset: utcOffset
    )
  }
}

extension Library {
  /// Has what this machine keeps of a library go with it where that was joined with another and got the id of that.
  private static func follow(
    _ id: String,
    _ directory: String,
    cache: String,
    state: String,
    files: FileLayer
  ) {
    // A directory is told from another in the same place, as of another stick, or one that was made since.
    let place = "\(files.identity(of: directory)) \(birthTime(of: directory))"
    let path = "\(state)/libraries/\(SHA256.hex(of: directory).prefix(16))"
    let known = SmallFile.read(path, limit: 1 << 10).map { String(decoding: $0, as: UTF8.self) }
    let text = "\(id)\n\(place)\n"
    guard known != text else { return }
    let lines = known?.split(separator: "\n").map(String.init) ?? []
    if lines.count == 2, lines[1] == place, lines[0] != id, !lines[0].contains("/") {
      for kept in [cache, state, state + "/undo"] {
        let (old, new) = ("\(kept)/\(lines[0])", "\(kept)/\(id)")
        if !exists(new) { _ = Platform.rename(old, new) }
      }
    }
    try? SmallFile.replace(path, with: Array(text.utf8), isDurable: false)
  }

  /// The article of an id as its record says now, or nil when there is none.
  ///
  /// - Throws: `damaged` when its record cannot be understood.
  package func article(_ id: ArticleID) throws(StoreError) -> Article? {
    try record(id)?.article
  }

  /// The article of an id with the text of its record, byte for byte; nil when there is none.
  ///
  /// - Throws: `damaged` when its record cannot be understood.
  package func articleWithRecord(
    _ id: ArticleID
  ) throws(StoreError) -> (article: Article, record: String)? {
    guard let (record, bytes) = try recordWithBytes(id), let article = record.article else {
      return nil
    }
    return (article, String(decoding: bytes, as: UTF8.self))
  }

  /// When the article of an id was removed for good; nil for one that is there or never was.
  package func purgedAt(_ id: ArticleID) throws(StoreError) -> Timestamp? {
    if case .tombstone(let moment) = try record(id)?.content { moment } else { nil }
  }

  /// The text of an article, a sanitized HTML fragment, or nil when none is stored.
  package func body(of id: ArticleID) throws(StoreError) -> String? {
    do throws(SystemFailure) {
      return try files.read(paths.body(id)).map { String(decoding: $0, as: UTF8.self) }
    } catch {
      throw StoreError(error)
    }
  }

  /// Whether a file is where an article's text is kept.
  package func hasText(_ id: ArticleID) -> Bool { (try? files.status(paths.body(id))) != nil }

  /// Whether the text that is stored is the one that an article's metadata belong to.
  ///
  /// Only then is what the server says of a newer version said of it.
  package func hasText(of article: Article) throws(StoreError) -> Bool {
    guard let hash = article.bodyHash else { return false }
    return try body(of: article.id).map { SHA256.hex(of: $0) == hash } ?? false
  }

  /// The record of an id, or nil when there is no file.
  func record(_ id: ArticleID) throws(StoreError) -> Record? { try recordWithBytes(id)?.record }

  func recordWithBytes(
    _ id: ArticleID
  ) throws(StoreError) -> (record: Record, bytes: [UInt8])? {
    let path = paths.record(id)
    let found: (bytes: [UInt8], status: FileStatus)?
    do throws(SystemFailure) {
      found = try files.readWithStatus(path, limit: Record.maxSize)
    } catch {
      if error.cause == .invalid { throw .damagedRecord(path, "it is not a file") }
      if error.cause == .linkLoop { throw .damagedRecord(path, "it is a broken symbolic link") }
      throw StoreError(error)
    }
    guard let (bytes, status) = found else { return nil }
    do throws(Record.Problem) {
      var record = try Record(bytes, id: id)
      record.file = status
      return (record, bytes)
    } catch {
      throw .damagedRecord(path, error.text)
    }
  }

  /// Does something that no other writer may come between; then removes what writers left that were cut
  /// off.
  ///
  /// - Throws: `readOnly` when nothing may be written, else what `body` throws.
  func holdingLock<Value>(
    _ body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    if let readOnlyReason { throw StoreError(.readOnly, readOnlyReason) }
    let lock: LibraryLock
    do throws(SystemFailure) {
      lock = try LibraryLock(directory: directory, files: files)
    } catch {
      throw StoreError(error)
    }
    do throws(StoreError) {
      let value = try body()
      removeLeftovers()
      lock.release()
      return value
    } catch {
      lock.release()
      throw error
    }
  }
}
