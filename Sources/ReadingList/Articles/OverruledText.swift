/// A note or title that a reader wrote and that merging put another in the place of, written elsewhere.
package struct OverruledText: Hashable, Sendable {
  /// What it was: `title`, `note`, or `highlights/ID` for the note of a highlight.
  package var field: String
  /// What was written.
  package var text: String
  /// The stamp that it had.
  package var at: Timestamp

  /// The most that are shown, and that a record keeps when its reader changes it.
  package static let limit = 5

  /// See `field`.
  package static let title = ArticleField.title.rawValue
  /// See `field`.
  package static let note = ArticleField.note.rawValue

  /// See `field`.
  package static func highlight(_ id: String) -> String {
    ArticleField.highlights.rawValue + "/" + id
  }

  /// What it is, as a person reads it.
  package var name: String {
    switch field {
    case Self.title: "Title"
    case Self.note: "Note"
    default: "Note of a highlight"
    }
  }

  /// Puts the parts together.
  package init(field: String, text: String, at moment: Timestamp) {
    self.field = field
    self.text = text
    at = moment
  }

  /// Those of some that nobody has replaced knowingly, the first one first.
  ///
  /// However many they are: which of them count must not depend on what was merged before what.
  package static func open(
    _ all: Set<OverruledText>,
    without replaced: [ReplacedText]
  ) -> [OverruledText] {
    let known = Set(replaced)
    // What was replaced before the first of a full list is not in it any more.
    let oldest = replaced.count < ReplacedText.limit ? nil : replaced.first
    return all.filter { old in
      let own = ReplacedText(field: old.field, at: old.at)
      return !known.contains(own) && oldest.map { !(own < $0) } ?? true
    }.sorted { ($0.at, $0.field, $0.text) < ($1.at, $1.field, $1.text) }
  }
}

/// A version of a note or title that its reader saw and replaced: merging need not keep it.
package struct ReplacedText: Hashable, Comparable, Sendable {
  /// See `OverruledText`.
  package var field: String
  /// The stamp that it had.
  package var at: Timestamp

  /// The most that a record keeps.
  package static let limit = 32

  /// Puts the parts together.
  package init(field: String, at moment: Timestamp) {
    self.field = field
    at = moment
  }

  package static func < (a: ReplacedText, b: ReplacedText) -> Bool {
    (a.at, a.field) < (b.at, b.field)
  }

  /// The latest of some, the first one first.
  package static func latest(_ all: [ReplacedText]) -> [ReplacedText] {
    Set(all).sorted().suffix(limit)
  }
}

extension Article {
  /// The latest that merging overruled and that are not what stands there now, the last first.
  package var overruledTexts: [OverruledText] {
    var seen: Set<String> = []
    return overruled.reversed().filter { old in
      old.text != text(of: old.field) && seen.insert(old.field + "\n" + old.text).inserted
    }.prefix(OverruledText.limit).map(\.self)
  }

  private func text(of field: String) -> String? {
    switch field {
    case OverruledText.title: isTitleEdited ? title : nil
    case OverruledText.note: note
    default:
      highlights.first { !$0.isDeleted && OverruledText.highlight($0.id) == field }?.note
    }
  }

  /// The change that puts an overruled text back; nil where what it belonged to is not known.
  package func restoring(_ old: OverruledText) -> ArticleChange? {
    switch old.field {
    case OverruledText.title: return .title(old.text)
    case OverruledText.note: return .note(old.text)
    default:
      guard var mark = highlights.first(where: { OverruledText.highlight($0.id) == old.field })
      else { return nil }
      mark.note = old.text
      mark.isDeleted = false
      return .highlight(mark)
    }
  }
}
