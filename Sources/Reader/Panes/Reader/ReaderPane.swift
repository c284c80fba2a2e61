package import ReadingList
import Terminal

/// The open article's text or the reason for its absence, or the shuffle screen.
package final class ReaderPane: Pane {
  unowned let interface: Interface
  let name = Navigation.Pane.reader
  var viewport: ReaderViewport?
  var selection: TextSelection? { didSet { model.isSelecting = selection != nil } }
  /// Kept while a selection moves by lines.
  var goalColumn: Int?
  var linkHints: LinkHints?
  /// Where to return if finding is canceled: the first line, the search and the match.
  var findOrigin: (top: Int, find: String, match: Int?)?
  var currentMatch: Int? { didSet { clickedPosition = nil } }
  /// Nil once a match was gone to.
  var clickedPosition: ReadingPosition?
  package var pictureColors = PictureDrawing.Colors.full
  var pictureCells: [PictureDrawing: PictureCells] = [:]

  init(_ interface: Interface) { self.interface = interface }

  var contexts: [Keymap.Context] {
    if selection != nil { return [.selection, .all] }
    return model.isDiscovering ? [.discovery, .reader, .all] : [.reader, .all]
  }

  var hints: [Hint] {
    if selection != nil {
      return [
        Hint([Invocation(.select)], "other end"), Hint(.highlight), Hint(.annotate),
        Hint(.copyText), .cancel(),
        Hint([Invocation(.nextWord), Invocation(.previousWord)], "word"),
        Hint([Invocation(.nextParagraph), Invocation(.previousParagraph)], "paragraph"), .colors,
        Hint(.help),
      ]
    }
    let commands: [Command] =
      if !model.isDiscovering {
        [
          .back, .archive, .favorite, .help, .find, .select, .nextArticle, .openInBrowser, .zen,
          .add, .settings,
        ]
      } else if model.reader.id == nil {
        [.discover, .source, .category, .back, .help, .settings]
      } else {
        [
          .discover, .savePick, .openInBrowser, .back, .help, .source, .previousPick, .blockSite,
          .find, .zen, .category,
        ]
      }
    // These do nothing without an article; the others act on the one under the list's cursor.
    let needing: [Command] = model.reader.id == nil ? [.find, .select, .zen] : []
    return commands.filter { !needing.contains($0) }.map { Hint($0) }
  }

  // MARK: Commands

  var page: Int { max(1, rows - 2) }

  func move(by lines: Int) {
    if selection != nil { moveSelection(byLines: lines) } else { scroll(by: lines) }
  }

  func move(to line: Int) {
    if selection != nil {
      moveSelection(toTop: line != .max)
    } else if line != .max {
      jump(toLine: line)
    } else {
      if let viewport { jump(toLine: viewport.top) }
      finish()
    }
  }

  func handle(_ invocation: Invocation, count: Int) -> CommandOutcome? {
    let argument = invocation.argument
    switch invocation.command {
    case .scrollReaderDown: scroll(by: count)
    case .scrollReaderUp: scroll(by: -count)
    case .find where isFocused: beginFinding()
    case .findNext where isFocused: return findAgain(count)
    case .findPrevious where isFocused: return findAgain(-count)
    case .nextHeading: return jump(to: \.headingLines, count, of: "heading")
    case .previousHeading: return jump(to: \.headingLines, -count, of: "heading")
    case .nextParagraph where selection != nil: select(.paragraph, by: count)
    case .previousParagraph where selection != nil: select(.paragraph, by: -count)
    case .nextParagraph: return jump(to: \.blockLines, count, of: "paragraph")
    case .previousParagraph: return jump(to: \.blockLines, -count, of: "paragraph")
    case .select: return select()
    case .selectRight: select(.character, by: count)
    case .selectLeft: select(.character, by: -count)
    case .nextWord: select(.word, by: count)
    case .previousWord: select(.word, by: -count)
    case .copyText: return copyText()
    case .highlight: return highlight(argument)
    case .annotate: return annotate(argument)
    case .removeHighlight: return removeHighlight()
    case .followLink:
      if argument.isEmpty { return showLinkHints() }
      follow(argument)
    case .jumpBack: return goThroughJumps(-count)
    case .jumpForward: return goThroughJumps(count)
    case .zen: return toggleZen()
    case .edit: return edit()
    case .write:
      let overwrites = interface.isConfirmed
      return handOn { .write(argument, $0, overwrites: overwrites) }
    case .pipe:
      defer { endSelection() }
      return handOn { .pipe(argument, $0) }
    case .paneLeft where isFocused && model.isDiscovering: interface.focusSidebar()
    case .paneLeft where isFocused: leave()
    case .paneRight where isFocused: interface.focusInspector()
    case .back where isFocused: goBack(isBack: true)
    case .cancel where isFocused: goBack(isBack: false)
    default: return nil
    }
    return .done
  }

  private func leave() {
    model.navigation.isZen = false
    model.reader.savePosition()
    model.navigation.focus = .list
  }

  private func goBack(isBack: Bool) {
    if selection != nil {
      endSelection()
    } else if model.navigation.isZen {
      model.navigation.isZen = false
    } else if !isBack, !model.reader.find.isEmpty {
      model.reader.endFinding()
      currentMatch = nil
    } else if !isBack, frames.panel != nil {
      model.navigation.setPanel(nil)
    } else if !model.isDiscovering {
      leave()
      if isBack, layout.closesReader { model.route.closeReader() }
    } else if model.discovery.isLooking {
      model.route.stopLooking()
    } else {
      model.route.show(model.discovery.listBefore)
    }
  }

  private func toggleZen() -> CommandOutcome {
    guard !model.navigation.isZen else {
      model.navigation.isZen = false
      return .done
    }
    guard model.reader.id != nil else { return .refused("No article is open") }
    model.navigation.isZen = true
    model.navigation.focus = .reader
    return .done
  }

  /// Goes a number of lines forward or back in a list of lines; stays in place if there are no
  /// more.
  private func jump(
    to lines: KeyPath<ReaderViewport, [Int]>, _ steps: Int, of what: String
  ) -> CommandOutcome {
    guard let top = viewport?.top, let lines = viewport?[keyPath: lines] else { return .done }
    let further = steps > 0 ? lines.filter { $0 > top } : lines.filter { $0 < top }.reversed()
    guard let line = further.prefix(abs(steps)).last else {
      return .refused("No \(steps > 0 ? "further" : "earlier") \(what)")
    }
    go(toLine: line)
    return .done
  }

  /// The heading above the first visible line; nil before the first heading.
  var currentHeading: Int? {
    guard let viewport else { return nil }
    let isAtEnd = viewport.top > 0 && viewport.top == viewport.lastTop(rows: rows)
    let line = isAtEnd ? viewport.top + rows - 1 : viewport.top
    return viewport.text.headings.lastIndex { $0.line <= line }
  }

  // MARK: Mouse

  func click(at point: Point, in frame: Rect, address: String?, isDouble: Bool) {
    model.navigation.focus = .reader
    if let address {
      showOrFollow(address)
    } else if isDouble {
      selectWord(at: point)
    } else if let position = position(at: point) {
      clickedPosition = position
      interface.drag = { [unowned self] in dragSelection(from: position, to: $0) }
    }
  }

  func scroll(by lines: Int, in frame: Rect) { scroll(by: lines) }
}
