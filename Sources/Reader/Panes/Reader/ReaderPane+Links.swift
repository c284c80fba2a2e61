import ReadingList
import Terminal

struct LinkHints {
  typealias Hint = (letters: String, url: String, point: Point)

  let hints: [Hint]
  var typed = ""

  private static let alphabet = Array("asdfjklghewioruptynmvcbxzq")

  /// Assigns each link as few letters as tell all of them apart.
  init(_ links: [(url: String, point: Point)]) {
    let letters = Self.alphabet.map { String($0) }
    let pairs = letters.flatMap { first in letters.map { first + $0 } }
    hints = zip(links, links.count > letters.count ? pairs : letters).map { link, letters in
      (letters: letters, url: link.url, point: link.point)
    }
  }

  var left: [Hint] { hints.filter { $0.letters.hasPrefix(typed) } }
}

extension ReaderPane {
  func showLinkHints() -> CommandOutcome {
    guard let viewport, let area else { return .done }
    model.navigation.focus = .reader
    let text = textColumn(in: area)
    var links: [(url: String, point: Point)] = []
    var seen: Set<Int> = []
    let lines = viewport.text.lines.dropFirst(viewport.top).prefix(area.rows)
    for (row, line) in lines.enumerated() {
      var column = text.column
      for run in line.runs {
        if let link = run.link, seen.insert(link).inserted {
          let point = Point(column: column, row: area.row + row)
          links.append((viewport.text.links[link], point))
        }
        column += run.text.displayWidth
      }
    }
    let shown = viewport.top..<(viewport.top + area.rows)
    for picture in viewport.text.pictures where picture.lines.overlaps(shown) {
      let row = area.row + max(0, picture.line - viewport.top)
      let point = Point(column: text.column + picture.column, row: row)
      if !links.contains(where: { $0.point == point }) { links.append((picture.url, point)) }
    }
    guard !links.isEmpty else { return .refused("No links on screen") }
    linkHints = LinkHints(links)
    return .done
  }

  func takeHint(_ key: Key) {
    guard var hints = linkHints else { return }
    linkHints = nil
    model.status = nil
    guard case .character(let letter) = key.code, key.modifiers.isEmpty else { return }
    hints.typed.append(letter)
    let left = hints.left
    if let hint = left.first, hint.letters == hints.typed {
      showOrFollow(hint.url)
    } else if left.isEmpty {
      model.status = .info("No link has the letters \(hints.typed)")
    } else {
      linkHints = hints
    }
  }

  func drawLinkHints(in clip: Rect, on screen: inout Screen) {
    guard let linkHints else { return }
    for hint in linkHints.left {
      _ = screen.put(
        String(hint.letters.dropFirst(linkHints.typed.count)), at: hint.point,
        style: Style(.key, on: .currentMatch, [.bold]), clip: clip)
    }
  }

  func follow(_ url: String) {
    guard let anchor = ArticleBody.anchor(of: url) else {
      if let file = model.pictures.file(of: url) {
        return model.session.effects.append(.openFile(file))
      }
      guard let saved = model.route.savedArticle(at: url), saved.id != model.reader.id else {
        return interface.perform(Invocation(.openInBrowser, url))
      }
      model.route.leavePlace()
      return model.route.openInItsList(saved)
    }
    if let line = viewport?.text.anchors[anchor] {
      jump(toLine: line)
    } else {
      model.status = .info("The text has no place “\(anchor)”")
    }
  }

  /// Shows the footnote that a link leads to, or else follows the link.
  func showOrFollow(_ url: String) {
    if let box = Box(.footnote(url), interface) { interface.show(box) } else { follow(url) }
  }

  private static var maxNoteLength: Int { 8000 }

  /// Nil if the link does not lead to a footnote.
  func footnote(_ url: String) -> BoxContent? {
    guard let anchor = ArticleBody.anchor(of: url),
      let note = model.reader.body?.footnote(at: anchor)
    else { return nil }
    let text = ArticleBody(blocks: note.blocks).plainText.prefix(Self.maxNoteLength)
    var content = BoxContent("Footnote \(note.label)")
    let box = Dialog.frame(on: layout, columns: Metrics.dialogColumns, rows: 1)
    content.rows = text.split(separator: "\n").flatMap {
      String($0).wrapped(toWidth: max(1, box.columns - 4))
    }.map { ListRow([Span($0, Style(.text))]) }
    content.hints = [Chip(.enter, "go there"), .close]
    content.keys[Key(.enter)] = ListAction { $0.reader.follow(url) }
    return content
  }

  // MARK: Back and forward

  /// Jumps to a line and adds the place left to the jump list; the text between does not count as
  /// read.
  func jump(toLine line: Int) {
    guard viewport != nil else { return }
    model.route.leavePlace()
    go(toLine: line)
  }

  func goThroughJumps(_ count: Int) -> CommandOutcome {
    guard let jump = model.route.jump(by: count) else {
      return .refused(count > 0 ? "No later place" : "No earlier place")
    }
    let isOpen = jump.article == model.reader.id
    model.route.show(jump)
    if isOpen, let viewport {
      go(toLine: jump.position == .start ? 0 : viewport.text.line(at: jump.position))
    }
    return .done
  }
}
