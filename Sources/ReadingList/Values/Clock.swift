/// The time, passed in so that tests decide it.
package struct Clock: Sendable {
  /// The present moment.
  package var now: @Sendable () -> Timestamp
  /// Seconds east of Greenwich at a moment, where the person is.
  package var utcOffset: @Sendable (Timestamp) -> Int

  package init(
    now: @escaping @Sendable () -> Timestamp,
    utcOffset: @escaping @Sendable (Timestamp) -> Int = { _ in 0 }
  ) {
    self.now = now
    self.utcOffset = utcOffset
  }
}
