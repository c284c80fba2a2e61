extension ArticleBody {
  /// The plain text of every leaf of text, in reading order: what reading positions count over.
  ///
  /// Leaves are headings, paragraphs, code blocks, terms, summaries, pictures (their words), captions
  /// and table rows (cells joined by a tab). Rules have none.
  package var textBlocks: [String] {
    var leaves: [String] = []
    Self.collect(blocks, into: &leaves)
    return leaves
  }

  private static func collect(_ blocks: [Block], into leaves: inout [String]) {
    for block in blocks {
      switch block {
      case .heading(_, let inlines, _), .paragraph(let inlines): leaves.append(text(of: inlines))
      case .code(let text, _): leaves.append(text)
      case .list(let list): for item in list.items { collect(item, into: &leaves) }
      case .definitions(let groups):
        for group in groups {
          leaves += group.terms.map { text(of: $0) }
          for detail in group.details { collect(detail, into: &leaves) }
        }
      case .quote(let inside): collect(inside, into: &leaves)
      case .table(let table):
        if !table.caption.isEmpty { leaves.append(text(of: table.caption)) }
        let rows = (table.header.isEmpty ? [] : [table.header]) + table.rows
        leaves += rows.map { row in row.map { text(of: $0) }.joined(separator: "\t") }
      case .figure(let figure):
        leaves += figure.images.map(\.alternative)
        if !figure.caption.isEmpty { leaves.append(text(of: figure.caption)) }
      case .rule: break
      case .details(let summary, let inside):
        leaves.append(text(of: summary))
        collect(inside, into: &leaves)
      case .footnotes(let notes): for note in notes { collect(note.blocks, into: &leaves) }
      }
    }
  }

  /// The text of inline runs as it is shown, without styles; a line break is a line feed.
  package static func text(of inlines: [Inline]) -> String {
    var text = ""
    for inline in inlines {
      switch inline {
      case .text(let run), .code(let run): text += run
      case .emphasis(let inside), .strong(let inside), .link(let inside, _), .strike(let inside),
        .mark(let inside), .inserted(let inside):
        text += Self.text(of: inside)
      case .sub(let inside): text += lowered(Self.text(of: inside))
      case .sup(let inside): text += raised(Self.text(of: inside))
      case .footnoteReference(let label, _): text += "[\(label)]"
      case .image(let image): text += image.alternative.isEmpty ? "" : "[\(image.alternative)]"
      case .lineBreak: text += "\n"
      }
    }
    return text
  }

  /// Text as superscript characters where there are such, else after a caret; the number of a note in
  /// brackets stands as it is.
  package static func raised(_ text: String) -> String {
    if text.hasPrefix("["), text.hasSuffix("]") { return text }
    return shifted(text, by: superscripts) ?? marked(text, "^")
  }

  /// Text as subscript characters where there are such, else after an underscore.
  package static func lowered(_ text: String) -> String {
    shifted(text, by: subscripts) ?? marked(text, "_")
  }

  /// A mark and text, in parentheses where it could not be told how much of it is meant.
  private static func marked(_ text: String, _ mark: String) -> String {
    if text.isEmpty { return "" }
    let isPlain = text.count == 1 || "([".contains(text.first ?? " ")
    return isPlain ? mark + text : mark + "(" + text + ")"
  }

  private static func shifted(_ text: String, by table: [Character: Character]) -> String? {
    guard !text.isEmpty else { return nil }
    var out = ""
    for character in text {
      guard let other = table[character] else { return nil }
      out.append(other)
    }
    return out
  }

  private static let superscripts = Dictionary(
    uniqueKeysWithValues: zip(
      "0123456789+-−=()abcdefghijklmnoprstuvwxyz",
      "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ"
    )
  )
  private static let subscripts = Dictionary(
    uniqueKeysWithValues: zip(
      "0123456789+-−=()aehijklmnoprstuvx",
      "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ"
    )
  )
}
