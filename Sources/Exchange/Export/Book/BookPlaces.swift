import ReadingList

/// Names the link targets of a text for a book: headings `h1`, `h2`, … and notes `f1`, `f2`, … in
/// text order.
struct BookPlaces {
  /// The name in the book of each anchor of the text; the first of equal anchors counts.
  private(set) var names: [String: String] = [:]
  /// The highest level of the headings.
  private(set) var topLevel = 6
  /// The notes that the text refers to.
  private(set) var referred: Set<String> = []
  private var headings = 0
  private var footnotes = 0

  /// Collects the targets of a text.
  init(of body: ArticleBody) {
    body.visit { part in
      switch part {
      case .block(.heading(let level, _, let anchor)):
        topLevel = min(topLevel, max(1, level))
        headings += 1
        if let anchor { name(anchor, "h\(headings)") }
      case .footnote(let note):
        footnotes += 1
        name(note.anchor, "f\(footnotes)")
      case .leaf(let leaf): leaf.runs.forEach { collect($0) }
      case .block: break
      }
    }
  }

  private mutating func collect(_ inlines: [ArticleBody.Inline]) {
    for inline in inlines {
      if case .footnoteReference(_, let anchor) = inline { referred.insert(anchor) }
      if case .runs(let runs) = inline.content { collect(runs) }
    }
  }

  private mutating func name(_ anchor: String, _ name: String) {
    if names[anchor] == nil { names[anchor] = name }
  }
}
