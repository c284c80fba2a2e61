import ReadingList

/// Collects the inline runs of one block.
///
/// Emphasis, links and the like stay open over the end of a block, because pages put blocks inside
/// them: `<a><h3>…</h3><p>…</p></a>` gives a heading and a paragraph that are links.
struct InlineLine {
  typealias Inline = ArticleBody.Inline

  /// What surrounds a run.
  enum Wrapper: Equatable {
    case emphasis, strong, code, strike, sub, sup, mark, inserted
    case link(String)
  }

  private struct Frame {
    var wrapper: Wrapper?
    var inlines: [Inline] = []

    /// Appends runs, joining text with text.
    mutating func add(_ more: [Inline]) {
      for inline in more {
        if case .text(let text) = inline, case .text(let before)? = inlines.last {
          inlines[inlines.count - 1] = .text(before + text)
        } else {
          inlines.append(inline)
        }
      }
    }
  }

  private var frames: [Frame] = [Frame(wrapper: nil)]
  private var endsWithSpace = true
  /// Line breaks since the last text.
  private(set) var breaks = 0
  private(set) var hasContent = false

  /// The deepest nesting of wrappers; what is deeper keeps its text only.
  private let deepest: Int

  init(deepest: Int) { self.deepest = deepest }

  /// Opens a wrapper; a link in a link, and nesting without end, are not opened.
  ///
  /// - Returns: Whether it was opened and is to be closed.
  mutating func open(_ wrapper: Wrapper) -> Bool {
    guard frames.count < deepest else { return false }
    if case .link = wrapper,
      frames.contains(where: { if case .link? = $0.wrapper { true } else { false } })
    {
      return false
    }
    frames.append(Frame(wrapper: wrapper))
    return true
  }

  mutating func close() {
    guard frames.count > 1, let frame = frames.popLast() else { return }
    frames[frames.count - 1].add(Self.wrapped(frame))
  }

  /// Appends text, collapsing white space with what stands before.
  mutating func text(_ bytes: ArraySlice<UInt8>) {
    if bytes.allSatisfy({ $0 < 0x7f && ($0 >= 0x20 || PageTree.isSpace($0)) }) {
      collapse(bytes)
    } else {
      collapse(CleanText.string(bytes).utf8)
    }
  }

  private mutating func collapse(_ bytes: some Collection<UInt8>) {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    for byte in bytes {
      if PageTree.isSpace(byte) {
        if !endsWithSpace {
          out.append(0x20)
          endsWithSpace = true
        }
      } else {
        out.append(byte)
        endsWithSpace = false
      }
    }
    guard !out.isEmpty else { return }
    let text = String(decoding: out, as: UTF8.self)
    if !Self.isBlank(out) {
      hasContent = true
      breaks = 0
    }
    frames[frames.count - 1].add([.text(text)])
  }

  /// Whether text is nothing but spaces, of which some may not be broken at.
  private static func isBlank(_ text: [UInt8]) -> Bool {
    var rest = text[...]
    while let byte = rest.popFirst() {
      if byte == 0x20 { continue }
      guard byte == 0xc2, rest.popFirst() == 0xa0 else { return false }
    }
    return true
  }

  mutating func lineBreak() {
    breaks += 1
    frames[frames.count - 1].inlines.append(.lineBreak)
    endsWithSpace = true
  }

  mutating func append(_ inline: Inline) {
    frames[frames.count - 1].inlines.append(inline)
    // A picture without words shows nothing, so that the spaces around it would be two.
    if case .image(let image) = inline, image.alternative.isEmpty {
    } else {
      endsWithSpace = false
    }
    hasContent = true
    breaks = 0
  }

  /// Ends the line and gives its runs, trimmed; what is open stays open for the next one.
  mutating func take() -> [Inline] {
    let wrappers = frames.compactMap(\.wrapper)
    let isEmpty = !hasContent
    while frames.count > 1 { close() }
    let inlines = isEmpty ? [] : Self.trimmed(frames[0].inlines)
    frames = [Frame(wrapper: nil)] + wrappers.map { Frame(wrapper: $0) }
    endsWithSpace = true
    hasContent = false
    breaks = 0
    return inlines
  }

