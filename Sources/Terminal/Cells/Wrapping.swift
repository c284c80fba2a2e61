extension String {
  /// The text broken into lines of at most a width, at white space where there is some.
  ///
  /// For interface texts; articles are typeset. A character that is wider than a line stands alone on
  /// one, to be left blank.
  package func wrapped(toWidth width: Int) -> [String] {
    guard width > 0 else { return [] }
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in split(whereSeparator: \.isWhitespace) {
      let wordWidth = word.displayWidth
      if !line.isEmpty {
        if used + 1 + wordWidth <= width {
          line += " " + word
          used += 1 + wordWidth
          continue
        }
        lines.append(line)
        line = ""
        used = 0
      }
      if wordWidth <= width {
        line = String(word)
        used = wordWidth
        continue
      }
      for character in word {
        let next = character.displayWidth
        if !line.isEmpty, used + next > width {
          lines.append(line)
          line = ""
          used = 0
        }
        line.append(character)
        used += next
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }
}
