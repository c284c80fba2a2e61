import Platform
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
        if try examineText(at: path) { found.insert(id) } else { displaced.insert(id) }
        // A record that cannot be looked at is one all the same.
        var hasRecord = true
        do throws(SystemFailure) { hasRecord = try files.status(paths.record(id)) != nil } catch {}
        guard !hasRecord, found.contains(id) else { continue }
        if library.isYoung(path) {
          note(.onItsWay, path, "its article has not come yet")
          continue
        }
        let remedy = try mend { () throws(SystemFailure) in
          guard try files.status(paths.record(id)) == nil else { return nil }
          try library.giveUp(textAt: path, of: id)
          return "moved to \(library.givenUpTexts)"
        }
        note(.orphaned, path, "no article has this text", remedy: remedy)
      case .copy(let id): try examineCopy(path, of: id, among: &found)
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
      let remedy = try mend { () throws(SystemFailure) in
        if (try? files.canRead(path)) != nil { return nil }
        return try setAside(path)
      }
      let isLink = error.cause == .linkLoop
      note(.unreadable, path, isLink ? "it is a symbolic link" : "it is not a file", remedy: remedy)
      return remedy == nil
    }
  }

  private mutating func examineCopy(
    _ path: String,
    of id: ArticleID,
    among found: inout Set<ArticleID>
  ) throws(StoreError) {
    let problem = "another version of a text"
    guard repairs else { return note(.conflict, path, problem) }
    switch try library.settle(copy: path, of: id) {
    case .placed:
      found.insert(id)
      note(.conflict, path, problem, remedy: "put in place, as its record says")
    case .givenUp: note(.conflict, path, problem, remedy: "moved to \(library.givenUpTexts)")
    case .removed: note(.conflict, path, problem, remedy: "removed with its article")
    case .none: note(.onItsWay, path, "its article has not come yet")
    }
  }

  /// Looks whether a text is the one that its record's metadata belong to.
  mutating func examineText(of article: Article) throws(StoreError) {
    // One that cannot be read is told of by its file.
    guard let text = try? library.body(of: article.id), SHA256.hex(of: text) != article.bodyHash,
      try !hasPlacedText(of: article)
    else { return }
    let sides = MergeConflict.sides(of: Array(text.utf8)).map { [$0.ours, $0.theirs] } ?? []
    let meant = sides.first { SHA256.hex(of: $0) == article.bodyHash }
    if meant == nil,
      library.isYoung(paths.body(article.id)) || library.isYoung(paths.record(article.id))
    {
      return note(.onItsWay, paths.body(article.id), "the text of its record has not come yet")
    }
    var remedy: String?
    if repairs {
      try library.changeText(article.id, at: moment) { current in
        // Another one may have come since.
        guard current.bodyHash == article.bodyHash, (try? library.body(of: article.id)) == text
        else { return nil }
        if let meant {
          remedy = "the version that belongs to its record was kept"
          return String(decoding: meant, as: UTF8.self)
        }
        remedy = "kept; fetch it again to complete it"
        current.bodyHash = SHA256.hex(of: text)
        current.etag = nil
        current.lastModified = nil
        return nil
      }
    }
    note(
      .otherText,
      paths.body(article.id),
      "the text does not belong to its record",
      remedy: remedy
    )
  }

  /// Puts the text that a record names in place where it was given up on this machine.
  mutating func hasPlacedText(of article: Article) throws(StoreError) -> Bool {
    guard repairs, try library.settleText(of: article.id) == .placed else { return false }
    note(
      .otherText,
      paths.body(article.id),
      "the text of its record lay outside the library",
      remedy: "put in place"
    )
    return true
  }
}
