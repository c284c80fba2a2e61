// Forms of text that many rooms need.

extension StringProtocol {
  /// The text without white space at its ends.
  package var trimmed: String { String(drop(while: \.isWhitespace)).trimmedEnd }

  /// With single spaces for all white space, and none around it.
  package var onOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  /// The text with a capital at its beginning.
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// The text without white space at its end.
  package var trimmedEnd: String {
    lastIndex { !$0.isWhitespace }.map { String(self[...$0]) } ?? ""
  }
}

extension Int {
  /// The number with a comma between thousands: `12,480`.
  package var grouped: String {
    var digits = String(self)
    var parts: [String] = []
    while digits.count > 3 {
      parts.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return ([digits] + parts).joined(separator: ",")
  }

  /// The number and what is counted, such as “1 article” and “3 articles”.
  package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

/// The number of letters to insert, leave out, replace or swap; more than `most` if there are more.
package func typos(_ a: [UInt8], _ b: [UInt8], most: Int) -> Int {
  var before: [Int] = []
  var row = Array(0...b.count)
  for i in a.indices {
    var next = [i + 1]
    for j in b.indices {
      var cost = min(row[j] + (a[i] == b[j] ? 0 : 1), row[j + 1] + 1, next[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
      next.append(cost)
    }
    guard next.contains(where: { $0 <= most }) else { return most + 1 }
    (before, row) = (row, next)
  }
  return row[b.count]
}
