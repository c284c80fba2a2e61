struct TableColumns {
  /// Columns of text of each table column; three more lie between two of them.
  let widths: [Int]

  private static let separator = 3
  /// A column is at least this wide, or as wide as its text.
  private static let narrowest = 6
  /// Longer words may be cut.
  private static let maxUncut = 20

  /// Whether columns of these widths stand side by side in a width.
  static func fit(_ natural: [Int], in width: Int) -> Bool {
    natural.reduce(0) { $0 + max(1, $1) } <= width - separator * (natural.count - 1)
  }

  /// Shares out the width: natural widths where they fit, else what is left over the narrow ones is
  /// shared among the wide ones, and none is narrower than its longest word; nil when the table cannot
  /// be shown side by side.
  init?(natural: [Int], longestWords: [Int], width: Int) {
    let natural = natural.map { max(1, $0) }
    let count = natural.count
    guard count > 0 else { return nil }
    let room = width - Self.separator * (count - 1)
    if Self.fit(natural, in: width) {
      widths = natural
      return
    }
    let least = zip(natural, longestWords).map {
      max(min($0, Self.narrowest), min($1, Self.maxUncut))
    }
    guard least.reduce(0, +) <= room else { return nil }
    var widths = least
    var left = room
    var open = Array(0..<count)
    // A column that needs less than an equal share gets what it needs, as long as the others have their minimum;
    // then the columns that need more; the rest share the remainder.
    while !open.isEmpty {
      let share = left / open.count
      let content = open.filter { natural[$0] <= share }
      let needed = open.reduce(0) { $0 + (natural[$1] <= share ? natural[$1] : least[$1]) }
      let isRoomy = needed <= left && !content.isEmpty
      let settled = isRoomy ? content : open.filter { least[$0] > share }
      if settled.isEmpty {
        for (index, column) in open.enumerated() {
          widths[column] = share + (index < left % open.count ? 1 : 0)
        }
        break
      }
      for column in settled {
        widths[column] = isRoomy ? natural[column] : least[column]
        left -= widths[column]
      }
      open.removeAll { settled.contains($0) }
    }
    self.widths = widths
  }
}
