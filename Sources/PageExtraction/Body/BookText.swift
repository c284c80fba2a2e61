package import ReadingList

extension ArticleBody {
  /// The body as XHTML for a book, and its headings; `file` gives the file of a picture by its
  /// address, nil if it is not in the book.
  package func bookText(
    file: @escaping (String) -> String?
  ) -> (markup: String, headings: [BookText.Heading]) {
    var writer = FragmentWriter(book: BookText(self, file: file))
    writer.write(blocks)
    return (String(decoding: writer.out, as: UTF8.self), writer.book?.headings ?? [])
  }
}

/// The additions to an article's text in a book: unique names, picture files, and links that
/// lead somewhere.
package struct BookText {
  /// A heading for the table of contents.
  package struct Heading: Equatable {
    /// The level, 2-6: level 1 is the article's title.
    package let level: Int
    package let name: String
    package let text: String
  }

  private(set) var headings: [Heading] = []
  let file: (String) -> String?

  /// The names in the book of the text's anchors: headings are `h1`, `h2`, … and notes `f1`, `f2`,
  /// …, in text order; the first of equal anchors counts.
  private var names: [String: String] = [:]
  /// The highest level of the headings.
  private var topLevel = 6
  /// The targets of the references to notes so far.
  private var referred: Set<String> = []
  private var notes = 0

  init(_ body: ArticleBody, file: @escaping (String) -> String?) {
    self.file = file
    var (headings, notes) = (0, 0)
    var (names, topLevel) = (self.names, self.topLevel)
    body.visit { part in
      switch part {
      case .block(.heading(let level, _, let anchor)):
        topLevel = min(topLevel, max(1, level))
        headings += 1
        if let anchor, names[anchor] == nil { names[anchor] = "h\(headings)" }
      case .footnote(let note):
        notes += 1
        if names[note.anchor] == nil { names[note.anchor] = "f\(notes)" }
      case .leaf, .block: break
      }
    }
    (self.names, self.topLevel) = (names, topLevel)
  }

  /// Takes the next heading; gives its level and its name.
  mutating func take(heading text: [ArticleBody.Inline], level: Int) -> (Int, String?) {
    let heading = Heading(
      level: min(6, level - topLevel + 2), name: "h\(headings.count + 1)", text: text.plainText)
    headings.append(heading)
    return (heading.level, heading.name)
  }

  /// Takes the next note; gives its name, and whether a reference leads to it.
  mutating func takeNote() -> (name: String, isReferred: Bool) {
    notes += 1
    // References lead to the first note of a name only.
    return ("f\(notes)", referred.contains("#f\(notes)"))
  }

  /// Where a link leads in a book; nil for nowhere.
  func target(of url: String) -> String? {
    guard let anchor = ArticleBody.anchor(of: url) else { return WebAddress.strict(url) }
    return names[anchor].map { "#" + $0 }
  }

  /// The attributes of a reference to a note, of which the first has a name.
  mutating func reference(to target: String) -> String {
    let isFirst = referred.insert(target).inserted
    return " epub:type=\"noteref\"" + (isFirst ? " id=\"r\(target.dropFirst())\"" : "")
  }
}
