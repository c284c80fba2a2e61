import Platform
package import ReadingList
import Synchronization

/// The library on disk: a JSON file for each article and machine, HTML texts named by their content, and a list of
/// them all.
///
/// Safe to use from several threads and by several processes at a time. Every call may wait for the disk. Reading takes
/// no lock; a write takes this machine's, and has what it says on the disk before it returns.
package final class Library: Sendable {
  package enum Access: Sendable { case readWrite, readOnly }

  /// The behavior if there is no library.
  package enum Absence: Sendable {
    /// Makes one, unless it may only be read.
    case create
    /// Throws `notFound`.
    case fail
    /// Opens what has no articles and cannot be changed, and makes nothing.
    case empty
  }

  /// The version of the library's format that this program writes.
  package static let format = Registers.format

  /// The library's own id.
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
  /// Where this machine keeps what is its own of the library in this place; may be missing.
  package let state: String

  let paths: LibraryPaths
  let files: FileLayer
  /// Where derived files go, of all libraries.
  let cache: String
  let stateRoot: String
  let machine: MachineName
  /// Whether `library.json` is unreadable; then only `doctor` may write, to repair it.
  let isIdentityDamaged: Bool
  let index: Mutex<ListIndex>
  /// Shards that watching has seen files change in.
  let touched = Mutex<Set<UInt8>>([])
  /// The stamps of files that this process put in place, by path, while somebody watches, 0 of those that it removed;
  /// see `FileStamp`.
  let ownWrites = Mutex<[String: UInt64]?>(nil)

  /// Seconds east of Greenwich at a moment, by which queries tell days.
  let utcOffset: @Sendable (Timestamp) -> Int
  private let rules = Mutex(ListRules())

  /// The list rules of the settings.
  package var listRules: ListRules { rules.withLock(\.self) }

  /// Takes other rules, for changes and for lists from now on.
  package func use(_ new: ListRules) { rules.withLock { $0 = new } }

  /// Whether a machine may write under a name.
  package static func isMachineName(_ name: String) -> Bool { MachineName.isValid(name) }

  /// Whether nothing can be changed.
  package var isReadOnly: Bool { readOnlyReason != nil }

  private init(
    identity: LibraryIdentity, directory: String, cache: String, state: String,
    machine name: String?, files: FileLayer, utcOffset: @escaping @Sendable (Timestamp) -> Int
  ) {
    self.utcOffset = utcOffset
    id = identity.id
    readOnlyReason = identity.readOnlyReason
    wasCreated = identity.isNew
    isIdentityDamaged = identity.isDamaged
    self.directory = directory
    self.cache = cache
    stateRoot = state
    var files = files
    files.root = directory
    self.files = files
    drawings = "\(cache)/\(identity.id)/pictures"
    let place = resolvedPath(directory) ?? directory
    let key = Checksum.of([identity.id, place, Machine.id].joined(separator: "\n"), seed: 0)
    cacheKey = String(key, radix: 16)
    self.state = "\(state)/\(identity.id)-\(cacheKey)"
    let paths = LibraryPaths(directory: directory)
    self.paths = paths
    machine = MachineName(paths, state: self.state, wanted: name, files: files)
    index = Mutex(ListIndex(key: key, paths: paths, files: files, cache: cache + "/" + identity.id))
  }

  /// Opens a library, and makes it, private to its owner, when it is not there and that is wanted.
  ///
  /// A library that is not writable, or of a newer version, opens read-only with a reason.
  /// - Parameters:
  ///   - directory: where it is.
  ///   - cache: where derived files go, in a directory named by the library's id.
  ///   - state: where this machine keeps what is its own, in one named by id and place; in `cache` unless given.
  ///   - machine: the name to write under; nil for one made of the host's.
  ///   - access: `.readOnly` never writes in `directory`.
  ///   - absence: what to do when it is not there.
  ///   - files: the file system.
  ///   - utcOffset: seconds east of Greenwich at a moment, by which queries tell days.
  /// - Returns: the open library.
  /// - Throws: `notFound` when there is none and none may be made; `newerFormat` for one of an older version; else
  ///   what the system says.
  package static func open(
    _ directory: String, cache: String, state: String? = nil, machine: String? = nil,
    access: Access = .readWrite, ifAbsent absence: Absence = .create, files: FileLayer = .real,
    utcOffset: @escaping @Sendable (Timestamp) -> Int = { _ in 0 }
  ) throws(StoreError) -> Library {
    let path =
      directory.count > 1 && directory.hasSuffix("/") ? String(directory.dropLast()) : directory
    guard
      let identity = try LibraryIdentity.establish(
        in: path, access: access, ifAbsent: absence, files: files)
    else {
      throw StoreError(
        .notFound, "No library found at \(path); luego, luego add and luego import create one")
    }
    let library = Library(
      identity: identity, directory: path, cache: cache, state: state ?? cache + "/state",
      machine: machine, files: files, utcOffset: utcOffset)
    if !library.isReadOnly { library.removeUnusedPlaces() }
    return library
  }
}

