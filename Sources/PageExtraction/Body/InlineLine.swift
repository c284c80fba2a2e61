import ReadingList

/// Collects the inline runs of one block.
///
/// Emphasis, links and other wrappers stay open across the end of a block, because pages nest
/// blocks in them: `<a><h3>…</h3><p>…</p></a>` becomes a linked heading and a linked paragraph.
struct InlineLine {
  typealias Inline = ArticleBody.Inline

  private struct Frame {
    /// The run that encloses `inlines`, itself empty.
    var wrapper: Inline?
    var inlines: [Inline] = []
  }

  private var frames: [Frame] = [Frame(wrapper: nil)]
  private var endsWithSpace = true
  /// The number of line breaks since the last text.
  private(set) var breaks = 0
  private(set) var hasContent = false
  /// Whether the text so far ends with two lowercase letters, and not in an address.
  private var endsInWord = false

  /// The maximum nesting of wrappers; deeper text is written without them.
  private let deepest: Int

  init(deepest: Int) { self.deepest = deepest }

  /// Whether the line so far ends with the letters of a word, outside code.
  var endsWithWord: Bool {
    endsInWord && !frames.contains { if case .code? = $0.wrapper { true } else { false } }
  }

  /// Opens a wrapper, unless it is a link in a link or nested too deeply.
  ///
  /// - Returns: Whether it was opened and must be closed.
  mutating func open(_ wrapper: Inline) -> Bool {
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
    frames[frames.count - 1].inlines.appendJoining(Self.wrapped(frame))
  }

  /// Appends text, and collapses its white space with that before it.
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
    let end = text.unicodeScalars.suffix(2)
    endsInWord =
      end.count == 2 && end.allSatisfy(\.properties.isLowercase)
      && !out[(out.lastIndex(of: 0x20) ?? 0)...].contains(UInt8(ascii: "/"))
    if !text.unicodeScalars.allSatisfy({ $0 == " " || $0 == "\u{a0}" }) {
      hasContent = true
      breaks = 0
    }
    frames[frames.count - 1].inlines.appendJoining([.text(text)])
  }

  mutating func lineBreak() {
    breaks += 1
    frames[frames.count - 1].inlines.append(.lineBreak)
    endsWithSpace = true
    endsInWord = false
  }

  mutating func append(_ inline: Inline) {
    frames[frames.count - 1].inlines.append(inline)
    // A picture without alternative text shows nothing, so the spaces around it would double.
    if case .image(let image) = inline, image.alternative.isEmpty {} else { endsWithSpace = false }
    hasContent = true
    breaks = 0
    endsInWord = false
  }

  /// Ends the line and returns its trimmed runs; open wrappers stay open for the next line.
  mutating func take() -> [Inline] {
    let wrappers = frames.compactMap(\.wrapper)
    let isEmpty = !hasContent
    while frames.count > 1 { close() }
    let inlines = isEmpty ? [] : Self.trimmed(frames[0].inlines)
    frames = [Frame(wrapper: nil)] + wrappers.map { Frame(wrapper: $0) }
    endsWithSpace = true
    endsInWord = false
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
    if case .code = wrapper { return code(inlines) }
    // A footnote reference is already raised.
    if case .sup = wrapper, inlines.count == 1, case .footnoteReference = inlines[0] {
      return inlines
    }
    return [wrapper.containing(inlines)]
  }

  /// Converts runs to code; links stay links, other markup is dropped.
  private static func code(_ inlines: [Inline]) -> [Inline] {
    var out: [Inline] = []
    for inline in inlines {
      let pieces: [Inline] =
        switch (inline, inline.content) {
        case (.text(" "), _): if case .code? = out.last { [.code(" ")] } else { [inline] }
        case (.text(let text), _): [.code(text)]
        case (.link, .runs(let inside)): [inline.containing(code(inside))]
        case (_, .runs(let inside)): code(inside)
        default: [inline]
        }
      out.appendJoining(pieces, joinsCode: true)
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

  /// Applies a change to the content of a run; nil if nothing is left.
  private static func rewrapped(_ inline: Inline, _ change: ([Inline]) -> [Inline]) -> Inline? {
    guard case .runs(let inside) = inline.content else { return inline }
    let changed = change(inside)
    return changed.isEmpty ? nil : inline.containing(changed)
  }
}
