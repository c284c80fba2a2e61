import Platform
import ReadingList

/// The records of an article from all machines.
struct Versions: Sendable {
  struct File: Sendable {
    var name: String
    var registers: Registers
    /// Nil for a file that is not written yet.
    var status: FileStatus?
  }

  let id: ArticleID
  var files: [File] = []
  /// Unreadable files by name; they are never changed.
  var unreadable: [String: StoreError] = [:]
  /// The merged registers of this id, without purged ones.
  private(set) var said = Registers()
  /// The merged registers of this id, including purged ones.
  private(set) var all = Registers()
  /// The article that this one was merged into.
  var survivor: ArticleID?
  /// The articles that were merged into this one.
  var parts: [Versions] = []

  init(id: ArticleID) { self.id = id }

  mutating func join() {
    all = Registers.joined(files.map(\.registers))
    said = all.current
    guard let undone = said.entries[Registers.Name.savedAt], undone.value == .null,
      let saved = savedAt(besides: undone)
    else { return }
    said.entries[Registers.Name.savedAt] = .init(saved, undone.stamp)
    if said.entries[Registers.Name.isDeleted]?.stamp ?? .distantPast <= undone.stamp {
      said.entries[Registers.Name.isDeleted] = .init(.bool(true), undone.stamp)
    }
  }

  /// Returns when an article was saved whose adding was undone although another file says more of
  /// it than its page; nil if none does.
  ///
  /// Such an article is in Trash: whoever undoes cannot know of a note that has not arrived yet.
  private func savedAt(besides undone: Registers.Entry) -> JSON? {
    files.compactMap { file -> String? in
      guard file.registers.entries[Registers.Name.savedAt] != undone else { return nil }
      let held = file.registers.entries.filter {
        $0.value.value != .null && $0.value.stamp > said.purgedAt ?? .distantPast
      }
      let saysMore = held.keys.contains { !Self.isOfOneID($0) || $0 == Registers.Name.isDeleted }
      return saysMore ? held[Registers.Name.savedAt]?.value.string : nil
    }.min().map { .string($0) }
  }

  /// Whether the article is in Trash because its adding was undone; see `savedAt(besides:)`.
  var isKept: Bool { said.exists && all[Registers.Name.savedAt] == .null }

  /// Whether the article was purged, and not saved again by a machine that knew of it, even if
  /// that was undone.
  var isPurged: Bool {
    guard !said.exists, let purge = said.purgedAt else { return false }
    return !files.contains {
      $0.registers.purgedAt == purge
        && $0.registers.current.entries[Registers.Name.savedAt] != nil
    }
  }

  /// The current registers, including those of merged articles.
  var current: Registers { parts.reduce(said) { $0.joined($1.shared) } }

  /// The registers that belong to the whole article into which this one was merged.
  private var shared: Registers {
    var shared = said
    shared.entries = shared.entries.filter { !Self.isOfOneID($0.key) }
    return shared
  }

  /// Returns whether a register belongs to one id rather than to the whole merged article.
  private static func isOfOneID(_ name: String) -> Bool {
    [
      Registers.Name.url, Registers.Name.canonicalURL, Registers.Name.savedAt, Registers.Name.page,
      Registers.Name.fetch, "given", Registers.Name.mergedInto, Registers.Name.isDeleted,
      Registers.Name.purgedAt,
    ].contains(name)
  }

  /// The ids of the other addresses.
  var otherIDs: [ArticleID] {
    all.entries.keys.compactMap { name in
      Registers.member(name).flatMap {
        $0.set == "otherURLs" ? ArticleID(canonicalURL: String($0.member)) : nil
      }
    }
  }

  /// The ids whose rows depend on this one's.
  var relatedIDs: [ArticleID] {
    otherIDs
      + [all[Registers.Name.mergedInto].string.flatMap { ArticleID(text: $0) }].compactMap(\.self)
  }

  /// Returns the article; nil if there is none or it was merged into another.
  func article() -> Article? {
    guard survivor == nil, var article = Article(current, id: id) else { return nil }
    article.overruled = overruled
    return article
  }

  /// Returns the article; nil if there is none.
  ///
  /// - Throws: the error of its first unreadable file if there is no article and no purge.
  func readableArticle() throws(StoreError) -> Article? {
    if let article = article() { return article }
    if !said.exists, said.purgedAt == nil, let problem = unreadable.min(by: { $0.key < $1.key }) {
      throw problem.value
    }
    return nil
  }

  private var overruled: [OverruledText] {
    let versions = files.map(\.registers) + parts.flatMap { $0.files.map(\.registers) }
    return Registers.overruled(among: versions).compactMap { lost in
      let text: String?
      switch lost.name {
      case Registers.Name.note, Registers.Name.title: text = lost.value.string
      default: text = lost.value["note"]?.string
      }
      guard let text, !text.isEmpty else { return nil }
      return OverruledText(field: lost.name, text: text, at: lost.stamp)
    }.reversed()
  }

  /// The merged registers of a machine, and the names of its conflict copies.
  ///
  /// Where merging would lose a text of the reader, the copies stay until the reader has written over
  /// it, and only the machine's own file counts.
  func said(by machine: String) -> (registers: Registers, copies: [String]) {
    let mine = own(of: machine)
    let name = LibraryPaths.name(ofRecord: id, of: machine)
    return (Registers.joined(mine.map(\.registers)), mine.map(\.name).filter { $0 != name })
  }

  /// The registers of other machines, of copies that stay, and of merged articles.
  func said(besides machine: String) -> [Registers] {
    let mine = Set(own(of: machine).map(\.name))
    return files.filter { !mine.contains($0.name) }.map(\.registers) + parts.map(\.shared)
  }

  private func own(of machine: String) -> [File] {
    let mine = files.filter { LibraryPaths.machine(ofRecord: $0.name) == machine }
    if mine.count < 2 || canMergeFiles(of: [machine]) { return mine }
    let name = LibraryPaths.name(ofRecord: id, of: machine)
    return mine.filter { $0.name == name }
  }

  /// Whether no text of the reader is lost when all files of some machines become one.
  func canMergeFiles(of machines: [String]) -> Bool {
    let versions = files.filter {
      LibraryPaths.machine(ofRecord: $0.name).map(machines.contains) ?? false
    }
    return Registers.overruled(among: versions.map(\.registers)).isEmpty
  }

  /// A stamp of the files' status; see `FileStamp`.
  func stamp(now: Int64) -> UInt64 {
    FileStamp.of(files.map { $0.status.map { FileStamp.of($0, now: now) } ?? 0 })
  }
}
