import Glibc
import Testing

/// Looks again and again until a condition holds, up to a deadline that is ample on a loaded machine.
///
/// - Throws: when the deadline passes, naming the condition.
func eventually(
  _ condition: String,
  within limit: Duration = .seconds(20),
  sourceLocation: SourceLocation = #_sourceLocation,
  _ holds: () async throws -> Bool
) async throws {
  let end = ContinuousClock.now + limit
  while try await !holds() {
    guard ContinuousClock.now < end else {
      Issue.record("waited in vain until \(condition)", sourceLocation: sourceLocation)
      throw NeverHeld(condition: condition)
    }
    try await Task.sleep(for: .milliseconds(20))
  }
}

/// A condition that did not come to hold.
struct NeverHeld: Error { var condition: String }
