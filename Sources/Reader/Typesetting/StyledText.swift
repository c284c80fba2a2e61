import ReadingList
import Terminal

struct StyledText {
  /// A stretch of text in one style.
  ///
  /// If it sets the body's text, it has as many characters, and no cluster of the body is split
  /// between two spans.
  struct Span {
    var text: String
    var style: Style
    var link: Int?
    /// Where the text of which this is a part begins, not the part itself; nil for added text.
    var origin: ReadingPosition?
  }

  private(set) var spans: [Span] = []
  private var options = TypesetOptions()
  /// The last cluster of the body's text so far.
  private var cluster = Unicode._CharacterRecognizer()

  /// Plain text in one style; without an origin it is not the body's.
  init(_ text: String, _ style: Style, at origin: ReadingPosition? = nil) {
    append(text, style, nil, origin)
  }

  /// Inline runs, whose text begins at `origin`; appends their links to a list.
  init(
    _ inlines: [ArticleBody.Inline], style: Style, at origin: ReadingPosition,
    links: inout [String], options: TypesetOptions = TypesetOptions()
  ) {
    self.options = options
    append(inlines, style, nil, origin, &links)
  }

  private mutating func append(
    _ text: String, _ style: Style, _ link: Int?, _ origin: ReadingPosition?
  ) {
    let text = origin == nil ? text : joined(text, at: origin)
    guard !text.isEmpty else { return }
    if let last = spans.indices.last, spans[last].style == style, spans[last].link == link,
      spans[last].origin == origin
    {
      spans[last].text += text
    } else {
      spans.append(Span(text: text, style: style, link: link, origin: origin))
    }
  }

  /// Adds the start that belongs to the body's last cluster to that, and returns the rest.
  private mutating func joined(_ text: String, at origin: ReadingPosition?) -> String {
    var rest = text
    if let last = spans.lastIndex(where: { $0.origin != nil }), spans[last].origin == origin {
      let scalars = text.unicodeScalars
      let end = scalars.firstIndex { cluster.hasBreak(before: $0) } ?? scalars.endIndex
      // Adding to the scalar view would copy the whole text.
      spans[last].text += String(scalars[..<end])
      rest = String(scalars[end...])
    }
    if let last = rest.last {
      cluster = Unicode._CharacterRecognizer()
      for scalar in last.unicodeScalars { _ = cluster.hasBreak(before: scalar) }
    }
    return rest
  }

  private mutating func append(
    _ inlines: [ArticleBody.Inline], _ style: Style, _ link: Int?, _ origin: ReadingPosition,
    _ links: inout [String], in place: ShiftedText = ShiftedText()
  ) {
    append(place.before, style, link, nil)
    for inline in inlines {
      var target = link
      switch inline {
      case .sub(let inside):
        append(inside, style, link, origin, &links, in: .lowered(inside.text))
        continue
      case .sup(let inside):
        append(inside, style, link, origin, &links, in: .raised(inside.text))
        continue
      // With numbered links, only those that lead out of the text count as links.
      case .link(_, let url) where !options.numbersLinks || ArticleBody.anchor(of: url) == nil:
        links.append(url)
        target = links.count - 1
        if options.numbersLinks {
          append("[\(links.count)]", Style(.secondary, on: style.surface), nil, nil)
        }
      case .footnoteReference(_, let anchor) where !options.numbersLinks:
        links.append("#" + anchor)
        target = links.count - 1
      // The number in brackets looks like a link's.
      case .footnoteReference: append("^", style, link, nil)
      default: break
      }
      let mark = options.marksEdits ? inline.editMark : ""
      append(mark, style, link, nil)
      let own = Self.style(of: inline, in: style)
      switch inline.content {
      case .text(let text), .picture(let text): append(place.written(text), own, target, origin)
      case .runs(let runs):
        let inside = ShiftedText(characters: place.characters)
        append(runs, own, target, origin, &links, in: inside)
      }
      append(mark, style, link, nil)
    }
    append(place.after, style, link, nil)
  }

  private static func style(of inline: ArticleBody.Inline, in style: Style) -> Style {
    switch inline {
    case .text, .sub, .sup, .lineBreak: style
    case .emphasis: style.adding(.italic)
    case .strong: style.adding(.bold)
    case .strike: style.adding(.strike)
    case .inserted: style.adding(.underline)
    case .code: Style(.code, on: .code, style.attributes)
    case .link: Style(.link, on: style.surface, style.attributes.union(.underline))
    case .mark: Style(style.role, on: .highlight, style.attributes)
    case .footnoteReference: Style(.link, on: style.surface, style.attributes)
    case .image: Style(.secondary, on: style.surface)
    }
  }

  /// Whether its first letter with a direction runs right to left.
  var isRightToLeft: Bool {
    for span in spans { if let found = span.text.isRightToLeft { return found } }
    return false
  }

  mutating func append(_ other: StyledText) {
    for span in other.spans { append(span.text, span.style, span.link, span.origin) }
  }

  /// The text with another place in the body; nil for none.
  func moved(to origin: ReadingPosition?) -> StyledText {
    var moved = self
    for span in moved.spans.indices where moved.spans[span].origin != nil {
      moved.spans[span].origin = origin
    }
    return moved
  }
}

extension Style {
  func adding(_ attributes: Attributes) -> Style {
    Style(role, on: surface, self.attributes.union(attributes))
  }
}
