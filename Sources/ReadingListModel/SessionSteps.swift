/// The steps of this session that undo takes back, in order.
///
/// Changes of the library stand in its journal; here is their place among the changes of settings and sources,
/// so that undoing always takes back what was done last.
struct SessionSteps {
  /// A change outside the library.
  struct Step {
    var label: String
    var undo: () -> Void
    var redo: () -> Void
  }

  /// Nil stands for a change in the library's journal.
  private var done: [Step?] = []
  private var undone: [Step?] = []
  private static let maxCount = 1000

  /// Adds a change outside the library, or nil for one in its journal.
  mutating func append(_ step: Step?) {
    undone = []
    done.append(step)
    if done.count > Self.maxCount { done.removeFirst() }
  }

  /// The change to undo; nil where the journal has it.
  mutating func undo() -> Step? {
    guard let step = done.popLast() else { return nil }
    undone.append(step)
    return step
  }

  /// The change to do again; nil where the journal has it.
  mutating func redo() -> Step? {
    guard let step = undone.popLast() else { return nil }
    done.append(step)
    return step
  }
}
