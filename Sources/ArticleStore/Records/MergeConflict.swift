import ReadingList

/// What git leaves of a file that two branches changed in the same place.
enum MergeConflict {
  /// Both sides of a file with conflict markers, with or without the common ancestor between them; nil
  /// when it has none, or when they do not stand as git writes them.
  static func sides(of bytes: [UInt8]) -> (ours: [UInt8], theirs: [UInt8])? {
    enum Part { case both, ours, ancestor, theirs }
    var (ours, theirs): ([UInt8], [UInt8]) = ([], [])
    var part = Part.both
    var hasConflict = false
    for line in bytes.split(separator: newline, omittingEmptySubsequences: false) {
      switch (marker(line), part) {
      case (UInt8(ascii: "<"), .both):
        part = .ours
        hasConflict = true
      case (UInt8(ascii: "|"), .ours): part = .ancestor
      case (UInt8(ascii: "="), .ours), (UInt8(ascii: "="), .ancestor): part = .theirs
      case (UInt8(ascii: ">"), .theirs): part = .both
      case (nil, _):
        if part == .both || part == .ours { ours += line + [newline] }
        if part == .both || part == .theirs { theirs += line + [newline] }
      default: return nil
      }
    }
    guard hasConflict, part == .both else { return nil }
    // The newline after the last line was not there.
    return (Array(ours.dropLast()), Array(theirs.dropLast()))
  }

  private static let newline = UInt8(ascii: "\n")

  /// The sign of a line that begins with seven of them and then nothing or a space.
  private static func marker(_ line: ArraySlice<UInt8>) -> UInt8? {
    guard let sign = line.first, "<|=>".utf8.contains(sign), line.count >= 7,
      line.prefix(7).allSatisfy({ $0 == sign })
    else { return nil }
    let next = line.dropFirst(7).first
    return next == nil || next == UInt8(ascii: " ") || next == UInt8(ascii: "\r") ? sign : nil
  }
}
