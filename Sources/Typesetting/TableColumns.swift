/// How wide the columns of a table are.
struct TableColumns {
  /// Columns of text of each table column; three more lie between two of them.
  let widths: [Int]

  private static let separator = 3
  private static let narrowest = 6

  /// Shares out the width: natural widths where they fit, else what is left over the narrow ones is
  /// shared among the wide ones; nil when the table cannot be shown side by side.
  ///
  /// - Parameters:
  ///   - natural: columns that each table column would take if nothing were broken.
  ///   - width: columns that the table may take.
  init?(natural: [Int], width: Int) {
    let natural = natural.map { max(1, $0) }
    let count = natural.count
    guard count > 0 else { return nil }
    let room = width - Self.separator * (count - 1)
    if natural.reduce(0, +) <= room {
      widths = natural
      return
    }
    guard room >= count * Self.narrowest else { return nil }
    var shares = Array(repeating: 0, count: count)
    var left = room
    var open = Array(0..<count)
    while !open.isEmpty {
      let share = left / open.count
      let fitting = open.filter { natural[$0] <= share }
      if fitting.isEmpty {
        for (index, column) in open.enumerated() {
          shares[column] = share + (index < left % open.count ? 1 : 0)
        }
        break
      }
      for column in fitting {
        shares[column] = natural[column]
        left -= natural[column]
      }
      open.removeAll { fitting.contains($0) }
    }
    widths = shares.map { max(1, $0) }
  }
}
