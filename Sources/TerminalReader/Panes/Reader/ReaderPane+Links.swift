import ReadingList
import ReadingListModel
import TerminalKit
import Typesetting

/// Letters over the links on screen, one of which is followed by typing them.
struct LinkHints: Equatable {
  /// A link and its letters.
  struct Hint: Equatable {
    var letters: String
    var url: String
    var point: Point
  }

  let hints: [Hint]
  /// What is done with the link that is chosen.
  let command: Command
  /// What was typed so far.
  var typed = ""

  /// The letters, those under the fingers first.
  private static let alphabet = Array("asdfjklghewioruptynmvcbxzq")

  /// Gives links as few letters as tell all of them apart.
  init(_ links: [(url: String, point: Point)], _ command: Command) {
    self.command = command
    var length = 1
    var room = Self.alphabet.count
    while room < links.count {
      length += 1
      room *= Self.alphabet.count
    }
    hints = links.enumerated().map { index, link in
      var letters = ""
      var rest = index
      for _ in 0..<length {
        letters.append(Self.alphabet[rest % Self.alphabet.count])
        rest /= Self.alphabet.count
      }
      return Hint(letters: String(letters.reversed()), url: link.url, point: link.point)
    }
  }

  /// What the letters are typed for.
  var instruction: String {
    switch command {
    case .openPicture: "Type a picture's letter to open it"
    case .linkMenu: "Type a link's letter for its menu"
    default: "Type a link's letter to follow it"
    }
  }

  /// Those that what was typed may mean.
  var left: [Hint] { hints.filter { $0.letters.hasPrefix(typed) } }
}

extension ReaderPane {
  /// Puts letters over the links on screen.
  func showLinkHints(for command: Command) -> CommandOutcome {
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
          links.append((viewport.text.links[link].url, point))
        }
        column += run.text.displayWidth
      }
    }
    guard !links.isEmpty else { return .refused("No links on screen") }
    linkHints = LinkHints(links, command)
    return .done
  }

  /// Takes a key while letters stand over links.
  func takeHint(_ key: Key) {
    guard var hints = linkHints else { return }
    linkHints = nil
    model.status = nil
    guard case .character(let letter) = key.code, key.modifiers.isEmpty else { return }
    hints.typed.append(letter)
    let left = hints.left
    if let hint = left.first, hint.letters == hints.typed {
      if hints.command == .linkMenu, showNote(hint.url, at: hint.point) { return }
      // Elsewhere within the text there is nothing to choose.
      if hints.command == .followLink || ArticleBody.anchor(of: hint.url) != nil {
        follow(hint.url)
      } else {
        interface.perform(Invocation(hints.command, hint.url))
      }
    } else if left.isEmpty {
      model.status = .info("No link has the letters \(hints.typed)")
    } else {
      linkHints = hints
    }
  }

  /// Draws the letters.
  func drawLinkHints(in clip: Rect, on screen: inout Screen) {
    guard let linkHints else { return }
    for hint in linkHints.left {
      _ = screen.put(
        String(hint.letters.dropFirst(linkHints.typed.count)), at: hint.point,
        style: Style(.key, on: .currentMatch, [.bold]), clip: clip)
    }
  }

  /// Goes where an address leads: to a line of the text, or out of it.
  func follow(_ url: String) {
    guard let anchor = ArticleBody.anchor(of: url) else {
      let saved = model.route.savedArticle(at: url)
      let isElsewhere = saved == nil || saved == model.reader.id
      interface.perform(Invocation(isElsewhere ? .openInBrowser : .openSaved, url))
      return
    }
    setMoreText(toEnd: true)
    if let line = viewport?.text.anchors[anchor] {
      jump(toLine: line)
    } else {
      model.status = .info("The text has no place “\(anchor)”")
    }
  }

  /// More characters of a note than anybody reads in a box.
  private static var maxNoteLength: Int { 8000 }

  /// Shows the note that an address within the text leads to, beside a point of the screen.
  ///
  /// - Returns: whether it leads to a note.
  func showNote(_ url: String, at point: Point) -> Bool {
    guard let anchor = ArticleBody.anchor(of: url),
      let note = model.reader.body?.footnote(at: anchor)
    else { return false }
    let text = ArticleBody(blocks: note.blocks).plainText.prefix(Self.maxNoteLength)
    let textEnd = area.map { textColumn(in: $0).endColumn } ?? layout.size.columns
    let box = NoteBox(
      label: note.label, text: String(text), url: url, point: point, textEnd: textEnd)
    interface.show(.note(box))
    return true
  }

  /// What can be done with a link.
  func linkMenu(_ invocation: Invocation) -> BoxContent? {
    let url = invocation.argument
    guard !url.isEmpty else { return nil }
    var items: [ListRow] = []
    func add(_ title: String, _ command: Command) {
      guard model.offers(command) else { return }
      items.append(ListRow(title, name: command.name, ListAction(Invocation(command, url))))
    }
    if model.route.savedArticle(at: url) != nil {
      add("Open the saved article", .openSaved)
    } else {
      add("Save to the list", .add)
      add("Read here", .readHere)
    }
    add("Open in the browser", .openInBrowser)
    add("Copy the address", .copyURL)
    let text = model.reader.body?.links.first { $0.url == url }?.text ?? ""
    let title = text.isEmpty || text == url ? "Link" : text
    return BoxContent(
      invocation, title: title, about: url, items: items,
      hints: [BoxHint(.enter, "choose"), .close])
  }

  // MARK: Back and forward

  /// Goes to a line that is not read up to, and remembers where it was.
  func jump(toLine line: Int) {
    guard viewport != nil else { return }
    model.route.leavePlace()
    go(toLine: line)
  }

  /// Goes back to where the last jumps began, or forward again.
  func goThroughJumps(_ count: Int) -> CommandOutcome {
    setMoreText(toEnd: true)
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
