import Exchange
package import Library
import PageExtraction
import Platform
package import ReadingList
import Web

/// The directory into which syncers, share sheets, scanners and scripts drop pages and links.
///
/// Each file becomes articles and then moves to `done`, or to `failed` with a note of the reason.
/// The articles are durable before the file moves, so a kill in between loses nothing.
package struct Inbox: Sendable {
  package struct Report: Sendable {
    package var saved: [Capture.Saved] = []
    /// Files not saved, and why.
    package var failures: [(name: String, reason: String)] = []
    /// Files still being written, or in use by another process.
    package var waiting = 0
    /// Parts left out of books, and results of exports.
    package var remarks: [(name: String, text: String)] = []
    /// The error that stopped the pass.
    package var problem: StoreError?

    /// The new articles without a text.
    package var links: [ArticleID] {
      saved.filter { $0.isNew && $0.outcome == nil }.map(\.article.id)
    }
    fileprivate mutating func takeRemarks(of leftOut: [String], in path: String) {
      guard !leftOut.isEmpty else { return }
      let counts = Dictionary(grouping: leftOut) { $0 }.mapValues(\.count)
      let words = counts.map { $1 > 1 ? "\($0) (\($1))" : $0 }.sorted()
      remarks.append((path, "left out: \(words.joined(separator: ", "))"))
    }

    package var isEmpty: Bool { saved.isEmpty && failures.isEmpty && remarks.isEmpty }
  }

  /// Inside the inbox.
  package static let ownFolders: Set<String> = ["done", "failed"]
  /// In bytes.
  package static let maxSize = 50 << 20
  /// The minimum age of a file, in milliseconds; a newer one may be incomplete.
  package static let settlingTime: Int64 = 3000
  /// The minimum age of an empty file, in milliseconds; a newer one may still be written to.
  private static let emptyTime: Int64 = 60_000
  /// How long files stay in `done`, in milliseconds.
  private static let keepingTime: Int64 = 30 * 86_400_000
  /// A batch is full at this many files or bytes.
  private static let maxBatch = 64, maxBatchSize = 32 << 20

  package let directory: String
  private let library: Library
  private let fetch: ArticleFetch
  private let clock: Clock
  private let journal: UndoJournal

  package init(
    at directory: String, of library: Library, with fetch: ArticleFetch, clock: Clock,
    journal: UndoJournal
  ) {
    self.directory = directory
    self.library = library
    self.fetch = fetch
    self.clock = clock
    self.journal = journal
  }

  private enum Content {
    case pages([CapturedPage])
    case export
    case missing
  }

  /// Saves the files in the inbox; calls `shouldContinue` before each batch.
  ///
  /// Saves nothing while another process, or another call, does; then all files are waiting.
  package func take(shouldContinue: () -> Bool = { true }) async -> Report {
    do throws(SystemError) {
      let lock = try FileLock(library.state + "/inbox.lock", timeout: 0)
      let report = await takeAll(shouldContinue)
      lock.release()
      return report
    } catch {
      // Without a lock file, go on all the same.
      guard error == .timedOut else { return await takeAll(shouldContinue) }
      var report = Report()
      report.waiting = DroppedFile.all(in: directory, skipping: Self.ownFolders).count
      return report
    }
  }

  private func takeAll(_ shouldContinue: () -> Bool) async -> Report {
    var report = Report()
    var step: UndoJournal.Recorded?
    if library.overlaps(directory) {
      let problem = "has files of the library in it; set inbox to another directory"
      report.problem = StoreError(.io, "The inbox \(directory) \(problem)")
      return report
    }
    empty()
    var rest = candidates(&report)[...]
    while !rest.isEmpty, shouldContinue(), report.problem == nil {
      var some: [DroppedFile] = []
      var size = 0
      while let next = rest.first, some.count < Self.maxBatch,
        some.isEmpty || size < Self.maxBatchSize
      {
        some.append(next)
        size += next.size
        rest.removeFirst()
      }
      await take(some, &report, &step)
    }
    return report
  }

  /// Saves the articles in a file, which stays in place, and makes `changes` to them.
  ///
  /// A text file is an article, unless it has only addresses.
  package func save(fileAt path: String, _ changes: [ArticleChange] = []) async -> Report {
    var report = Report()
    var step: UndoJournal.Recorded?
    guard let file = DroppedFile(at: path) else {
      report.failures.append((path, "there is no such file"))
      return report
    }
    guard file.size > 0 else {
      report.failures.append((path, "it is empty"))
      return report
    }
    let now = clock.now()
    do throws(ExchangeProblem) {
      switch try await content(of: file, readsTexts: true, &report) {
      case .missing: report.failures.append((path, "there is no such file"))
      case .export where !changes.isEmpty:
        throw ExchangeProblem("it is an export, which takes no tag, title or list")
      case .export: read(export: file, isInside: false, &report, &step)
      case .pages(let pages):
        do throws(StoreError) {
          // A millisecond apart, to preserve the order.
          let arrivals = pages.enumerated().map { index, page in
            (page, now.advanced(byMilliseconds: Int64(-index)), "file")
          }
          for saved in fetch.save(arrivals, changes, at: now).compactMap(\.self) {
            report.saved.append(try saved.get())
          }
        } catch { report.problem = error }
        let saved = report.saved.step
        journal.record(saved.done, title: saved.title, saved.receipts)
      }
    } catch { report.failures.append((path, error.message)) }
    return report
  }

  private func candidates(_ report: inout Report) -> [DroppedFile] {
    let now = clock.now().milliseconds
    var unreadable: [(name: String, reason: String)] = []
    let all = DroppedFile.all(in: directory, skipping: Self.ownFolders) {
      unreadable.append(($0, "it cannot be read: \($1.reason)"))
    }
    report.failures += unreadable
    var ready: [DroppedFile] = []
    for file in all {
      let name = file.names.last?.lowercased() ?? ""
      guard !name.hasPrefix("~"), !name.hasSuffix("~"), !name.hasPrefix(".pending-"),
        ![".part", ".crdownload", ".tmp"].contains(where: name.hasSuffix)
      else { continue }
      // Some programs set a time in the future; then the change time counts.
      let age = now - (file.writtenAt > now ? file.changedAt : file.writtenAt)
      let needed = file.size == 0 ? Self.emptyTime : Self.settlingTime
      if (0..<needed).contains(age) {
        report.waiting += 1
      } else if file.size == 0 {
        fail(file, "it is empty", &report)
      } else if file.size > Self.maxSize {
        let limit = "\(Self.maxSize >> 20) MiB"
        fail(file, "it is larger than \(limit); luego import takes larger exports", &report)
      } else {
        ready.append(file)
      }
    }
    return ready
  }

  /// - Throws: the reason why nothing can be saved.
  private func content(
    of file: DroppedFile, readsTexts: Bool = false, _ report: inout Report
  ) async throws(ExchangeProblem) -> Content {
    let bytes: [UInt8]
    do throws(RegularFile.Problem) {
      bytes = try RegularFile(file.path).bytes(limit: Self.maxSize)
    } catch {
      if error == .missing { return .missing }
      let isLarge = error == .tooLarge(limit: Self.maxSize)
      let more = isLarge ? "; luego import takes larger exports" : ""
      throw ExchangeProblem("it cannot be read: \(error.reason)\(more)", isOfSystem: true)
    }
    let pages: [CapturedPage]
    switch try CapturedFile(
      bytes, at: file.path, readsTexts: readsTexts, extractor: fetch.reader.extractor)
    {
    case .export: return .export
    case .pdf(let identity):
      let name = file.names.last ?? ""
      do throws(PDFConverter.Problem) {
        let text = try await fetch.reader.article(fromPDF: bytes, url: name)
        let title = text.metadata.title ?? name
        pages = [CapturedPage(identity: identity, title: title, content: .article(text))]
      } catch { throw ExchangeProblem("it is a PDF\(error.summary)") }
    case .pages(let found): pages = found.map(fetch.extracted)
    case .book(let chapters, let leftOut):
      report.takeRemarks(of: leftOut, in: file.path)
      pages = chapters
    }
    for page in pages where page.link == nil {
      // A page without an address needs a text.
      if case .article(let text) = page.content, text.body.isEmpty {
        throw ExchangeProblem("it has no address and no text")
      }
    }
    return .pages(pages)
  }

  private func take(
    _ files: [DroppedFile], _ report: inout Report, _ step: inout UndoJournal.Recorded?
  ) async {
    let now = clock.now()
    var arrivals: [Capture.Arrival] = []
    var counts: [(file: DroppedFile, count: Int)] = []
    for file in files {
      do throws(ExchangeProblem) {
        switch try await content(of: file, &report) {
        case .missing: report.waiting += 1
        case .export:
          read(export: file, isInside: true, &report, &step)
          if report.problem != nil { return }
        case .pages(let pages):
          let folders = file.names.dropLast().joined(separator: "/")
          let tags = [normalizedTag(folders.replacing(",", with: " "))].compactMap(\.self)
          let moment = min(Timestamp(milliseconds: file.writtenAt), now)
          let name = file.names.last?.lowercased() ?? ""
          let via = name.hasSuffix(".eml") || name.hasSuffix(".mbox") ? "mail" : "inbox"
          for (index, var page) in pages.enumerated() {
            page.tags += tags
            // A millisecond apart, to preserve the order.
            let moment = min(page.savedAt ?? moment, now)
            arrivals.append((page, moment.advanced(byMilliseconds: Int64(-index)), via))
          }
          counts.append((file, pages.count))
        }
      } catch {
        if error.isOfSystem {
          report.failures.append((file.path, error.message))
        } else {
          fail(file, error.message, &report)
        }
      }
    }
    let results = fetch.save(arrivals, at: now, revives: false)
    let saved = results.compactMap { try? $0?.get() }.step
    step = journal.record(saved.done, title: saved.title, saved.receipts, to: step)
    var rest = results[...]
    for (file, count) in counts {
      let some = rest.prefix(count)
      rest = rest.dropFirst(count)
      report.saved += some.compactMap { try? $0?.get() }
      let errors = some.compactMap { result in
        if case .failure(let error) = result { error } else { nil }
      }
      // The file stays until the library accepts it.
      if let error = errors.first(where: { !$0.isOfOneFile }) {
        report.problem = error
      } else if let error = errors.first {
        report.failures.append((file.path, "not saved: \(error.reason)"))
      } else {
        let ids = some.compactMap { try? $0?.get().article.id }
        // The id in the name lets a purge of the article delete the file in `done`, too.
        move(file, to: "done/" + now.rfc3339.prefix(7), as: ids.first, &report)
      }
    }
  }

  private func read(
    export file: DroppedFile, isInside: Bool, _ report: inout Report,
    _ step: inout UndoJournal.Recorded?
  ) {
    var recorded = step
    var failed: [(name: String, reason: String)] = []
    var run = LibraryImport(
      into: library, at: min(Timestamp(milliseconds: file.writtenAt), clock.now()),
      extractor: fetch.reader.extractor, revives: !isInside,
      tell: { [journal] notice in
        switch notice {
        // After each batch, so that an import that was killed can be undone.
        case .stored(let receipt, let title):
          recorded = journal.record("imported", title: title, [receipt], to: recorded)
        case .failed(let place, let reason): failed.append((place.description, reason))
        case .remark, .progress: break
        }
      })
    do throws(StoreError) { try run.read(file.path, as: nil) } catch { report.problem = error }
    run.finish()
    step = recorded
    // The file stays if the disk is full or fails.
    if report.problem == nil, let problem = run.report.problem, !problem.hasPrefix(file.path) {
      report.problem = StoreError(.io, problem)
    }
    guard report.problem == nil else { return }
    if run.report.unique > 0 {
      report.remarks.append((file.path, run.report.summary(isDry: false)))
      report.failures += failed
    }
    if run.report.isUnreadable, let problem = run.report.problem {
      report.failures.append((file.path, problem))
    } else if let problem = run.report.problem
      ?? (run.report.unique + run.report.purged == 0 ? failed.first?.reason ?? "it is empty" : nil)
    {
      if isInside {
        fail(file, problem, &report)
      } else {
        report.failures.append((file.path, problem))
      }
    } else if isInside {
      move(file, to: "done/" + clock.now().rfc3339.prefix(7), &report)
    }
  }

  /// Moves a file into a folder, under a name that begins with its article's id, if any.
  private func move(
    _ file: DroppedFile, to folder: String, as id: ArticleID? = nil, _ report: inout Report
  ) {
    do throws(SystemError) {
      // A file changed since it was listed waits for the next pass.
      guard let place = try file.move(into: directory + "/" + folder) else {
        report.waiting += 1
        return
      }
      guard let id else { return }
      let (folder, name) = place.splitPath
      _ = renameWithoutReplacing(place, "\(folder)/\(id.text)-\(name)")
    } catch {
      report.failures.append(
        (file.path, "saved, but it cannot be moved to \(folder): \(error.reason)"))
    }
  }

  private func fail(_ file: DroppedFile, _ reason: String, _ report: inout Report) {
    report.failures.append((file.path, reason))
    if let place = (try? file.move(into: directory + "/failed")).flatMap(\.self) {
      try? SmallFile.replace(
        place + ".why.txt", with: Array((reason + "\n").utf8), isDurable: false)
    }
  }

  /// Each with the reason from its note.
  package var failed: [(path: String, reason: String)] {
    DroppedFile.all(in: directory + "/failed").filter { !$0.path.hasSuffix(".why.txt") }.map {
      file in
      let note = SmallFile.read(file.path + ".why.txt", limit: 4096)
      return (
        file.path,
        note.map { String(decoding: $0.prefix { $0 != 10 }, as: UTF8.self) } ?? "it was not taken"
      )
    }
  }

  /// Deletes old files in `done`, only in the monthly directories that `move` creates.
  private func empty() {
    let done = directory + "/done"
    let limit = clock.now().milliseconds - Self.keepingTime
    let last = Timestamp(milliseconds: limit).rfc3339.prefix(7)
    for month in fileNames(in: done) ?? []
    where month <= last && Timestamp(rfc3339: month + "-01") != nil {
      let place = done + "/" + month
      guard [done, place].allSatisfy({ (try? FileStatus(notFollowing: $0))?.isDirectory == true })
      else { continue }
      for name in fileNames(in: place) ?? [] {
        guard let status = try? FileStatus(notFollowing: place + "/" + name), status.isRegular,
          status.changed / 1_000_000 < limit
        else { continue }
        unlink(place + "/" + name)
      }
    }
  }
}
