import ReadingListModel
import Discovery
import ReadingList
import Platform

/// The text of a config file as lines of bytes, so that what is not changed stays as it is.
struct ConfigText {
  private struct Line {
    var bytes: ArraySlice<UInt8>
    /// What ends it; empty for a last line that nothing ends.
    var ending: ArraySlice<UInt8>

    /// The line in words, for reading only.
    var text: String { String(fileName: Array(bytes)) }

    /// What stands behind a command at the beginning of the line; nil for another command.
    func argument(of command: String) -> String? {
      let text = text.drop(while: \.isWhitespace)
      let word = text.prefix { !$0.isWhitespace }
      return word == command ? String(text.dropFirst(word.count)) : nil
    }
  }

  private static let mark: [UInt8] = [0xef, 0xbb, 0xbf]

  private let hasMark: Bool
  private var lines: [Line] = []

  /// Takes a file's bytes apart; a byte order mark is no part of the first line.
  init(_ bytes: [UInt8]) {
    hasMark = bytes.starts(with: Self.mark)
    var rest = bytes[...].dropFirst(hasMark ? Self.mark.count : 0)
    while !rest.isEmpty {
      let line = rest.prefix { $0 != 10 && $0 != 13 }
      let after = rest[line.endIndex...]
      let ending = after.prefix(after.starts(with: [13, 10]) ? 2 : 1)
      lines.append(Line(bytes: line, ending: ending))
      rest = rest[ending.endIndex...]
    }
  }

  /// The file's bytes.
  var bytes: [UInt8] {
    (hasMark ? Self.mark : []) + lines.flatMap { $0.bytes + $0.ending }
  }

  /// The lines in words, without what ends them.
  var texts: [String] { lines.map(\.text) }

  /// The sources as the lines that can be understood say.
  var sources: SourceList { changesOfSources().sources }

  /// Puts a setting in place of the last line that sets it, or at the end.
  mutating func set(_ name: Settings.Name, to value: String) {
    let isPlain = value.first != "\"" && value.trimmed == value && !value.isEmpty
    let line = "set \(name.rawValue) " + (isPlain ? value : "\"\(value)\"")
    let index = lines.lastIndex {
      let words = $0.argument(of: "set")?.split(whereSeparator: \.isWhitespace) ?? []
      return words.count >= 2 && words[0] == name.rawValue
    }
    if let index { lines[index].bytes = line.fileNameBytes[...] } else { append(line) }
  }

  /// Puts a line of `bind` or `tag-color` in place of the last one about the same keys or tag, or at the end.
  mutating func set(_ command: Command, _ argument: String) {
    func subject(of argument: String) -> [String] {
      guard command == .bind else {
        return Query.parts(of: argument).prefix(1).map(Query.unquoted)
      }
      return argument.split(whereSeparator: \.isWhitespace).prefix(2).map(String.init)
    }
    let line = "\(command.name) \(argument)"
    let index = lines.lastIndex {
      $0.argument(of: command.name).map { subject(of: $0) == subject(of: argument) } ?? false
    }
    if let index { lines[index].bytes = line.fileNameBytes[...] } else { append(line) }
  }

  /// Puts a view in place of the last line that is about it, or at the end; one that goes takes all its lines
  /// with it, and is noted where the program comes with one of that name.
  mutating func set(_ view: ViewList.Line) {
    func isAbout(_ line: Line) -> Bool {
      line.argument(of: "view").flatMap { try? ViewList.Line(parsing: $0) }?.isAbout(view.name)
        ?? false
    }
    let line = "view " + view.text
    if view.query.isEmpty {
      lines.removeAll(where: isAbout)
      if SavedView.shipped.contains(where: { view.isAbout($0.name) }) { append(line) }
    } else if let index = lines.lastIndex(where: isAbout) {
      lines[index].bytes = line.fileNameBytes[...]
    } else {
      append(line)
    }
  }

  /// Adds a change of the sources; what it makes void goes, and all else keeps its meaning.
  mutating func put(_ change: SourceList.Change) {
    let (changes, _) = changesOfSources()
    var kept: [Line] = []
    var meanings: [[SourceList.Change]] = []
    for (index, line) in lines.enumerated() {
      let made = changes[index] ?? []
      let standing = made.filter { !change.makesVoid($0) }
      if standing.isEmpty, !made.isEmpty { continue }
      kept.append(line)
      meanings.append(standing)
      if standing.count < made.count { kept[kept.count - 1].bytes = Self.line(standing) }
    }
    lines = kept
    // A source without a name of its own may have got its name from one that is gone.
    for (index, made) in changesOfSources().changes where made != meanings[index] {
      lines[index].bytes = Self.line(meanings[index])
    }
    if change.needsLine { append("source \(change.line)") }
  }

  private static func line(_ changes: [SourceList.Change]) -> ArraySlice<UInt8> {
    guard let first = changes.first else { return [] }
    // Several changes of one line have its verb in common.
    let others = changes.dropFirst().map { $0.line.drop { $0 != " " } }.joined()
    return "source \(first.line)\(others)".fileNameBytes[...]
  }

  private mutating func append(_ text: String) {
    let ending = lines.first { !$0.ending.isEmpty }?.ending ?? [10]
    if let last = lines.indices.last, lines[last].ending.isEmpty { lines[last].ending = ending }
    lines.append(Line(bytes: text.fileNameBytes[...], ending: ending))
  }

  /// What each line changes about the sources, by the line's index, and what comes of all.
  private func changesOfSources() -> (changes: [Int: [SourceList.Change]], sources: SourceList) {
    var changes: [Int: [SourceList.Change]] = [:]
    var sources = SourceList()
    for (index, line) in lines.enumerated() {
      guard let argument = line.argument(of: "source"),
        let made = try? sources.changes(parsing: argument)
      else { continue }
      for change in made { sources.apply(change) }
      changes[index] = made
    }
    return (changes, sources)
  }
}