// Reading.
extension Library {
  var reader: RecordReader { RecordReader(paths: paths, files: files) }

  /// The article of an id as its records say now, or nil when there is none.
  ///
  /// - Throws: `damaged` when none of its records can be understood.
  package func article(_ id: ArticleID) throws(StoreError) -> Article? {
    try reader.versions(of: id).readableArticle()
  }

  /// The article of an id with what its records say together, as a record; nil when there is none.
  ///
  /// - Throws: `damaged` when none of its records can be understood.
  package func articleWithRecord(
    _ id: ArticleID
  ) throws(StoreError) -> (article: Article, record: String)? {
    let versions = try reader.versions(of: id)
    guard let article = try versions.readableArticle() else { return nil }
    return (article, String(decoding: versions.current.bytes(of: id), as: UTF8.self))
  }

  /// When the article of an id was removed for good; nil for one that is there or never was.
  package func purgedAt(_ id: ArticleID) throws(StoreError) -> Timestamp? {
    let current = try reader.versions(of: id).said
    return current.exists ? nil : current.purgedAt
  }

  /// Whether there was an article of this id that was purged.
  package func isPurged(_ id: ArticleID) throws(StoreError) -> Bool { try purgedAt(id) != nil }

  /// The record of an article that was purged; nil where there is none.
  package func purgedRecord(_ id: ArticleID) throws(StoreError) -> String? {
    try purgedAt(id).map {
      String(decoding: Registers.tombstone(at: $0).bytes(of: id), as: UTF8.self)
    }
  }

  /// The text of an article, a sanitized HTML fragment, or nil when none is stored.
  package func body(of id: ArticleID) throws(StoreError) -> String? {
    try article(id).flatMap { article throws(StoreError) in try body(of: article) }
  }

  /// The text of an article that was just read; one whose bytes do not have its name's hash is not there.
  package func body(of article: Article) throws(StoreError) -> String? {
    guard let hash = article.bodyHash else { return nil }
    do throws(SystemFailure) {
      guard let bytes = try files.read(paths.text(article.id, hash: hash)),
        SHA256.hex(of: bytes).hasPrefix(hash.prefix(LibraryPaths.hashLength))
      else { return nil }
      return String(decoding: bytes, as: UTF8.self)
    } catch { throw StoreError(error) }
  }

  /// Whether the text that an article's record names is there.
  package func hasText(_ id: ArticleID) -> Bool {
    guard let article = try? article(id), let hash = article.bodyHash else { return false }
    return (try? files.status(paths.text(id, hash: hash))).flatMap(\.self) != nil
  }

  /// Whether the text of an article is stored, so that what the server says of a newer version is said of it.
  package func hasText(of article: Article) throws(StoreError) -> Bool {
    try body(of: article) != nil
  }

  /// Whether the text that an article's record names may still be on its way to this machine: for a day.
  package func isTextOnItsWay(_ id: ArticleID) -> Bool {
    let names = (try? reader.names(of: id)) ?? []
    return names.contains { isYoung("\(paths.articles)/\(id.shard)/\($0)") }
  }

  /// Whether the text that shows a picture may still be on its way to this machine.
  package func mayBeAwaited(_ picture: StoredPicture) -> Bool { isYoung(picture.path) }

  /// Whether a file came to its place less than a day ago, by the time of its inode, which no syncer sets.
  func isYoung(_ path: String) -> Bool {
    guard let status = (try? files.status(path)).flatMap(\.self) else { return false }
    return files.now() - max(status.changed, 0) < Self.day
  }

  static let day: Int64 = 86_400 * 1_000_000_000
}

// This machine's own files.
extension Library {
  /// For how long caches and states of other places are kept.
  private static let keepingTime = 90 * day

  /// Removes caches and states of libraries that were not used for long.
  private func removeUnusedPlaces() {
    guard let last = (try? FileStatus(state))?.modified, files.now() - last < Self.day else {
      try? SmallFile.makeDirectories(above: state + "/")
      for (root, own) in [(cache, id), (stateRoot, state.splitPath.name)] {
        touch(root + "/" + own)
        for name in fileNames(in: root) ?? [] where name != own && Self.isPlace(name) {
          let path = root + "/" + name
          guard let status = try? FileStatus(notFollowing: path), status.isDirectory,
            files.now() - status.modified > Self.keepingTime
          else { continue }
          removeTree(path)
        }
      }
      return
    }
  }

  /// Whether a name is that of a directory that this program makes for a library.
  private static func isPlace(_ name: String) -> Bool {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count <= 2
      && parts.allSatisfy { part in
        (8...16).contains(part.utf8.count)
          && part.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
      }
  }
}
