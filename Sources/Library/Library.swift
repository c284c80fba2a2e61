import Platform
package import ReadingList
import Synchronization

/// The library on disk: a JSON file for each article and machine, HTML texts named by their hash,
/// and a list of all articles.
///
/// Safe to use from several threads and processes at once. Every call may wait for the disk.
/// Reading takes no lock; a write takes this machine's, and is durable when it returns.
package final class Library: Sendable {
  package enum Access: Sendable {
    case readWrite, readOnly
    /// Read-only, to print the screen.
    case snapshot
  }

  /// The behavior if there is no library.
  package enum Absence: Sendable {
    /// Creates a library, unless access is read-only.
    case create
    /// Throws `notFound`.
    case fail
    /// Opens an empty, read-only library and writes nothing.
    case empty
  }

  /// The version of the library format that this program writes.
  package static let format = Registers.format

  package let id: String
  /// The error of every change; nil if the library can be changed.
  package let readOnly: StoreError?
  /// Whether `open` created the library.
  package let wasCreated: Bool
  package let directory: String
  /// Distinguishes this machine's caches and state of this directory from those of other places and
  /// copies of the library.
  package let cacheKey: String
  /// The directory of this machine's own state for the library at this path; may be missing.
  package let state: String

  let paths: LibraryPaths
  let files: FileLayer
  /// The directory of derived files, of all libraries.
  let cache: String
  let stateRoot: String
  let machine: MachineName
  /// Whether `library.json` is unreadable; then only `doctor` may write, to repair it.
  let isIdentityDamaged: Bool
  let index: Mutex<ListIndex>

  /// Seconds east of Greenwich at a moment, to tell days in queries.
  let utcOffset: @Sendable (Timestamp) -> Int
  private let rules = Mutex(ListRules())

  /// The list rules of the settings.
  package var listRules: ListRules { rules.withLock(\.self) }

  /// Sets the rules for later changes and lists.
  package func use(_ new: ListRules) { rules.withLock { $0 = new } }

  package var isReadOnly: Bool { readOnly != nil }

  private init(
    identity: LibraryIdentity, directory: String, cache: String, state: String,
    machine name: String?, files: FileLayer, utcOffset: @escaping @Sendable (Timestamp) -> Int
  ) {
    self.utcOffset = utcOffset
    id = identity.id
    readOnly = identity.readOnly
    wasCreated = identity.isNew
    isIdentityDamaged = identity.isDamaged
    self.directory = directory
    self.cache = cache
    stateRoot = state
    var files = files
    files.root = directory
    self.files = files
    let place = resolvedPath(directory) ?? directory
    let key = Checksum.of([identity.id, place, Machine.id].joined(separator: "\n"), seed: 0)
    cacheKey = String(key, radix: 16)
    self.state = "\(state)/\(identity.id)-\(cacheKey)"
    let paths = LibraryPaths(directory: directory)
    self.paths = paths
    machine = MachineName(paths, state: self.state, wanted: name, files: files)
    index = Mutex(ListIndex(key: key, paths: paths, files: files, cache: cache + "/" + identity.id))
  }

  /// Opens a library; creates a private one if it is missing and `absence` allows it.
  ///
  /// A library that is not writable, or of a newer version, opens read-only with a reason.
  /// - Parameters:
  ///   - directory: the library's path.
  ///   - cache: the directory for derived files, each library's in one named by its id.
  ///   - state: the directory for this machine's own state, each library's in one named by id and
  ///     path; nil for one in `cache`.
  ///   - machine: the name to write under; nil for one made from the host's.
  ///   - access: `.readOnly` never writes to `directory`.
  ///   - absence: the behavior if there is no library.
  ///   - files: the file system.
  ///   - utcOffset: seconds east of Greenwich at a moment, to tell days in queries.
  /// - Returns: the open library.
  /// - Throws: `notFound` if there is none and none may be created; `newerFormat` for a library of
  ///   an older version; otherwise system errors.
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

  /// Reads an article from its records; nil if there is none.
  ///
  /// - Throws: `damaged` if none of its records can be read.
  package func article(_ id: ArticleID) throws(StoreError) -> Article? {
    try reader.versions(of: id).readableArticle()
  }

  /// Reads an article with its merged record as text; nil if there is none.
  ///
  /// - Throws: `damaged` if none of its records can be read.
  package func articleWithRecord(
    _ id: ArticleID
  ) throws(StoreError) -> (article: Article, record: String)? {
    let versions = try reader.versions(of: id)
    guard let article = try versions.readableArticle() else { return nil }
    return (article, String(decoding: versions.current.bytes(of: id), as: UTF8.self))
  }

  /// Returns the time at which an article was purged; nil for one that exists or never did.
  package func purgedAt(_ id: ArticleID) throws(StoreError) -> Timestamp? {
    let current = try reader.versions(of: id).said
    return current.exists ? nil : current.purgedAt
  }

  /// Returns the tombstone of a purged article as text; nil if it was not purged.
  package func purgedRecord(_ id: ArticleID) throws(StoreError) -> String? {
    try purgedAt(id).map {
      String(decoding: Registers.tombstone(at: $0).bytes(of: id), as: UTF8.self)
    }
  }

  /// Reads an article's text, a sanitized HTML fragment; nil if none is stored.
  package func body(of id: ArticleID) throws(StoreError) -> String? {
    try article(id).flatMap { article throws(StoreError) in try body(of: article) }
  }

  /// Reads the text of an article that was just read; nil if its bytes do not match the hash.
  package func body(of article: Article) throws(StoreError) -> String? {
    guard let hash = article.bodyHash else { return nil }
    guard let bytes = try files.read(paths.text(article.id, hash: hash)),
      SHA256.hex(of: bytes).hasPrefix(hash.prefix(LibraryPaths.hashLength))
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns those articles that have the file of a text, whichever; it lists each shard once.
  package func withTextFiles(_ ids: [ArticleID]) -> [ArticleID] {
    let wanted = Set(ids)
    var found: Set<ArticleID> = []
    for shard in Set(ids.map(\.shard)) {
      for name in fileNames(in: "\(paths.texts)/\(shard)") ?? [] {
        if let id = LibraryPaths.text(named: name)?.id, wanted.contains(id) { found.insert(id) }
      }
    }
    return Array(found)
  }

  /// Returns whether an article's text is stored and intact, so that its validators may be sent to
  /// the server.
  package func hasText(of article: Article) throws(StoreError) -> Bool {
    try body(of: article) != nil
  }

  /// Whether a directory is the library's, one of those in it that it fills, or has it in it.
  package func overlaps(_ path: String) -> Bool {
    let own = (resolvedPath(directory) ?? directory) + "/"
    let resolved = resolvedPath(path) ?? path
    let place = resolved.hasSuffix("/") ? resolved : resolved + "/"
    let parts = [
      paths.articles, paths.texts, paths.pictures, paths.machines, paths.damaged, paths.staging,
    ]
    return own.hasPrefix(place)
      || parts.contains { place.hasPrefix(own + $0.splitPath.name + "/") }
  }

  /// Returns whether an article's text may still be syncing, for a day after its record came.
  package func isTextOnItsWay(_ id: ArticleID) -> Bool {
    let names = (try? reader.names(of: id)) ?? []
    return names.contains { name in
      let status = try? files.status("\(paths.articles)/\(id.shard)/\(name)")
      // No syncer sets the time of a change.
      return status.map { files.now() - max($0.changed, 0) < Self.day } ?? false
    }
  }

  static let day: Int64 = 86_400 * 1_000_000_000
}

// This machine's own files.
extension Library {
  /// Nanoseconds to keep unused caches and state.
  private static let keepingTime = 90 * day

  /// Deletes caches and state of libraries that were not used for long; checks once a day.
  private func removeUnusedPlaces() {
    guard let last = (try? FileStatus(state))?.modified, last > files.now() - Self.day else {
      try? SmallFile.makeDirectories(above: state + "/")
      for (root, own) in [(cache, id), (stateRoot, state.splitPath.name)] {
        touch(root + "/" + own)
        for name in fileNames(in: root) ?? [] where name != own && Self.isPlace(name) {
          let path = root + "/" + name
          guard let status = try? FileStatus(notFollowing: path), status.isDirectory,
            status.modified < files.now() - Self.keepingTime
          else { continue }
          removeTree(path)
        }
      }
      return
    }
  }

  /// Returns whether a name is that of a directory that this program makes for a library.
  private static func isPlace(_ name: String) -> Bool {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count <= 2
      && parts.allSatisfy { part in
        (8...16).contains(part.utf8.count)
          && SHA256.isHex(part, count: part.utf8.count)
      }
  }
}
