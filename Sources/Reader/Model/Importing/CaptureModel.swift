import Library
import ReadingList
import ReadingServices

package final class CaptureModel: ModelPart {
  private(set) var deadline: Timestamp?
  private var isTaking = false

  /// Schedules reading the inbox after a change, once its files are surely complete.
  package func mayHaveChanged() {
    guard !isReadOnly, service.inbox != nil, deadline == nil else { return }
    deadline = clock.now().advanced(byMilliseconds: Inbox.settlingTime + 500)
  }

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

  func finish(_ report: Inbox.Report, isAsked: Bool) {
    if report.waiting > 0 { mayHaveChanged() }
    let new = report.saved.filter(\.isNew)
    fetches.start(report.links)
    for one in new where one.outcome != nil { reader.pictures.fetchIfSet(one.article.id) }
    if let error = report.problem { return fail("Not saved: \(error.reason)") }
    let remark = report.remarks.first.map { "\(Self.fileName(in: $0.name)): \($0.text)" }
    if let failure = report.failures.first {
      let rest = report.failures.count - 1
      let name = Self.fileName(in: failure.name)
      let more = rest > 0 ? ", and \(rest) more" : ""
      let before = remark.map { $0 + "; " } ?? ""
      return fail("\(before)“\(name)” was not taken: \(failure.reason)\(more)")
    }
    guard !report.isEmpty else { return }
    let source = isAsked ? "" : "Inbox: "
    if let first = report.saved.first, report.saved.count == 1, remark == nil {
      status = .info(source + first.words(clock: clock) + ": “\(first.article.title)”")
    } else if report.saved.isEmpty, let remark {
      // The pages of an export are fetched on request.
      status = Status(
        text: source + remark, kind: .info, offer: .refetchFailed, action: "fetch the pages")
    } else {
      let count = "\(new.count) saved, \(report.saved.count - new.count) already there"
      status = .info(source + count + (remark.map { "; " + $0 } ?? ""))
    }
    if isAsked, let first = report.saved.first { route.reveal(first.article) }
  }

  private static func fileName(in path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
