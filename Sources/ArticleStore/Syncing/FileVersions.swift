import ReadingList

/// Two versions of a file of a library, for programs that merge files.
package enum FileVersions {
  /// Two versions of an article's record as one.
  ///
  /// - Throws: `damaged` or `newerFormat`; also when they are of different articles.
  package static func mergedRecord(
    _ ours: [UInt8],
    _ theirs: [UInt8]
  ) throws(StoreError) -> [UInt8] {
    let (mine, other) = (try record(ours), try record(theirs))
    guard mine.id == other.id else {
      throw .damagedRecord(other.id.text, "it is of another article than \(mine.id.text)")
    }
    return Array(mine.merged(with: other).pretty.utf8)
  }

  /// The one of two versions of `library.json` that stays: the earlier library's.
  ///
  /// - Throws: `damaged` or `newerFormat`.
  package static func mergedName(
    _ ours: [UInt8],
    _ theirs: [UInt8]
  ) throws(StoreError) -> [UInt8] {
    try LibraryName(theirs).precedes(LibraryName(ours)) ? theirs : ours
  }

  private static func record(_ bytes: [UInt8]) throws(StoreError) -> Record {
    guard let id = (try? JSON(parsing: bytes))?["id"]?.string.flatMap({ ArticleID(text: $0) })
    else { throw .damagedRecord("A version", "it is not a JSON object with an article's id") }
    do throws(Record.Problem) {
      let record = try Record(bytes, id: id)
      if record.isNewer { throw Record.Problem(text: "a newer version wrote it") }
      return record
    } catch { throw .damagedRecord(id.text, error.text) }
  }
}
