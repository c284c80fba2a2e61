import Terminal

package struct Chip: Equatable, Sendable {
  var keys: String
  var words: String
  var link: Screen.Link?

  init(_ keys: String, _ words: String, _ link: Screen.Link? = nil) {
    self.keys = keys
    self.words = words
    self.link = link
  }

  init(_ key: Key?, _ words: String) {
    self.init(key.map { [$0].label } ?? "", words, key.map { .key($0) })
  }

  init(_ code: Key.Code, _ words: String) { self.init(Key(code), words) }

  static let close = Chip(.escape, "close")
  static let cancel = Chip(.escape, "cancel")

  var spans: [Span] {
    (keys.isEmpty ? [] : [Span(keys, Style(.key), link: link)])
      + (words.isEmpty
        ? [] : [Span((keys.isEmpty ? "" : " ") + words, Style(.secondary), link: link)])
  }

  var button: [Span] {
    [Span("[", Style(.border), link: link)] + spans + [Span("]", Style(.border), link: link)]
  }

  static let gap = "  "

  /// As many whole chips as fit in a line, with separators; a lone chip without keys may be cut.
  static func line(_ chips: [Chip], columns: Int, separator: String = gap) -> [Span] {
    chips.reduce(into: []) { line, chip in
      let gap = line.isEmpty ? [] : [Span(separator, Style(.secondary))]
      let least = gap.width + (chip.keys.isEmpty && line.isEmpty ? 1 : chip.spans.width)
      if line.width + least <= columns { line += gap + chip.spans }
    }
  }
}
