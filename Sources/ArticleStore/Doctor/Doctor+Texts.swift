import Glibc
import ReadingList

// Texts.
extension Doctor {
  /// Looks at a shard of `bodies/`; gives the articles that have a text, or nil when nobody can tell.
  mutating func examineTexts(in shard: String) throws(StoreError) -> Set<ArticleID>? {
    let directory = paths.bodies + "/" + shard
    var found: Set<ArticleID> = []
    guard let names = try names(in: directory) else { return nil }
    for name in names {
      let path = directory + "/" + name
      switch LibraryPaths.kind(of: name, suffix: ".html", shard: shard) {
      case .own(let id):
        if try examineText(at: path) { found.insert(id) }
        // A record that cannot be looked at is one all the same.
        var hasRecord = true
        do throws(SystemFailure) { hasRecord = try files.status(paths.record(id)) != nil } catch {}
        guard !hasRecord, found.contains(id) else { continue }
        let remedy = try mend { () throws(SystemFailure) in try setAside(path) }
        note(.orphaned, path, "no article has this text", remedy: remedy)
      case .copy(let id):
        let hash = (try? library.record(id))?.article?.bodyHash
        let remedy = try mend { () throws(SystemFailure) in
          try settle(copy: path, of: id, hash: hash)
        }
        if remedy != nil { found.insert(id) }
        note(.conflict, path, "another version of a text", remedy: remedy)
      case .hidden: try examineHidden(name, at: path)
      case .foreign: continue
      }
    }
    return found
  }

  /// Looks at a text's file; false when it was moved away.
  private mutating func examineText(at path: String) throws(StoreError) -> Bool {
    do throws(SystemFailure) {
      _ = try files.canRead(path)
      return true
    } catch {
      let refusal = StoreError(error)
      guard refusal.kind == .damaged else {
        note(.unreadable, path, refusal.reason)
        return true
      }
      let remedy = try mend { () throws(SystemFailure) in try setAside(path) }
      note(.unreadable, path, "it is not a file", remedy: remedy)
      return remedy == nil
    }
  }

  /// Puts another version of a text in place where that is missing or not the one that the record's
  /// metadata belong to, and moves it aside elsewhere.
  private func settle(
    copy path: String,
    of id: ArticleID,
    hash: String?
  ) throws(SystemFailure) -> String {
    let place = paths.body(id)
    guard let own = try files.read(place) else {
      try files.rename(path, to: place)
      return "restored as the missing text"
    }
    guard let hash, SHA256.hex(of: own) != hash, let copy = try files.read(path),
      SHA256.hex(of: copy) == hash
    else { return try setAside(path) }
    let moved = try setAside(place)
    try files.rename(path, to: place)
    return "restored in place of another text, which was \(moved)"
  }

  /// Looks whether a text is the one that its record's metadata belong to.
  mutating func examineText(of article: Article) throws(StoreError) {
    // One that cannot be read is told of by its file.
    guard let text = try? library.body(of: article.id), SHA256.hex(of: text) != article.bodyHash
    else { return }
    let sides = MergeConflict.sides(of: Array(text.utf8)).map { [$0.ours, $0.theirs] } ?? []
    let meant = sides.first { SHA256.hex(of: $0) == article.bodyHash }
    var remedy: String?
    if repairs {
      _ = try library.saveFetched(
        article.id,
        at: moment,
        body: meant.map { String(decoding: $0, as: UTF8.self) }
      ) { article in
        guard meant == nil else { return }
        article.bodyHash = SHA256.hex(of: text)
        article.etag = nil
        article.lastModified = nil
      }
      remedy =
        meant == nil
        ? "kept; fetch it again to complete it"
        : "the version that belongs to its record was kept"
    }
    note(
      .otherText,
      paths.body(article.id),
      "the text does not belong to its record",
      remedy: remedy
    )
  }
}
