import Library
import Platform
import Reader
import ReadingList
import ReadingServices

extension Program {
  func fetch(_ line: Arguments) async throws {
    let targets = line.others
    let isQuiet = line.has("--quiet")
    if targets.isEmpty, line.has("--from-archive") || line.has("--replace") {
      throw Failure.usage("--from-archive and --replace need articles or a query", of: .fetch)
    }
    let library = try openWritableLibrary()
    if targets.isEmpty { _ = try await takeInbox(into: library, isQuiet: isQuiet) }
    let (articles, waiting, problem) = try wanted(targets, in: library)
    let progress = ProgressLine(isWanted: !isQuiet)
    let fetch = fetching(into: library) { progress.complain($0) }
    let (counts, failure) = await Interruption.watch {
      await run(articles, line, with: fetch, progress: progress)
    }
    progress.clear()
    if !isQuiet, problem == nil || !articles.isEmpty {
      let words = counts.summary(of: articles.count, waiting: waiting)
      if !words.isEmpty { Output.tell(words) }
    }
    if let failure { throw failure }
    if Interruption.isPressed { throw Failure("", .interrupted) }
    if let problem { throw Failure("", problem.code) }
    if counts.failed + counts.delayed > 0 { throw Failure("", .failed) }
  }

  /// The articles to fetch, the number to be retried later, and the arguments' problem.
  private func wanted(
    _ words: [String], in library: Library
  ) throws -> (articles: [Article], waiting: Int, problem: Failure?) {
    var finder = targets(in: library)
    var waiting = 0
    var found = Targets.Found()
    if words.isEmpty {
      (found.ids, waiting) = due(&finder)
    } else {
      found = try finder.articles(words)
    }
    var articles: [Article] = []
    for id in found.ids {
      do throws(StoreError) {
        if let article = try library.article(id) { articles.append(article) }
      } catch { Output.complain(error.message) }
    }
    return (articles, waiting, found.problem)
  }

  private func due(_ finder: inout Targets) -> (ids: [ArticleID], waiting: Int) {
    let rows = finder.rows(in: .everything, order: .oldest)
    let snapshot = finder.snapshot
    let now = clock.now()
    var waiting = 0
    let due = rows.filter { row in
      let article = snapshot[row]
      if article.fetch == .ready || article.fetch.isSuspect && article.retryAt == nil {
        return false
      }
      guard !article.fetch.isFailed, article.nextTry(at: now) > now else { return true }
      waiting += 1
      return false
    }
    return (due.map { snapshot.id(of: $0) }, waiting)
  }

  /// Fetches articles concurrently, and prints each outcome as it comes.
  ///
  /// Cancelling the task skips the rest; a failure to write to standard output does not.
  private func run(
    _ articles: [Article], _ line: Arguments, with fetch: ArticleFetch, progress: ProgressLine
  ) async -> (FetchCounts, Failure?) {
    let named = Dictionary(articles.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var counts = FetchCounts()
    var failure: Failure?
    var underWay: [ArticleID] = []
    func show() {
      guard let url = underWay.first.flatMap({ named[$0]?.url }) else { return }
      let site = (try? WebAddress(url).siteName) ?? url
      progress.show("Fetching \(counts.ended + 1) of \(articles.count) · \(site)")
    }
    let way: ArticleFetch.Way =
      line.has("--from-archive")
      ? .archive(config.settings.archive) : line.has("--replace") ? .replacing : .ifChanged
    let problem = await fetch.fetchAll(
      articles.map(\.id), way,
      begin: {
        underWay.append($0)
        show()
      },
      { id, outcome in
        underWay.removeAll { $0 == id }
        guard counts.take(outcome, isStopping: Task.isCancelled) else { return }
        // A progress line already counts successes, so only other outcomes get a line.
        let isShown =
          !line.has("--quiet") && failure == nil && !(progress.isShown && hidesSuccess(outcome))
        do { try progress.aside { try say(outcome, of: named[id], isShown: isShown) } } catch {
          failure = failure ?? Failure(error)
        }
        show()
      })
    return (counts, failure ?? problem.map(Failure.pictures))
  }

  private func hidesSuccess(_ outcome: ArticleFetch.Outcome) -> Bool {
    switch outcome {
    case .saved, .same, .unchanged, .kept: Output.isTerminal && !options.printsJSON
    case .doubtful, .failed, .refused: false
    }
  }
}

extension Failure {
  static func pictures(_ error: StoreError) -> Failure {
    Failure("Not all pictures were stored: \(error.message)", ExitCode(error.kind))
  }
}
