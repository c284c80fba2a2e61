import Platform
package import ReadingList
import Synchronization

/// The steps that can be undone and redone in a library.
///
/// Commands and the interface share the journal, so that each undoes the last change, wherever it
/// was made. A step is a file in the state directory, `12.undo`, renamed to `12.redo` once undone.
/// A step that cannot be saved there stays in memory until the program ends.
package final class UndoJournal: Sendable {
  /// The direction of a step.
  package enum Way: String, CaseIterable, Sendable {
    case undo, redo

    var opposite: Way { self == .undo ? .redo : .undo }
  }

  package struct Recorded: Equatable, Sendable {
    /// The storage of a step; one that is too large is stored nowhere.
    package enum Place: Sendable { case disk, memory, nowhere }

    package let place: Place
    let number: Int
  }

  /// The result of undoing or redoing a step.
  package struct TakenBack: Sendable {
    /// The step's verb, as in “archived”, and the number of articles.
    package var done: String, count: Int
    /// The step's description, with the title that its article has afterwards.
    package var label: String
    /// Whether another journal added the step: that of an earlier session, or of another process.
    package var isForeign: Bool
    /// The reason why the step cannot be undone; the step is then removed.
    package var problem: String?
    /// The lines of the config file that are to hold.
    package var lines: [String] = []
    /// The changes to articles.
    package var receipt = ChangeReceipt()
  }

  /// Max steps in the journal.
  package static let maxSteps = 1000

  private let token = String(UInt32.random(in: 0...UInt32.max), radix: 36)
  private let directory: String?
  private let maxBytes: Int
  private let unwritten = Mutex<[StepName: [UInt8]]>([:])

  /// Opens the journal of a library at its path; `maxBytes` limits all steps together.
  package init(of library: Library, maxBytes: Int = 64 << 20) {
    directory = library.state + "/undo"
    self.maxBytes = maxBytes
  }

  /// Makes a journal in memory only.
  package init() { (directory, maxBytes) = (nil, 64 << 20) }

  /// Adds a step, or more changes to a step; without changed articles, adds nothing.
  ///
  /// - Parameters:
  ///   - done: the act, as in “archived”.
  ///   - title: the title of the first article.
  ///   - receipts: the receipts to revert, in the order of the changes.
  ///   - count: the number of articles to show; nil for the number of changed ones.
  ///   - step: the step to extend, so that the finished part of an interrupted change can be
  ///     undone; if it is gone, a new step is added.
  /// - Returns: the step; nil if there is none.
  @discardableResult
  package func record(
    _ done: String, title: String, _ receipts: [ChangeReceipt], count: Int? = nil,
    to step: Recorded? = nil
  ) -> Recorded? {
    let receipts = receipts.filter { !$0.changed.isEmpty }
    guard !receipts.isEmpty, step?.place != .nowhere else { return step }
    var head = StepHead(done: done, title: title, count: count)
    head.titled = receipts.first?.changed.first
    return add(head, receipts.map(\.json), to: step)
  }

  /// Adds a change that cannot be undone, such as “permanent deletion of”, so that undo says so and
  /// spares earlier ones.
  package func recordFinal(_ done: String, title: String, count: Int) {
    _ = add(StepHead(done: done, title: title, count: count, isFinal: true))
  }

  /// Adds a change of settings, views or sources, with the lines of the config file that undo and
  /// redo it.
  package func record(_ done: String, undo: [String], redo: [String]) {
    _ = add(StepHead(done: done, title: "", count: 1, lines: [.undo: undo, .redo: redo]))
  }

  private func add(_ head: StepHead, _ lines: [JSON] = [], to step: Recorded? = nil) -> Recorded {
    var head = head
    head.journal = token
    return using { [head] files in
      let names = files.names
      var name = StepName(number: step?.number ?? 0, way: .undo)
      if !names.contains(name) {
        name.number = (names.last?.number ?? 0) + 1
        for name in names where name.way == .redo { files.remove(name) }
      }
      let place = files.add(head, lines, to: name)
      files.trim()
      return Recorded(place: place, number: name.number)
    }
  }

  /// Undoes the latest step or redoes the one undone last, and saves its opposite, with other
  /// processes locked out.
  ///
  /// Failed changes can be retried by undoing the step again.
  /// - Parameters:
  ///   - way: undoes what was done, or does again what was undone.
  ///   - library: the library that it is about.
  ///   - moment: when.
  ///   - keep: saves the lines of the config file that are to hold; where it throws, the step stays.
  ///   - progress: called now and then with how many articles were looked at, and of how many.
  /// - Returns: the result; nil if there was no step.
  /// - Throws: when nothing could be changed, or the journal cannot be used.
  package func takeBack(
    _ way: Way, in library: Library, at moment: Timestamp,
    keep: ([String]) throws(StoreError) -> Void = { _ in },
    progress: (Int, _ total: Int) -> Void = { _, _ in }
  ) throws(StoreError) -> TakenBack? {
    try using { files throws(StoreError) in
      let names = files.names.filter { $0.way == way }
      guard let name = way == .undo ? names.last : names.first else {
        try requireDirectory(files)
        return nil
      }
      guard let step = try step(name, of: files) else {
        files.remove(name)
        let problem = "the last change, as its record \(directory ?? "")/\(name.text) is damaged"
        return TakenBack(done: "", count: 0, label: "", isForeign: false, problem: problem)
      }
      var taken = TakenBack(
        done: step.head.done, count: step.count, label: step.label(),
        isForeign: step.head.journal != token)
      if step.head.isFinal { taken.problem = step.label() }
      taken.lines = step.head.lines?[way] ?? []
      let opposite = StepName(number: name.number, way: way.opposite)
      if step.head.lines != nil {
        try keep(taken.lines)
        _ = files.add(step.head, [], to: opposite)
      }
      let title = step.title(in: library)
      var looked = 0
      for receipt in step.receipts.reversed() {
        let part = try library.revert(receipt, at: moment) { part, count in
          if !part.changed.isEmpty { _ = files.add(step.head, [part.json], to: opposite) }
          looked += count
          progress(looked, step.count)
        }
        taken.receipt.add(part)
      }
      taken.label = step.label(title: step.title(in: library) ?? title)
      if taken.receipt.failures.allSatisfy(\.error.isInPlace) { files.remove(name) }
      files.trim()
      return taken
    }
  }

  private func requireDirectory(_ files: StepFiles) throws(StoreError) {
    guard let directory, files.directory == nil else { return }
    let problem = "cannot be locked, read and written; see who owns it, or try again"
    throw StoreError(.io, "The undo journal \(directory) \(problem)")
  }

  private func step(_ name: StepName, of files: StepFiles) throws(StoreError) -> Step? {
    do throws(SystemError) { return try files.step(name) } catch {
      let path = "\(directory ?? "")/\(name.text)"
      throw StoreError(.io, "The record of a change, \(path), cannot be read: \(error.reason)")
    }
  }

  /// Removes purged articles from all steps that can be read.
  func forget(_ ids: Set<ArticleID>) {
    using { files in
      for name in files.names {
        guard let step = try? files.step(name) else { continue }
        let isTitled = step.head.titled.map(ids.contains) ?? false
        let isConcerned = step.receipts.contains { !ids.isDisjoint(with: $0.changed) }
        guard isTitled || isConcerned else { continue }
        var head = step.head
        if isTitled { (head.title, head.titled) = ("", nil) }
        let rest = step.receipts.compactMap { $0.without(ids)?.json }
        files.remove(name)
        if !rest.isEmpty { _ = files.add(head, rest, to: name) }
      }
    }
  }

  /// The hash prefixes of texts that undoing or redoing may need.
  ///
  /// - Throws: if the journal or a step cannot be read.
  func textHashes() throws(StoreError) -> Set<String> {
    try using { files throws(StoreError) in
      try requireDirectory(files)
      var hashes: Set<String> = []
      for name in files.names {
        for receipt in try step(name, of: files)?.receipts ?? [] {
          for difference in receipt.differenceOfEach.values {
            guard let page = difference[Registers.Name.page] else { continue }
            for value in [page.before, page.after] {
              guard let hash = value["text"]?.string else { continue }
              hashes.insert(String(hash.prefix(LibraryPaths.hashLength)))
            }
          }
        }
      }
      return hashes
    }
  }

  /// Calls `body` with the step files while they are locked; without a writable directory, with
  /// those in memory.
  private func using<Value: Sendable, Problem>(
    _ body: (inout StepFiles) throws(Problem) -> Value
  ) throws(Problem) -> Value {
    try unwritten.withLock { unwritten throws(Problem) in
      func run(in directory: String?) throws(Problem) -> Value {
        var files = StepFiles(in: directory, maxBytes: maxBytes, unwritten: unwritten)
        defer { unwritten = files.unwritten }
        return try body(&files)
      }
      guard let directory, let lock = try? FileLock(directory + "/lock") else {
        return try run(in: nil)
      }
      let value = try run(in: directory)
      lock.release()
      return value
    }
  }
}

extension ArticleChange {
  /// The verb in the past tense; nil for changes that are not undone.
  package var done: String? {
    switch self {
    case .archive(let on): on ? "archived" : "unarchived"
    case .favorite(let on): on ? "favorited" : "unfavorited"
    case .delete(let on): on ? "deleted" : "restored"
    case .tag(let add, _): add.isEmpty ? "untagged" : "tagged"
    case .renameTag(let old, let new):
      new.map { "renamed #\(old) to #\($0) on" } ?? "untagged"
    case .title: "renamed"
    case .read(let on): on ? "marked as read" : "marked as unread"
    case .progress: "marked as unread"
    case .note: "annotated"
    case .highlights: "highlighted in"
    case .removedHighlights(let removed):
      removed.values.reduce(0) { $0 + $1.count } == 1
        ? "removed a highlight from" : "removed highlights from"
    case .position: nil
    }
  }
}
