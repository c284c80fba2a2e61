import ReadingList
import ReadingServices

package final class SyncModel: ModelPart {
  private var syncing: SyncService? { model.syncing }
  package private(set) var isUnderWay = false
  private lazy var state = syncing?.state ?? SyncState()

  /// Milliseconds since the last sync after which a warning is shown.
  private static let maxAge: Int64 = 86_400_000

  package func startBySetting() {
    guard !isReadOnly, !settings.syncTargets.isEmpty, settings.syncOn.hasPrefix("start") else {
      return
    }
    begin("", isAsked: false)
  }

  /// Syncs with a target; without a name, with all targets of the config file.
  func start(_ name: String) -> CommandOutcome {
    guard syncing != nil else { return .refused("Nothing is synced here") }
    guard !name.isEmpty || !settings.syncTargets.isEmpty else {
      return .refused("Nothing to sync with: add a line “sync NAME HOST” to the config file")
    }
    guard !isUnderWay else { return .refused("Syncing already") }
    begin(name, isAsked: true)
    return .done("Syncing")
  }

  private func begin(_ name: String, isAsked: Bool) {
    guard let syncing, !isUnderWay else { return }
    isUnderWay = true
    let reply = tasks.answer { [unowned self] (answer: SyncAnswer) in
      finish(answer, isAsked: isAsked)
    }
    syncing.sync(with: name, reply: reply)
  }

  private func finish(_ answer: SyncAnswer, isAsked: Bool) {
    isUnderWay = false
    state = answer.state
    if let problem = answer.problem {
      if isAsked { fail("Not synced: \(problem)") } else { session.log("Not synced: \(problem)") }
      return
    }
    let received = answer.received.counted("article")
    let words = "Synced: \(received) received, \(answer.sent) sent, \(answer.merged) merged"
    if isAsked { status = .info(words) } else { session.log(words) }
  }

  package var warning: String? {
    guard let moment = state.syncedAt, state.problem != nil,
      clock.now().milliseconds - moment.milliseconds > Self.maxAge
    else { return nil }
    return "not synced since \(shortDate(moment, clock: clock))"
  }

  package var last: String? {
    state.syncedAt.map { moment in
      let time = shortDate(moment, clock: clock)
      return state.received > 0 ? "\(time), \(state.received) received" : time
    }
  }
}
