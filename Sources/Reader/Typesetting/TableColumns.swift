enum TableColumns {
  /// The space between columns.
  private static let separator = 3
  /// A column is at least this wide, or as wide as its text.
  private static let narrowest = 6
  /// Longer words may be cut.
  private static let maxUncut = 20

  /// Whether columns of these widths fit side by side.
  static func fit(_ natural: [Int], in width: Int) -> Bool {
    natural.reduce(0) { $0 + max(1, $1) } <= width - separator * (natural.count - 1)
  }

  /// Shares out the width; nil if the table cannot be shown side by side.
  ///
  /// Natural widths if they fit; otherwise none is narrower than its longest word, and the wider
  /// ones share the rest equally.
  static func widths(natural: [Int], longestWords: [Int], width: Int) -> [Int]? {
    let natural = natural.map { max(1, $0) }
    let room = width - separator * (natural.count - 1)
    guard !natural.isEmpty else { return nil }
    guard !fit(natural, in: width) else { return natural }
    let least = zip(natural, longestWords).map {
      max(min($0, narrowest), min($1, maxUncut))
    }
    guard least.reduce(0, +) <= room else { return nil }
    func shared(_ share: Int) -> [Int] { zip(natural, least).map { max($1, min($0, share)) } }
    var share = 0
    while shared(share + 1).reduce(0, +) <= room { share += 1 }
    var widths = shared(share)
    var left = room - widths.reduce(0, +)
    for column in widths.indices
    where left > 0 && widths[column] == share && natural[column] > share {
      widths[column] += 1
      left -= 1
    }
    return widths
  }
}
