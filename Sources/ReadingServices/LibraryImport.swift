package import Exchange
package import Library
package import PageExtraction
import Platform
package import ReadingList

/// Imports exports of other programs into a library.
///
/// Files are read in sequence and saved in batches, so memory stays bounded for any number of
/// articles. Saved batches stay, whatever happens then. Importing the same again changes nothing,
/// so repeating an interrupted import completes it.
package struct LibraryImport {
  package struct Report: Equatable, Sendable {
    /// In order, without repetition.
    package var formats: [ExchangeFormat] = []
    /// Articles found, without duplicates.
    package var unique = 0
    package var imported = 0
    package var withText = 0
    /// Already saved articles that were merged, and that needed no change.
    package var merged = 0, unchanged = 0
    package var inTrash = 0
    package var duplicates = 0
    /// Entries deliberately not imported, by reason.
    package var skips: [String: Int] = [:]
    package var skipped: Int { skips.values.reduce(0, +) }
    package var failed = 0
    /// Articles purged in their library, of which only the tombstone is imported, or purged here
    /// since.
    package var purged = 0
    /// Not imported as articles.
    package var feeds = 0
    /// Why files could not be read to their end.
    package var problems: [String] = []
    package var problem: String? { problems.last }
    package var isUnreadable = false
    /// Whether the disk accepts no more, which ends the import.
    package var isRefused = false
    package var isCancelled = false

    package var examined: Int { unique + duplicates + skipped + failed + purged + feeds }

    /// One line; in the conditional for a dry run.
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
      let names = formats.map(\.title).joined(separator: ", ")
      return (names.isEmpty ? "" : names + ": ") + parts.joined(separator: ", ")
    }
  }

  package enum Notice: Sendable {
    /// An entry not imported, and the reason.
    case failed(ImportedPlace, String)
    /// An entry imported in part, with a remark.
    case remark(ImportedPlace, String)
    /// A batch is durable: the receipt that undoes it, and the title of the import's first article.
    case stored(ChangeReceipt, title: String)
    /// The report so far, and the number of bytes read.
    case progress(Report, bytes: Int)
  }

  private let library: Library
  private let now: Timestamp
  private let isDry: Bool
  private let revives: Bool
  private let batch: Int
  private let shouldContinue: () -> Bool
  private let tell: (Notice) -> Void

  package private(set) var report = Report()
  /// Of the first article imported or changed.
  private var title = ""

  private var waiting: [(event: ImportedEvent, place: ImportedPlace, number: Int)] = []
  private let extractor: PageExtractor
  /// The library being read, for its pictures.
  private var backup: StoredLibrary?
  /// The waiting records of purged articles.
  private var purged: [String] = []
  /// Of the waiting texts, in bytes.
  private var waitingLength = 0
  private var undated = 0
  private var bytes = 0
  /// Hashed keys of the articles found so far.
  private var seen: Set<ArticleID> = []
  /// Articles of the library that have needed no change so far.
  private var untouched: Set<ArticleID> = []

  /// `shouldContinue` cancels the import by returning false; `revives` restores articles that were
  /// purged after `now`.
  package init(
    into library: Library, at now: Timestamp, extractor: PageExtractor = PageExtractor(),
    isDry: Bool = false, revives: Bool = true, batch: Int = Library.maxBatch,
    shouldContinue: @escaping () -> Bool = { true }, tell: @escaping (Notice) -> Void = { _ in }
  ) {
    self.library = library
    self.now = now
    self.extractor = extractor
    self.isDry = isDry
    self.revives = revives
    self.batch = batch
    self.shouldContinue = shouldContinue
    self.tell = tell
  }

  /// Imports the records, texts and pictures of a library or its backup.
  private mutating func read(_ stored: StoredLibrary) throws(StoreError) {
    var error: StoreError?
    backup = stored
    defer { backup = nil }
    stored.forEach { name, record, text in
      let event = ImportedEvent.stored(StoredArticle(record: record, body: text))
      do throws(StoreError) {
        guard shouldContinue() else { return false }
        return try take(event, ImportedPlace(file: name))
      } catch let problem {
        error = problem
        return false
      }
    } failed: { path, reason in
      fail(ImportedPlace(file: path), reason)
    }
    if !report.formats.contains(.json) { report.formats.append(.json) }
    if let error { throw error }
    if shouldContinue() { try flush() } else { stop() }
  }

  /// Imports a file, or a library's directory; problems of the input are in the report.
  ///
  /// - Throws: `StoreError` if the library cannot be written.
  package mutating func read(_ path: String, as format: ExchangeFormat?) throws(StoreError) {
    if format == nil, path != "-", let stored = StoredLibrary(path) { return try read(stored) }
    var formats: [ExchangeFormat] = []
    var length = 0
    var isStopped = false
    let reader = ImportReader(
      path, as: format, extractor: extractor, detected: { formats.append($0) },
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
          // The input after a cancellation may be truncated.
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
        report.problems.append("\(path == "-" ? "Standard input" : path): \(error.message)")
        report.isUnreadable = report.isUnreadable || error.isOfSystem
      }
    }
    for format in formats where !report.formats.contains(format) { report.formats.append(format) }
    if let error { throw error }
    if isStopped { stop() } else { try flush() }
  }

  /// Updates the library's list after the last file.
  package func finish() { if !isDry { _ = library.snapshot() } }

  /// Queues an entry, and saves a full batch; false if the import should stop.
  private mutating func take(
    _ event: ImportedEvent, _ place: ImportedPlace
  ) throws(StoreError) -> Bool {
    switch event {
    case .skipped(let reason): report.skips[reason, default: 0] += 1
    case .feed: report.feeds += 1
    case .damaged(let reason): fail(place, reason)
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
    return !report.isRefused && !report.isCancelled
  }

  /// Of the waiting texts, in bytes.
  private static let maxBatchSize = 8 << 20

  private mutating func fail(_ place: ImportedPlace, _ reason: String) {
    report.failed += 1
    tell(.failed(place, reason))
  }

  private mutating func stop() {
    report.isCancelled = true
    (waiting, purged, waitingLength) = ([], [], 0)
  }

  private mutating func flush() throws(StoreError) {
    guard !waiting.isEmpty || !purged.isEmpty else { return }
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
        var isAddition = false
        if case .article(let article) = event {
          isAddition = article.isAddition
          if lacksAll(found.arrival) {
            report.skips["it has no web address", default: 0] += 1
            continue
          }
        }
        if !revives, let purge = try library.purgedAt(found.arrival.article.id), purge >= now {
          report.purged += 1
          continue
        }
        for remark in found.remarks { tell(.remark(place, remark)) }
        incoming.append(found.arrival)
        places.append((place, isAddition))
      }
    }
    var stored = ChangeReceipt()
    let outcomes =
      isDry
      ? library.preview(incoming, at: now)
      : try library.put(incoming, at: now, into: &stored)
    for (index, outcome) in outcomes.enumerated() {
      count(outcome, incoming[index], places[index].place, isAddition: places[index].isAddition)
    }
    if !stored.changed.isEmpty { tell(.stored(stored, title: title)) }
    if let backup, !isDry {
      for (index, outcome) in outcomes.enumerated() where outcome.error == nil {
        let id = outcome.article.id
        guard id == incoming[index].article.id else { continue }
        do throws(StoreError) { try library.takePictures(of: id, from: backup) } catch {
          fail(places[index].place, "its pictures: \(error.reason)")
        }
      }
    }
    tell(.progress(report, bytes: bytes))
  }

  /// Whether an entry has neither a web address nor a text, and its article is not in the library.
  private func lacksAll(_ arrival: IncomingArticle) -> Bool {
    guard arrival.body == nil, arrival.article.url.hasPrefix("urn:luego:") else { return false }
    return (try? library.article(arrival.article.id) == nil) ?? false
  }

  private mutating func count(
    _ outcome: Addition, _ arrival: IncomingArticle, _ place: ImportedPlace,
    isAddition: Bool
  ) {
    if let error = outcome.error {
      fail(place, error.reason)
      // Further entries would fail as well.
      if error.kind == .noSpace || error.kind == .io, !report.isRefused {
        report.isRefused = true
        report.problems.append(error.message)
      }
      return
    }
    let article = outcome.article
    if outcome.added != nil || outcome.isMerged, title.isEmpty { title = article.title }
    // The first key is the id, which differs between spellings of one address.
    let keys = arrival.keys.count > 1 ? arrival.keys.dropFirst() : arrival.keys[...]
    let isNew = keys.filter { seen.insert(ArticleID(canonicalURL: $0)).inserted }.count > 0
    guard isNew else {
      if !isAddition { report.duplicates += 1 }
      // A duplicate may add something that the first entry lacked.
      if outcome.isMerged, untouched.remove(article.id) != nil {
        report.unchanged -= 1
        report.merged += 1
      }
      return
    }
    report.unique += 1
    if outcome.added != nil {
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

  /// The remarks name the parts left out.
  private static func convert(
    _ event: ImportedEvent, _ number: Int, _ now: Timestamp
  ) -> Result<(arrival: IncomingArticle, remarks: [String]), ExchangeProblem> {
    Result { () throws(ExchangeProblem) in
      switch event {
      case .article(let article):
        let found = try article.converted(at: now, number: number)
        return (IncomingArticle(found.article, body: found.body), found.remarks)
      case .stored(let stored):
        let clean = stored.cleaned
        do throws(StoreError) {
          return (try IncomingArticle(record: clean.record, body: clean.body), [])
        } catch { throw ExchangeProblem(error.problem ?? error.reason) }
      case .feed, .skipped, .damaged: throw ExchangeProblem("it is not an article")
      }
    }
  }
}
