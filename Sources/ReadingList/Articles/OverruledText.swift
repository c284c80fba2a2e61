/// A note or title that a reader wrote, and in the place of which stands another, written elsewhere without knowing it.
package struct OverruledText: Hashable, Sendable {
  /// The field: `title`, `note`, or `highlights/ID` for the note of a highlight.
  package var field: String
  /// The text that lost.
  package var text: String
  /// The stamp that it had.
  package var at: Timestamp

  /// The most that are shown.
  package static let limit = 5

  /// See `field`.
  package static func highlight(_ id: String) -> String { Registers.name(of: id, in: "highlights") }

  /// The field's name for people.
  package var name: String {
    switch field {
    case Registers.Name.title: "Title"
    case Registers.Name.note: "Note"
    default: "Note of a highlight"
    }
  }

  /// Puts the parts together.
  package init(field: String, text: String, at moment: Timestamp) {
    self.field = field
    self.text = text
    at = moment
  }
}

extension Article {
  /// The latest that merging overruled and that are not what stands there now, the last first.
  package var overruledTexts: [OverruledText] {
    var texts = Dictionary(
      highlights.lazy.map { (OverruledText.highlight($0.id), $0.note) }
    ) { first, _ in first }
    texts[Registers.Name.title] = isTitleEdited ? title : nil
    texts[Registers.Name.note] = note
    var seen: Set<String> = []
    return overruled.reversed().filter { old in
      old.text != texts[old.field] && seen.insert(old.field + "\n" + old.text).inserted
    }.prefix(OverruledText.limit).map(\.self)
  }

  /// The change that puts an overruled text back; nil where what it belonged to is not known.
  package func restoring(_ old: OverruledText) -> ArticleChange? {
    switch old.field {
    case Registers.Name.title: return .title(old.text)
    case Registers.Name.note: return .note(old.text)
    default:
      guard var mark = highlights.first(where: { OverruledText.highlight($0.id) == old.field })
      else { return nil }
      mark.note = old.text
      return .highlights([id: [mark]])
    }
  }
}