  private static func wrapped(_ frame: Frame) -> [Inline] {
    guard let wrapper = frame.wrapper else { return frame.inlines }
    let inlines = frame.inlines
    let isBlank = inlines.allSatisfy {
      switch $0 {
      case .text(let text): text == " "
      case .lineBreak: true
      default: false
      }
    }
    if isBlank { return inlines }
    switch wrapper {
    case .emphasis: return [.emphasis(inlines)]
    case .strong: return [.strong(inlines)]
    case .strike: return [.strike(inlines)]
    case .sub: return [.sub(inlines)]
    case .sup:
      if inlines.count == 1, case .footnoteReference = inlines[0] { return inlines }
      return [.sup(inlines)]
    case .mark: return [.mark(inlines)]
    case .inserted: return [.inserted(inlines)]
    case .link(let url): return [.link(inlines, url: url)]
    case .code: return code(inlines)
    }
  }

  /// Runs as code: what is a link stays a link, other markup goes.
  private static func code(_ inlines: [Inline]) -> [Inline] {
    var out: [Inline] = []
    for inline in inlines {
      switch inline {
      case .text(let text):
        if case .code(let before)? = out.last {
          out[out.count - 1] = .code(before + text)
        } else if text == " " {
          out.append(inline)
        } else {
          out.append(.code(text))
        }
      case .code(let text):
        if case .code(let before)? = out.last {
          out[out.count - 1] = .code(before + text)
        } else {
          out.append(.code(text))
        }
      case .link(let inner, let url): out.append(.link(code(inner), url: url))
      case .emphasis(let inner), .strong(let inner), .mark(let inner), .strike(let inner),
        .sub(let inner), .sup(let inner), .inserted(let inner):
        for piece in code(inner) {
          if case .code(let text) = piece, case .code(let before)? = out.last {
            out[out.count - 1] = .code(before + text)
          } else {
            out.append(piece)
          }
        }
      default: out.append(inline)
      }
    }
    return out
  }

  // MARK: Trimming

  static func trimmed(_ inlines: [Inline]) -> [Inline] { trimmedEnd(trimmedStart(inlines)) }

  private static func trimmedStart(_ inlines: [Inline]) -> [Inline] {
    var out = inlines[...]
    while let first = out.popFirst() {
      switch first {
      case .lineBreak: continue
      case .text(let text):
        let rest = text.drop { $0 == " " }
        if rest.isEmpty { continue }
        return [.text(String(rest))] + out
      default:
        guard let trimmed = rewrapped(first, trimmedStart) else { continue }
        return [trimmed] + out
      }
    }
    return []
  }

  private static func trimmedEnd(_ inlines: [Inline]) -> [Inline] {
    var out = inlines
    while let last = out.popLast() {
      switch last {
      case .lineBreak: continue
      case .text(var text):
        while text.utf8.last == 0x20 { text.removeLast() }
        if text.isEmpty { continue }
        out.append(.text(text))
      default:
        guard let trimmed = rewrapped(last, trimmedEnd) else { continue }
        out.append(trimmed)
      }
      return out
    }
    return out
  }

  /// A run with its inside changed; nil when nothing is left of it.
  private static func rewrapped(_ inline: Inline, _ change: ([Inline]) -> [Inline]) -> Inline? {
    func wrap(_ inner: [Inline], _ make: ([Inline]) -> Inline) -> Inline? {
      let changed = change(inner)
      return changed.isEmpty ? nil : make(changed)
    }
    return switch inline {
    case .emphasis(let inner): wrap(inner, Inline.emphasis)
    case .strong(let inner): wrap(inner, Inline.strong)
    case .strike(let inner): wrap(inner, Inline.strike)
    case .sub(let inner): wrap(inner, Inline.sub)
    case .sup(let inner): wrap(inner, Inline.sup)
    case .mark(let inner): wrap(inner, Inline.mark)
    case .inserted(let inner): wrap(inner, Inline.inserted)
    case .link(let inner, let url): wrap(inner) { .link($0, url: url) }
    default: inline
    }
  }
}
