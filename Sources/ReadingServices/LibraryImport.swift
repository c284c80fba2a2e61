package import ArticleStore
package import Exchange
import Platform
package import ReadingList

/// Imports what other programs exported into a library.
///
/// Files are read from front to end and what is in them is saved some at a time, so that any number of
/// articles is imported in little memory; what was saved stays, whatever happens then. Importing the same
/// again changes nothing, so that an import that was cut off is completed by doing it again.
package struct LibraryImport {
  /// What came of it so far.
  package struct Report: Equatable, Sendable {
    /// What the files turned out to be, in order, each once.
    package var formats: [ExchangeFormat] = []
    /// How many articles were found, those that occur again left out.
    package var unique = 0
    /// How many of them are new.
    package var imported = 0
    /// How many of the new ones came with their text.
    package var withText = 0
    /// How many were saved already and took over something, and how many had it all.
    package var merged = 0, unchanged = 0
    /// How many are in Trash and stay there.
    package var inTrash = 0
    /// How many more times articles occur.
    package var duplicates = 0
    /// How many things are not to be imported, such as what was deleted there.
    package var skipped = 0
    /// How many could not be read or saved.
    package var failed = 0
    /// How many articles were purged where they come from, of which only that is kept.
    package var purged = 0
    /// How many feeds there are, which are no articles.
    package var feeds = 0
    /// Why it ended early; nil when it did not.
    package var problem: String?
    /// Whether it ended since the system could not read the file.
    package var isUnreadable = false
    /// Whether it was cancelled.
    package var isCancelled = false

    /// Nothing yet.
    package init() {}

    /// How many things were looked at.
    package var examined: Int { unique + duplicates + skipped + failed + purged + feeds }

    /// What the files turned out to be, in words; empty when that is not known.
    package var formatNames: String { formats.map(\.title).joined(separator: ", ") }

    /// What came of it, or would come, on one line.
    package func summary(isDry: Bool) -> String {
      let would = isDry ? "would be " : ""
      var parts = ["\(unique.counted("article")) found"]
      let texts = withText > 0 ? " (\(withText) with text)" : ""
      parts.append("\(imported) \(would)imported\(texts)")
      if merged > 0 { parts.append("\(merged) already saved and \(would)merged") }
      if unchanged > 0 { parts.append("\(unchanged) already saved") }
      if inTrash > 0 { parts.append("\(inTrash) in Trash") }
      if duplicates > 0 { parts.append("\(duplicates.counted("duplicate")) in the input") }
      if purged > 0 { parts.append("\(purged) purged") }
      if skipped > 0 { parts.append("\(skipped) skipped") }
      if failed > 0 { parts.append("\(failed) failed") }
      return (formats.isEmpty ? "" : formatNames + ": ") + parts.joined(separator: ", ")
    }
  }

  /// What is reported meanwhile.
  package enum Notice: Sendable {
    /// Some more are about to be saved; `progress` ends it.
    case saving
    /// Something is not imported; where it stands, and why.
    case failed(ImportedPlace, String)
    /// Something is imported, but not all of it.
    case remark(ImportedPlace, String)
    /// Some more are durable: what takes that back, and the title of the first article of all.
    case stored(ChangeReceipt, title: String)
    /// Some more were saved; what came of it so far, and how many bytes were read.
    case progress(Report, bytes: Int)
  }

  private let library: Library
  private let now: Timestamp
  private let isDry: Bool
  private let batch: Int
  private let shouldContinue: () -> Bool
  private let tell: (Notice) -> Void

  /// What came of it so far.
  package private(set) var report = Report()
  /// The title of the first article that was imported or changed.
  private var title = ""

  private var waiting: [(event: ImportedEvent, place: ImportedPlace, number: Int)] = []
  /// The records of articles that were purged.
  private var purged: [String] = []
  /// How large the texts that wait are, in bytes.
  private var waitingLength = 0
  private var undated = 0
  private var bytes = 0
  /// What was found so far, by what it is known by.
  private var seen: Set<ArticleID> = []
  /// Articles of the library that had it all so far.
  private var untouched: Set<ArticleID> = []

  /// Makes an import that has done nothing yet.
  ///
  /// - Parameters:
  ///   - library: where to.
  ///   - now: the present moment.
  ///   - isDry: finds out what would happen, and changes nothing.
  ///   - batch: how many articles are saved together.
  ///   - shouldContinue: asked now and then whether to go on.
  ///   - tell: told what happens.
  package init(
    into library: Library, at now: Timestamp, isDry: Bool = false, batch: Int = Library.maxBatch,
    shouldContinue: @escaping () -> Bool = { true }, tell: @escaping (Notice) -> Void = { _ in }
  ) {
    self.library = library
    self.now = now
    self.isDry = isDry
    self.batch = batch
    self.shouldContinue = shouldContinue
    self.tell = tell
  }

  /// Imports the records of a library, or of a backup of one.
  private mutating func read(_ stored: StoredLibrary) throws(StoreError) {
    var error: StoreError?
    stored.forEach { name, record, text in
      let event = ImportedEvent.stored(StoredArticle(record: record, body: text))
      do throws(StoreError) {
        guard shouldContinue() else { return false }
        return try take(event, ImportedPlace(file: name))
      } catch let problem {
        error = problem
        return false
      }
    }
    if !report.formats.contains(.json) { report.formats.append(.json) }
    if let error { throw error }
    if shouldContinue() { try flush() } else { stop() }
  }

  /// Imports a file, or the directory of a library; what could not be done is in the report.
  ///
  /// - Throws: when nothing may be written at all.
  package mutating func read(_ path: String, as format: ExchangeFormat?) throws(StoreError) {
    if format == nil, path != "-", let stored = StoredLibrary(path) { return try read(stored) }
    var formats: [ExchangeFormat] = []
    var length = 0
    var isStopped = false
    let reader = ImportReader(
      path, as: format, detected: { formats.append($0) },
      progress: { [shouldContinue] count in
        length += count
        isStopped = !shouldContinue()
        return !isStopped
      })
    let before = bytes
    var error: StoreError?
    do throws(ExchangeProblem) {
      try reader.read { event, place in
        do throws(StoreError) {
          // What comes after a stop may be cut off.
          guard !isStopped else { return false }
          bytes = before + length
          return try take(event, place)
        } catch let problem {
          error = problem
          return false
        }
      }
      bytes = before + length
    } catch {
      if !isStopped {
        report.problem = "\(path == "-" ? "Standard input" : path): \(error.message)"
        report.isUnreadable = error.isOfSystem
      }
    }
    for format in formats where !report.formats.contains(format) { report.formats.append(format) }
    if let error { throw error }
    if isStopped { stop() } else { try flush() }
  }

  /// Brings the library's list up to date when all was read.
  package func finish() { if !isDry { _ = library.snapshot() } }

  /// Takes in what was found; false when nothing more is wanted.
  private mutating func take(
    _ event: ImportedEvent, _ place: ImportedPlace
  ) throws(StoreError) -> Bool {
    switch event {
    case .skipped: report.skipped += 1
    case .feed: report.feeds += 1
    case .damaged(let reason): fail(place, reason)
    case .doubt(let words): tell(.remark(place, words))
    case .stored(let article) where article.isPurged: purged.append(article.record)
    case .article(let article):
      if article.savedAt == nil { undated += 1 }
      waitingLength += article.html?.utf8.count ?? 0
      waiting.append((event, place, undated))
    case .stored(let article):
      waitingLength += article.body?.utf8.count ?? 0
      waiting.append((event, place, undated))
    }
    guard waiting.count + purged.count >= batch || waitingLength > Self.maxBatchSize else {
      return true
    }
    try flush()
    return report.problem == nil && !report.isCancelled
  }

  /// How large texts that are held together may be, in bytes.
  private static let maxBatchSize = 8 << 20

  private mutating func fail(_ place: ImportedPlace, _ reason: String) {
    report.failed += 1
    tell(.failed(place, reason))
  }

  private mutating func stop() {
    report.isCancelled = true
    (waiting, purged, waitingLength) = ([], [], 0)
  }

  /// Saves what waits.
  private mutating func flush() throws(StoreError) {
    guard !waiting.isEmpty || !purged.isEmpty else { return }
    // In this order, so that who stops it and then looks whether it writes sees that it does.
    tell(.saving)
    guard shouldContinue() else { return stop() }
    let some = waiting
    report.purged += try library.putPurged(purged, at: now, isDry: isDry)
    (waiting, purged, waitingLength) = ([], [], 0)
    let now = now
    let converted = Parallel.map(some.count) { Self.convert(some[$0].event, some[$0].number, now) }
    var incoming: [IncomingArticle] = []
    var places: [(place: ImportedPlace, isAddition: Bool)] = []
    for (found, (event, place, _)) in zip(converted, some) {
      switch found {
      case .failure(let problem): fail(place, problem.message)
      case .success(let found):
        for remark in found.remarks { tell(.remark(place, remark)) }
        incoming.append(found.arrival)
        var isAddition = false
        if case .article(let article) = event { isAddition = article.isAddition }
        places.append((place, isAddition))
      }
    }
    var stored = ChangeReceipt()
    let outcomes =
      isDry
      ? library.preview(incoming, at: now)
      : try library.put(incoming, at: now, isPassing: true, into: &stored)
    for (index, outcome) in outcomes.enumerated() {
      count(outcome, incoming[index], places[index].place, isAddition: places[index].isAddition)
    }
    if !stored.changed.isEmpty { tell(.stored(stored, title: title)) }
    tell(.progress(report, bytes: bytes))
  }

  private mutating func count(
    _ outcome: ImportPlan.Place, _ arrival: IncomingArticle, _ place: ImportedPlace,
    isAddition: Bool
  ) {
    if let error = outcome.failure {
      fail(place, error.reason)
      // Whatever comes now would fail as well.
      if error.kind == .noSpace || error.kind == .io { report.problem = error.message }
      return
    }
    let article = outcome.after
    if outcome.isAdded || outcome.isMerged, title.isEmpty { title = article.title }
    // Ids tell spellings of one address apart.
    let keys = arrival.keys.count > 1 ? arrival.keys.dropFirst() : arrival.keys[...]
    let isNew = keys.filter { seen.insert(ArticleID(canonicalURL: $0)).inserted }.count > 0
    guard isNew else {
      if !isAddition { report.duplicates += 1 }
      // It may have something that was not in what came before.
      if outcome.isMerged, untouched.remove(article.id) != nil {
        report.unchanged -= 1
        report.merged += 1
      }
      return
    }
    report.unique += 1
    if outcome.isAdded {
      report.imported += 1
      if arrival.body != nil { report.withText += 1 }
    } else if outcome.isMerged {
      report.merged += 1
    } else if article.isDeleted {
      report.inTrash += 1
    } else {
      report.unchanged += 1
      untouched.insert(article.id)
    }
  }

  private struct Problem: Error { var message: String }

  /// What was found, as the library takes it, and what of it was left out.
  private static func convert(
    _ event: ImportedEvent, _ number: Int, _ now: Timestamp
  ) -> Result<(arrival: IncomingArticle, remarks: [String]), Problem> {
    switch event {
    case .article(let article):
      do throws(ExchangeProblem) {
        let found = try article.converted(at: now, number: number)
        return .success((IncomingArticle(found.article, body: found.body), found.remarks))
      } catch { return .failure(Problem(message: error.message)) }
    case .stored(let stored):
      let clean = stored.cleaned
      do throws(StoreError) {
        return .success((try IncomingArticle(record: clean.record, body: clean.body), []))
      } catch { return .failure(Problem(message: error.problem ?? error.reason)) }
    case .feed, .skipped, .damaged, .doubt: return .failure(Problem(message: "it is no article"))
    }
  }
}
