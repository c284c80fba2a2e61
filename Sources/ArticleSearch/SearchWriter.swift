private import CXapian
private import Platform
package import ReadingList

/// Writes an index; the only one that does while it exists.
///
/// What is put and removed is found after `commit`, and from time to time before that; a process that dies
/// leaves the index as it was at the last of these. After an error it is as it was then, too.
package final class SearchWriter {
  private let files: IndexFiles
  private let lock: FileLock
  /// What is committed, and the state of its file.
  private var committed: Manifest
  private var state: String?
  /// What is to be committed, but for the documents in the builder.
  private var next: Manifest
  private var documents: [ArticleID: (number: UInt32, stamp: UInt64, isTextless: Bool)] = [:]
  private var dead: Set<UInt32> = []
  private var builder: SegmentBuilder?

  /// How much memory and how many documents make a file.
  private static let fileSize = 40 << 20
  private static let fileCount = 16_000
  /// How many files of about one size are made one.
  private static let width = 4
  /// The most files that there are; more are made one whatever their sizes.
  ///
  /// Who has the index open has a descriptor for each, and for those of the state before until the next question.
  static let maxFiles = 16

  init(_ directory: String) throws(SearchError) {
    files = IndexFiles(directory)
    lock = try files.lock()
    committed = Manifest()
    if files.state != nil { committed = try files.manifest() }
    state = files.state
    next = committed
    try load()
    files.clean(keeping: committed)
  }

  /// Takes over what is committed.
  private func load() throws(SearchError) {
    builder = nil
    next = committed
    dead = Set(committed.dead)
    documents.removeAll(keepingCapacity: true)
    let reader = try IndexReader(committed, in: files.directory, after: nil)
    for part in reader.parts {
      var place = 0
      for run in part.table.runs {
        for number in run.first..<(run.first + UInt32(run.count)) {
          if reader.living[part.start + place] != 0 {
            let isTextless = DocumentTable.textState(part.table.marks[place]) != .present
            documents[part.table.ids[place]] = (number, part.table.stamps[place], isTextless)
          }
          place += 1
        }
      }
    }
  }

  /// Adds an article or puts another state in its place.
  package func put(_ document: SearchDocument) throws(SearchError) {
    try trying { () throws(SearchError) in
      if isFull {
        try write()
        try merge()
      }
      try add(document)
    }
  }

  /// Takes an article out; does nothing when it is not there.
  package func remove(_ id: ArticleID) throws(SearchError) { forget(id) }

  /// Makes what was put and removed found, and durable.
  package func commit() throws(SearchError) {
    try trying { () throws(SearchError) in
      try write()
      try merge()
    }
  }

  /// Frees the room of removed articles where it is a third of all; may take as long as indexing.
  ///
  /// - Parameter shouldContinue: asked between articles; when it says no, nothing is freed.
  /// - Throws: why that could not be done.
  package func tidy(while shouldContinue: () -> Bool) throws(SearchError) {
    try commit()
    let count = next.parts.reduce(0) { $0 + $1.count }
    guard dead.count >= 100, 3 * dead.count >= count else { return }
    try trying { () throws(SearchError) in
      let reader = try IndexReader(committed, in: files.directory, after: nil)
      next.parts = []
      next.summary = SearchSummary()
      next.textless = 0
      dead = []
      documents.removeAll(keepingCapacity: true)
      for place in 0..<reader.count where reader.living[place] != 0 {
        guard shouldContinue(), let (part, number) = reader.document(at: place) else {
          try load()
          files.clean(keeping: committed)
          return
        }
        let index = place - part.start
        if isFull { try endPart() }
        let (id, stamp, marks) = (
          part.table.ids[index], part.table.stamps[index], part.table.marks[index]
        )
        guard DocumentTable.textState(marks) != .awaited else {
          try add(SearchDocument(awaitingTextOf: id, stamp: stamp))
          continue
        }
        let text = try StoredDocument.bytes(in: try part.segment.textRecord(number))
        try add(try StoredDocument.document(text, id: id, stamp: stamp, marks: marks))
      }
      try write()
      try merge()
    }
  }

  /// Does something; when it fails, all is as it was committed.
  private func trying(_ body: () throws(SearchError) -> Void) throws(SearchError) {
    do {
      try body()
    } catch {
      try? load()
      files.clean(keeping: committed)
      throw error
    }
  }

  private func forget(_ id: ArticleID) {
    guard let old = documents.removeValue(forKey: id) else { return }
    dead.insert(old.number)
    next.summary.remove(id, stamp: old.stamp)
    if old.isTextless { next.textless -= 1 }
  }

  private func add(_ document: SearchDocument) throws(SearchError) {
    var document = document
    if document.body.utf8.count > StoredDocument.maxBodyLength {
      let bytes = document.body.utf8.prefix(StoredDocument.maxBodyLength)
      // A letter that is cut in two is left out.
      document.body = String(String(decoding: bytes, as: UTF8.self).prefix { $0 != "\u{fffd}" })
    }
    if builder == nil { builder = try SegmentBuilder(files.fresh("new"), first: next.next) }
    try builder?.add(document)
    forget(document.id)
    let isTextless = document.textState != .present
    documents[document.id] = (next.next, document.stamp, isTextless)
    if isTextless { next.textless += 1 }
    next.summary.add(document.id, stamp: document.stamp)
    next.next += 1
  }

  /// Commits what there is.
  private func write() throws(SearchError) {
    try endPart()
    next.dead = dead.sorted()
    if next != committed || state == nil { try publish() }
  }

  /// Makes a file of the documents in the builder.
  private func endPart() throws(SearchError) {
    if let builder, builder.count > 0 {
      let path = files.fresh("part")
      try builder.finish(path)
      let first = next.next - UInt32(builder.count)
      next.parts.append(try part(path, first...(next.next - 1), count: builder.count))
    }
    builder = nil
  }

  private var isFull: Bool {
    builder.map { $0.count >= Self.fileCount || $0.size >= Self.fileSize } ?? false
  }

  private func part(
    _ path: String,
    _ range: ClosedRange<UInt32>,
    count: Int
  ) throws(SearchError) -> Manifest.Part {
    let (hash, size) = try files.settled(path)
    let name = String(path.dropFirst(files.directory.count + 1))
    return Manifest.Part(
      name: name,
      first: range.lowerBound,
      last: range.upperBound,
      count: count,
      size: size,
      hash: hash
    )
  }

  private func publish() throws(SearchError) {
    guard files.state == state else { throw .missing }
    dropDeadParts()
    VerifiedFiles(files.directory).note(next.parts.filter { !committed.parts.contains($0) })
    try files.commit(next)
    state = files.state
    committed = next
    files.clean(keeping: committed)
  }

  /// Parts without a living document go.
  private func dropDeadParts() {
    for part in next.parts {
      let dead = next.dead.filter { $0 >= part.first && $0 <= part.last }
      guard dead.count == part.count else { continue }
      next.parts.removeAll { $0 == part }
      next.dead.removeAll { $0 >= part.first && $0 <= part.last }
      self.dead.subtract(dead)
    }
  }

  /// Makes one file of the newest ones as long as several are of about one size.
  private func merge() throws(SearchError) {
    while next.parts.count >= Self.width {
      let newest = next.parts.suffix(Self.width)
      let size = newest.reduce(0) { $0 + $1.count }
      // None is larger than the others together.
      guard
        next.parts.count > Self.maxFiles || newest.allSatisfy({ 2 * $0.count <= size }),
        let first = newest.first
      else { return }
      let path = files.fresh("part")
      let names = newest.map { (files.directory + "/" + $0.name).fileName }
      try SearchError.check { outcome in
        names.flatMap(\.self).withUnsafeBufferPointer { bytes in
          var next = bytes.baseAddress
          let pointers = names.map { name in
            defer { next = next.map { $0 + name.count } }
            return next
          }
          xapianMerge(pointers, names.count, path.fileName, outcome)
        }
      }
      let merged = try part(path, first.first...(newest.last ?? first).last, count: size)
      next.parts.removeLast(Self.width)
      next.parts.append(merged)
      try publish()
    }
  }
}
