import ArticleStore
package import ReadingList
import ReadingServices

/// What comes by the inbox and from files.
package final class CaptureModel: ModelPart {
  private let articles: ArticlesModel
  /// When the inbox is looked at again.
  private(set) var deadline: Timestamp?
  private var isTaking = false
  /// What the inbox took in this session, the last first.
  package private(set) var captured: [ArticleID] = []

  /// How many of these are kept.
  private static let maxCaptured = 100

  init(articles: ArticlesModel) {
    self.articles = articles
    super.init(articles.session, articles.library)
    articles.readFile = { [unowned self] in finish($0, isAsked: true) }
  }

  /// Something came into the inbox: it is looked at when it is surely whole.
  package func mayHaveChanged() {
    guard !isReadOnly, service.inbox != nil, deadline == nil else { return }
    deadline = clock.now().advanced(byMilliseconds: Inbox.settlingTime + 500)
  }

  /// Takes what is in the inbox.
  package func take() {
    deadline = nil
    guard !isReadOnly, service.inbox != nil else { return }
    guard !isTaking else { return mayHaveChanged() }
    isTaking = true
    let answer = library.answer { [unowned self] (report: Inbox.Report) in
      isTaking = false
      finish(report, isAsked: false)
    }
    service.takeInbox(answer: answer)
  }

  /// Takes what came of the inbox, or of a file that was asked for.
  private func finish(_ report: Inbox.Report, isAsked: Bool) {
    if report.waiting > 0 { mayHaveChanged() }
    let new = report.saved.filter(\.isNew)
    if !isAsked {
      captured = Array(
        (report.saved.map(\.article.id).reversed() + captured).prefix(Self.maxCaptured))
    }
    articles.fetches.start(report.links)
    for one in new where one.outcome != nil { articles.reader.pictures.fetchIfSet(one.article.id) }
    if let error = report.problem { return fail("Not saved: \(error.reason)") }
    if let failure = report.failures.first {
      let rest = report.failures.count - 1
      let name = failure.name.split(separator: "/").last.map(String.init) ?? failure.name
      return fail(
        "“\(name)” was not taken: \(failure.reason)" + (rest > 0 ? ", and \(rest) more" : ""))
    }
    guard !report.isEmpty else { return }
    let count = new.count + report.imported
    let source = isAsked ? "" : "Inbox: "
    if let first = report.saved.first, report.saved.count == 1, report.imported == 0 {
      status = .info(source + first.words(clock: clock) + ": “\(first.article.title)”")
    } else {
      status = .info("\(source)\(count) saved, \(report.saved.count - new.count) already there")
    }
    if isAsked, let first = report.saved.first { articles.route.reveal(first.article) }
  }
}
