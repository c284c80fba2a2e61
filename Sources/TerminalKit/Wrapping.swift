extension StringProtocol {
  /// The text broken into lines of at most a width, at white space where there is some.
  ///
  /// For interface texts; articles are typeset.
  package func wrapped(toWidth width: Int) -> [String] {
    guard width > 0 else { return [] }
    var lines: [String] = []
    var line = ""
    for word in split(whereSeparator: \.isWhitespace) {
      var word = String(word)
      if !line.isEmpty, line.displayWidth + 1 + word.displayWidth <= width {
        line += " " + word
        continue
      }
      if !line.isEmpty { lines.append(line) }
      while word.displayWidth > width {
        var head = word.truncated(toWidth: width, ellipsis: "")
        if head.isEmpty { head = String(word.prefix(1)) }
        lines.append(head)
        word.removeFirst(head.count)
      }
      line = word
    }
    return line.isEmpty ? lines : lines + [line]
  }
}
