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

  /// Plain text in one style.
  init(_ text: String, _ style: Style) { append(text, style, nil) }

  /// Inline runs; links are added to a list.
  init(_ inlines: [ArticleBody.Inline], style: Style, links: inout [TypesetText.Link]) {
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
        append(
          inside,
          Style(.link, on: style.surface, style.attributes.union(.underline)),
          links.count - 1,
          &links
        )
      case .strike(let inside): append(inside, style.adding(.strike), link, &links)
      case .inserted(let inside): append(inside, style.adding(.underline), link, &links)
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
        switch scalar.value {
        case 0x590...0x8ff, 0xfb1d...0xfdff, 0xfe70...0xfeff, 0x10800...0x10fff,
          0x1e800...0x1efff:
          return true
        default: if scalar.properties.isAlphabetic { return false }
        }
      }
    }
    return false
  }

  /// Adds another text after this one.
  mutating func append(_ other: StyledText) {
    for span in other.spans { append(span.text, span.style, span.link) }
  }
}

extension Style {
  /// The style with more attributes.
  func adding(_ attributes: Attributes) -> Style {
    Style(role, on: surface, self.attributes.union(attributes))
  }
}
