import Platform
package import ReadingList

/// Changes to be written together; see `Library.write`.
///
/// Articles are read under the lock, and see the transaction's own changes.
package struct Transaction: Sendable {
  private let library: Library
  /// The name to write under; a placeholder if nothing will be written.
  private let machine: String
  private let moment: Timestamp
  private var loaded: [ArticleID: Result<Versions, StoreError>] = [:]
  private(set) var pending: [ArticleID: Pending] = [:]
  /// The changed articles, in order.
  private(set) var order: [ArticleID] = []

  /// The pending changes of an article.
  struct Pending: Sendable {
    /// The new content of this machine's file.
    var own: Registers
    /// The values of registers before the change.
    var before: [String: JSON] = [:]
    /// The new text with its hash.
    var text: (hash: String, bytes: [UInt8])?
    var isPurge = false
    /// Record files merged into `own`, to be deleted.
    var copies: [String] = []
  }

  init(_ library: Library, machine: String, at moment: Timestamp) {
    (self.library, self.machine, self.moment) = (library, machine, moment)
  }

  /// Preloads articles concurrently.
  mutating func load(_ ids: [ArticleID]) {
    let missing = ids.filter { loaded[$0] == nil }
    guard !missing.isEmpty else { return }
    loaded.merge(library.reader.versions(of: missing)) { first, _ in first }
  }

  /// Returns the records of an article, with this transaction's changes.
  mutating func versions(_ id: ArticleID) throws(StoreError) -> Versions {
    let versions: Result<Versions, StoreError>
    if let known = loaded[id] {
      versions = known
    } else {
      versions = Result { () throws(StoreError) in try library.reader.versions(of: id) }
      loaded[id] = versions
    }
    return try versions.get()
  }

  /// Returns an article; nil if there is none.
  package mutating func article(_ id: ArticleID) throws(StoreError) -> Article? {
    try versions(id).readableArticle()
  }

  /// Saves the values of an article that changed, and its new text.
  ///
  /// - Parameters:
  ///   - article: the new state; the article may be new.
  ///   - text: the new text; sets the article's hash.
  ///   - fixed: a stamp for values that nobody asked for.
  /// - Throws: an error if its records cannot be read.
  package mutating func save(
    _ article: Article, text: String? = nil, fixed: Timestamp? = nil
  ) throws(StoreError) {
    var next = article
    let bytes = text.map { Array($0.utf8) }
    if let bytes { next.bodyHash = SHA256.hex(of: bytes) }
    // A new article writes all values, also that it is not in Trash.
    let before = try self.article(article.id)?.registerValues ?? [:]
    let values = Registers.difference(from: before, to: next.registerValues).mapValues(\.after)
    try say(values, of: article.id, order: next.registerOrder, fixed: fixed)
    if let bytes, let hash = next.bodyHash {
      if pending[article.id] == nil { try touch(article.id) }
      pending[article.id]?.text = (hash, bytes)
    }
  }

  /// Sets registers of an article, or takes them back; without values, writes nothing.
  ///
  /// - Throws: an error if its records cannot be read, or nothing can be later than them.
  package mutating func say(
    _ values: [String: JSON], of id: ArticleID, order: [String] = [], fixed: Timestamp? = nil,
    takesBack: Bool = false
  ) throws(StoreError) {
    guard !values.isEmpty else { return }
    try touch(id)
    var versions = try versions(id)
    guard versions.all.latest < Registers.end else {
      throw .damagedRecord("Article \(id.text)", "its record is of the year 2200")
    }
    guard var change = pending[id] else { return }
    let current = versions.current
    var values = values
    if versions.isKept {
      for name in [Registers.Name.savedAt, Registers.Name.isDeleted] where values[name] == nil {
        values[name] = current[name]
      }
    }
    // Taking back an addition may move the article to Trash instead.
    let mayMove = values[Registers.Name.savedAt] == .null ? [Registers.Name.isDeleted] : []
    for name in values.keys + mayMove where change.before[name] == nil {
      change.before[name] = current[name]
    }
    change.own = change.own.saying(
      values, at: moment, knowing: versions.said(besides: machine), order: order, fixed: fixed,
      takesBack: takesBack)
    pending[id] = change
    versions.take(change.own, as: machine, replacing: change.copies)
    loaded[id] = .success(versions)
  }

  /// Writes the registers of a backup's record, with their stamps, for an unknown article.
  mutating func restore(_ registers: Registers, of id: ArticleID) throws(StoreError) {
    try touch(id)
    var versions = try versions(id)
    var own = registers
    own.entries[Registers.Name.purgedAt] = nil
    pending[id]?.own = own
    for name in own.entries.keys { pending[id]?.before[name] = JSON.null }
    versions.take(own, as: machine, replacing: pending[id]?.copies ?? [])
    loaded[id] = .success(versions)
  }

  /// Purges an article and all its parts, now or at an earlier moment.
  package mutating func purge(_ id: ArticleID, at earlier: Timestamp? = nil) throws(StoreError) {
    let whole = try versions(id)
    for part in whole.parts { try purgeOne(part.id, at: earlier ?? moment) }
    try purgeOne(id, at: earlier ?? moment)
  }

  private mutating func purgeOne(_ id: ArticleID, at moment: Timestamp) throws(StoreError) {
    try touch(id)
    var versions = try versions(id)
    let tombstone = Registers.tombstone(at: versions.all.nextStamp(at: moment))
    pending[id]?.own = tombstone
    pending[id]?.isPurge = true
    pending[id]?.text = nil
    versions.take(tombstone, as: machine, replacing: pending[id]?.copies ?? [])
    loaded[id] = .success(versions)
  }

  /// Merges a machine's files of an article into this machine's, and deletes them.
  ///
  /// - Returns: false if a text of the reader would be lost, or one of the files cannot be read;
  ///   nothing is merged then.
  @discardableResult
  mutating func fold(_ name: String, of id: ArticleID) throws(StoreError) -> Bool {
    var versions = try versions(id)
    guard versions.canMergeFiles(of: [name, machine]),
      !versions.unreadable.keys.contains(where: { LibraryPaths.machine(ofRecord: $0) == name })
    else { return false }
    if versions.isKept {
      // It is kept by what another file says, which is about to become this machine's.
      let saved = versions.current[Registers.Name.savedAt]
      try say([Registers.Name.savedAt: saved], of: id)
      versions = try self.versions(id)
    }
    try touch(id)
    let (theirs, _) = versions.said(by: name)
    let folded = versions.files.map(\.name).filter { LibraryPaths.machine(ofRecord: $0) == name }
    guard var change = pending[id] else { return false }
    change.own = change.own.joined(theirs)
    let own = LibraryPaths.name(ofRecord: id, of: machine)
    change.copies = Array(Set(change.copies + folded)).filter { $0 != own }
    pending[id] = change
    versions.take(change.own, as: machine, replacing: change.copies)
    loaded[id] = .success(versions)
    return true
  }

  /// Begins a change of an article.
  ///
  /// - Throws: an error if this machine's own file is unreadable and must not be overwritten.
  private mutating func touch(_ id: ArticleID) throws(StoreError) {
    guard pending[id] == nil else { return }
    let versions = try versions(id)
    if let problem = versions.unreadable[LibraryPaths.name(ofRecord: id, of: machine)] {
      throw problem
    }
    let (own, copies) = versions.said(by: machine)
    pending[id] = Pending(own: own, copies: copies)
    order.append(id)
  }

  /// Returns the difference of an article by register; nil if it did not change or was purged.
  func difference(of id: ArticleID) -> Registers.Difference? {
    guard let change = pending[id], !change.isPurge, case .success(let versions) = loaded[id] else {
      return nil
    }
    let after = versions.current
    var difference: Registers.Difference = [:]
    for (name, before) in change.before where before != after[name] {
      difference[name] = Registers.Change(before: before, after: after[name])
    }
    return difference.isEmpty ? nil : difference
  }
}

extension Versions {
  /// Replaces a machine's own file and the copies merged into it.
  fileprivate mutating func take(
    _ registers: Registers, as machine: String, replacing copies: [String]
  ) {
    let name = LibraryPaths.name(ofRecord: id, of: machine)
    let status = files.first { $0.name == name }?.status
    files.removeAll { $0.name == name || copies.contains($0.name) }
    files.append(File(name: name, registers: registers, status: status))
    join()
  }
}
