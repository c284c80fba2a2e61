extension String {
  /// The text broken into lines of at most `width` columns, at white space where possible.
  ///
  /// For interface texts; articles are typeset. A character wider than a line gets a line of its
  /// own.
  package func wrapped(toWidth width: Int) -> [String] {
    guard width > 0 else { return [] }
    var lines: [String] = []
    var (line, used) = ("", 0)
    func end() {
      if !line.isEmpty { lines.append(line) }
      (line, used) = ("", 0)
    }
    for word in split(whereSeparator: \.isWhitespace) {
      if !line.isEmpty, used + 1 + word.displayWidth <= width {
        line += " "
        used += 1
      } else {
        end()
      }
      for character in word {
        let next = character.displayWidth
        if used + next > width { end() }
        line.append(character)
        used += next
      }
    }
    end()
    return lines
  }
}
