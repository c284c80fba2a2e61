import ReadingList
import TerminalKit

/// The text of one block with its styles, ready to be broken into lines.
struct StyledText {
  /// A stretch of the text in one style.
  struct Span {
    var text: String
    var style: Style
    var link: Int?
  }

  private(set) var spans: [Span] = []
  private var options = TypesetOptions()

  /// Plain text in one style.
  init(_ text: String, _ style: Style) { append(text, style, nil) }

  /// Inline runs; links are added to a list.
  init(
    _ inlines: [ArticleBody.Inline],
    style: Style,
    links: inout [TypesetText.Link],
    options: TypesetOptions = TypesetOptions()
  ) {
    self.options = options
    append(inlines, style, nil, &links)
  }

  private mutating func append(_ text: String, _ style: Style, _ link: Int?) {
    guard !text.isEmpty else { return }
    if let last = spans.indices.last, spans[last].style == style, spans[last].link == link {
      spans[last].text += text
    } else {
      spans.append(Span(text: text, style: style, link: link))
    }
  }

  private mutating func mark(_ mark: String, _ style: Style, _ link: Int?) {
    if options.marksEdits { append(mark, style, link) }
  }

  private mutating func append(
    _ inlines: [ArticleBody.Inline],
    _ style: Style,
    _ link: Int?,
    _ links: inout [TypesetText.Link]
  ) {
    for inline in inlines {
      switch inline {
      case .text(let text): append(text, style, link)
      case .emphasis(let inside): append(inside, style.adding(.italic), link, &links)
      case .strong(let inside): append(inside, style.adding(.bold), link, &links)
      case .code(let text):
        append(text, Style(.code, on: .code, style.attributes), link)
      case .link(let inside, let url):
        links.append(TypesetText.Link(text: ArticleBody.text(of: inside), url: url))
        if options.numbersLinks, !url.hasPrefix("#") {
          append("[\(links.count)]", Style(.secondary, on: style.surface), nil)
        }
        append(
          inside,
          Style(.link, on: style.surface, style.attributes.union(.underline)),
          links.count - 1,
          &links
        )
      case .strike(let inside):
        mark(ArticleBody.strikeMark, style, link)
        append(inside, style.adding(.strike), link, &links)
        mark(ArticleBody.strikeMark, style, link)
      case .inserted(let inside):
        mark(ArticleBody.insertionMark, style, link)
        append(inside, style.adding(.underline), link, &links)
        mark(ArticleBody.insertionMark, style, link)
      case .sub(let inside): append(ArticleBody.lowered(ArticleBody.text(of: inside)), style, link)
      case .sup(let inside): append(ArticleBody.raised(ArticleBody.text(of: inside)), style, link)
      case .mark(let inside):
        append(inside, Style(style.role, on: .highlight, style.attributes), link, &links)
      case .footnoteReference(let label, _):
        append("[\(label)]", Style(.link, on: style.surface, style.attributes), link)
      case .image(let image):
        if !image.alternative.isEmpty {
          append("[\(image.alternative)]", Style(.secondary, on: style.surface), link)
        }
      case .lineBreak: append("\n", style, link)
      }
    }
  }

  /// Whether its first letter with a direction runs from right to left.
  var isRightToLeft: Bool {
    for span in spans {
      for scalar in span.text.unicodeScalars where scalar.value >= 0x41 {
        if scalar.isRightToLeft { return true }
        if scalar.properties.isAlphabetic { return false }
      }
    }
    return false
  }

  /// Adds another text after this one.
  mutating func append(_ other: StyledText) {
    for span in other.spans { append(span.text, span.style, span.link) }
  }
}

extension Unicode.Scalar {
  /// Whether it is of a script that runs from right to left.
  var isRightToLeft: Bool {
    switch value {
    case 0x590...0x8ff, 0xfb1d...0xfdff, 0xfe70...0xfeff, 0x10800...0x10fff, 0x1e800...0x1efff: true
    default: false
    }
  }
}

extension Style {
  /// The style with more attributes.
  func adding(_ attributes: Attributes) -> Style {
    Style(role, on: surface, self.attributes.union(attributes))
  }
}
