/// The undo steps of this session, in order.
///
/// The library's journal has the changes of the library; this has their place among the changes of
/// settings and sources, so that undo always reverts the last change.
struct SessionSteps {
  struct Step {
    var label: String
    var undo: () -> Void
    var redo: () -> Void
  }

  /// The steps to undo; nil stands for a change in the library's journal.
  private var done: [Step?] = []
  private var undone: [Step?] = []
  private static let maxCount = 1000

  /// Whether the last step is one of this session rather than of the library's journal.
  var endsWithOwn: Bool { done.last.map { $0 != nil } ?? false }

  mutating func append(_ step: Step?) {
    undone = []
    done.append(step)
    if done.count > Self.maxCount { done.removeFirst() }
  }

  mutating func undo() -> Step? {
    guard let step = done.popLast() else { return nil }
    undone.append(step)
    return step
  }

  mutating func redo() -> Step? {
    guard let step = undone.popLast() else { return nil }
    done.append(step)
    return step
  }
}
