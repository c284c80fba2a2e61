import Glibc
import Platform
import ReadingList
import Synchronization

/// How long one change waits for records that are missing, all together.
///
/// Some file syncers move a file away before they put another in its place.
final class Patience: Sendable {
  /// Milliseconds.
  private static let limit: Int64 = 2000
  private static let pause: UInt32 = 10_000

  private let end = Atomic<Int64>(0)

  /// Waits a little; false when it was long enough.
  func wait() -> Bool {
    let now = MonotonicClock.milliseconds()
    let end = end.compareExchange(expected: 0, desired: now + Self.limit, ordering: .relaxed)
    guard now < (end.exchanged ? now + Self.limit : end.original) else { return false }
    usleep(Self.pause)
    return true
  }
}

extension Library {
  /// The record of an id, to be changed; nil when there is none.
  ///
  /// One that the list knows and that is missing is waited for.
  func recordToChange(_ id: ArticleID, _ patience: Patience) throws(StoreError) -> Record? {
    if let found = try record(id) { return found }
    guard index.withLock({ $0.snapshot?.row(of: id) }) != nil else { return nil }
    while patience.wait() {
      if let found = try record(id) { return found }
    }
    return nil
  }
}
