// The text of inline runs, defined once for positions, typesetting, searching, counting and output.

extension ArticleBody.Inline {
  /// The content of a run without its style.
  package enum Content {
    /// Text of its own.
    case text(String)
    /// The words that stand for a picture, in brackets; nothing where it has none.
    case picture(String)
    /// Other runs.
    case runs([ArticleBody.Inline])
  }

  /// The run's content; a line break is a line feed, a reference to a note its label in brackets.
  package var content: Content {
    switch self {
    case .text(let text), .code(let text): .text(text)
    case .emphasis(let runs), .strong(let runs), .link(let runs, _), .strike(let runs),
      .sub(let runs), .sup(let runs), .mark(let runs), .inserted(let runs):
      .runs(runs)
    case .footnoteReference(let label, _): .text("[\(label)]")
    case .image(let image): .picture(image.alternative.isEmpty ? "" : "[\(image.alternative)]")
    case .lineBreak: .text("\n")
    }
  }

  /// The sign around struck or inserted text in output without styles; empty for other runs.
  package var editMark: String {
    switch self {
    case .strike: "~~"
    case .inserted: "+"
    default: ""
    }
  }
}

extension [ArticleBody.Inline] {
  /// The text of inline runs: what `ReadingPosition` counts in.
  package var text: String {
    var out = ""
    write(to: &out, hasPictures: true)
    return out
  }

  /// The text of inline runs without the words of pictures.
  package var plainText: String {
    var out = ""
    write(to: &out)
    return out
  }

  /// Adds the text to another.
  ///
  /// - Parameters:
  ///   - out: what it is added to.
  ///   - hasPictures: whether the words of pictures belong to it.
  ///   - marksEdits: whether `editMark` stands around what was struck or inserted.
  func write(to out: inout String, hasPictures: Bool = false, marksEdits: Bool = false) {
    for inline in self {
      switch inline.content {
      case .text(let text): out += text
      case .picture(let words): if hasPictures { out += words }
      case .runs(let runs):
        let mark = marksEdits ? inline.editMark : ""
        out += mark
        runs.write(to: &out, hasPictures: hasPictures, marksEdits: marksEdits)
        out += mark
      }
    }
  }
}
