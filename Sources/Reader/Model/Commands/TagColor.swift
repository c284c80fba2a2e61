import ReadingList

/// The color of a tag; each theme has a readable shade of it.
package enum TagColor: String, CaseIterable, Sendable {
  case teal, red, green, yellow, blue, purple, pink, gray
}

extension Settings {
  /// Returns the color of a tag: its own, or that of its nearest ancestor with one.
  package func color(ofTag tag: String) -> TagColor {
    tagColors[tag] ?? tagColors.filter { isTag(tag, within: $0.key) }.max {
      $0.key.count < $1.key.count
    }?.value ?? .teal
  }

  /// Assigns a color to a tag, as written after `tag-color` in the config file and on the `:` line:
  /// `TAG COLOR`, with quotes around a tag with spaces.
  ///
  /// - Throws: `CommandError` for invalid arguments or an unknown color.
  package mutating func setTagColor(line: String) throws(CommandError) {
    let words = Query.parts(of: line).map(Query.unquoted)
    guard words.count == 2, let tag = normalizedTag(words[0]) else {
      throw CommandError(message: Command.tagColor.row.usage)
    }
    guard let color = TagColor(rawValue: words[1]) else {
      let known = TagColor.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandError(message: "Unknown color “\(words[1])”; colors are \(known)")
    }
    tagColors[tag] = color
  }
}
