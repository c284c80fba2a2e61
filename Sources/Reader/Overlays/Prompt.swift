import ReadingList
package import Terminal

package final class Prompt: Overlay {
  package enum Purpose: Equatable, Sendable {
    /// A command's missing argument, typed in a dialog.
    case argument(of: Invocation)
    /// A note typed in a dialog; `before` is the note in the library when typing began.
    case note(NoteTarget, before: String)
    case filter, findInReader, commandLine
  }

  package let purpose: Purpose
  package var editor: LineEditor { didSet { completion = nil } }
  /// The text that list or reader show the effect of.
  private var applied = ""
  private let about: String
  package var problem: String?
  /// The last completion inserted; nil if the text was typed.
  package var completion: Completion?
  private var endsInPaste = false
  /// The unfinished line while the history is browsed.
  private var draft = ""

  package init(_ purpose: Purpose, text: String = "", about: String = "") {
    self.purpose = purpose
    self.about = about
    editor = LineEditor(text)
  }

  package var isOnBar: Bool { invocation == nil }

  /// Nil for a line on the bar.
  private var invocation: Invocation? {
    switch purpose {
    case .argument(let invocation): invocation
    case .note: Invocation(.annotate)
    case .filter, .findInReader, .commandLine: nil
    }
  }

  var label: String {
    switch purpose {
    case .argument(Self.addSource): "Add a source"
    case .argument(let invocation): invocation.command.row.title
    case .note: Command.annotate.row.title
    case .filter: "Filter: "
    case .findInReader: "Find: "
    case .commandLine: ":"
    }
  }

  var placeholder: String {
    purpose == .filter ? "words, tag:, site:, is:, minutes: and more; Tab completes" : ""
  }

  /// The dialog's keys, or its error.
  private func hints(for invocation: Invocation) -> [Chip] {
    if let problem { return [Chip(nil, problem)] }
    let row = invocation.command.row
    let isOfSource = invocation == Self.addSource
    let note = isOfSource ? "URL or path, and a name" : row.note
    return [Chip(.enter, isOfSource ? "add" : row.enter), .cancel]
      + (note.isEmpty ? [] : [Chip(nil, note)])
  }

  static let addSource = Invocation(.source, DiscoveryModel.addSource)

  // MARK: Drawing

  package func box(_ interface: Interface) -> Rect? {
    guard let invocation else { return nil }
    let rows = invocation.command == .annotate ? Self.noteRows + aboutLines(interface).count + 3 : 5
    return Dialog.frame(on: interface.layout, columns: Metrics.dialogColumns, rows: rows)
  }

  private static let noteRows = 3

  private func aboutLines(_ interface: Interface) -> [String] {
    let layout = interface.layout
    let frame = Dialog.frame(on: layout, columns: Metrics.dialogColumns, rows: layout.size.rows)
    let room = max(0, frame.rows - Self.noteRows - 3)
    let lines = about.wrapped(toWidth: max(1, frame.columns - 4))
    return Array(lines.prefix(min(room, Self.noteRows)))
  }

  package func draw(_ interface: Interface, on screen: inout Screen) {
    guard let invocation, let box = box(interface) else {
      return CompletionView.draw(self, interface, on: &screen)
    }
    let inside = Dialog.draw(label, hints(for: invocation), in: box, interface.glyphs, on: &screen)
    guard invocation.command == .annotate else {
      let field = inside.line(min(1, inside.rows / 2))
      screen.fill(field, style: Style(.text, on: .field))
      return PromptLine.draw(editor, label: "", in: field, surface: .field, on: &screen)
    }
    let lines = aboutLines(interface)
    for (row, line) in lines.enumerated() {
      screen.put(
        left: [Span(line, Style(.quote))], row: inside.row + row, in: inside, surface: .panel)
    }
    var field = inside.line(lines.count + 1)
    field.rows = max(1, inside.rows - lines.count - 1)
    screen.fill(field, style: Style(.text, on: .field))
    PromptLine.draw(editor, wrappedIn: field, on: &screen)
  }

  // MARK: Keys

  package func take(_ key: Key, _ interface: Interface) {
    problem = nil
    switch key.code {
    case .escape: cancel(interface)
    case .enter where key.modifiers.isEmpty: commit(interface)
    // Alt-Enter breaks a line where text may have several.
    case .enter: insert("\n", interface)
    case .tab:
      interface.complete(self, step: key.modifiers.contains(.shift) ? -1 : 1)
    case .up where purpose == .commandLine, .down where purpose == .commandLine:
      recall(older: key.code == .up, interface.history)
    case Bar.filterKey.code where key == Bar.filterKey && purpose == .filter:
      // The typed filter applies before others are chosen.
      commit(interface)
      interface.perform(Invocation(.filter))
    case .backspace where isOnBar && editor.characters.isEmpty: cancel(interface)
    default:
      if editor.take(key) { endsInPaste = false }
    }
  }

  /// A space separates addresses pasted one after another.
  package func insert(_ text: String, _ interface: Interface) {
    let isOfAddresses = purpose == .argument(of: Invocation(.add))
    let gap = endsInPaste && isOfAddresses ? " " : ""
    problem = editor.insert(gap + text) ? nil : editor.tooLong
    endsInPaste = true
  }

  /// Inserts the candidate at the point, or else ends the line: applies a filter or search, cancels
  /// a command.
  package func click(at point: Point, _ interface: Interface) {
    guard isOnBar, !CompletionView.put(into: self, at: point, interface),
      interface.frames.bar?.contains(point) != true
    else { return }
    interface.takeInOverlay(purpose == .commandLine ? Key(.escape) : Key(.enter))
  }

  /// Applies what was typed since the last frame, so that many keys at once cost one search.
  func apply(_ interface: Interface) {
    // Requests in advance the names that Tab may insert; the bar shows them.
    if !isOnBar { _ = interface.completion(of: self) }
    let text = editor.text
    guard text != applied else { return }
    applied = text
    switch purpose {
    case .filter: interface.model.list.typeFilter(text)
    case .findInReader: interface.reader.previewFind(text)
    case .argument, .note, .commandLine: break
    }
  }

  private func cancel(_ interface: Interface) {
    interface.overlays.removeLast()
    switch purpose {
    case .filter: interface.model.list.revertFilter()
    case .findInReader: interface.reader.cancelFind()
    case .note(let target, _): interface.model.reader.leave(target, typed: editor.text)
    case .argument, .commandLine: break
    }
  }

  private func commit(_ interface: Interface) {
    apply(interface)
    let model = interface.model
    let text = editor.text
    let isBlank = text.allSatisfy(\.isWhitespace)
    switch purpose {
    case .argument(let invocation) where !isBlank:
      interface.closeFront { interface.perform(invocation.appending(text), typedIn: self) }
    case .argument: interface.overlays.removeLast()
    case .note(let target, let before):
      interface.overlays.removeLast()
      interface.reader.endSelection()
      interface.show(model.reader.annotate(target, text, over: before))
    case .filter:
      interface.overlays.removeLast()
      model.list.typeFilter(text)
      model.list.commitFilter()
      if let problem = model.list.filterProblem { model.status = .error(problem.message) }
    case .findInReader:
      interface.overlays.removeLast()
      interface.reader.commitFind()
    case .commandLine:
      interface.overlays.removeLast()
      guard !isBlank else { return }
      interface.history.removeAll { $0 == text }
      interface.history.append(text)
      do throws(CommandError) { interface.perform(try Invocation(parsing: text)) } catch {
        model.status = .error(error.message)
      }
    }
  }

  private func recall(older: Bool, _ history: [String]) {
    let here = history.firstIndex(of: editor.text) ?? history.count
    let next = older ? here - 1 : here + 1
    if here == history.count { draft = editor.text }
    if history.indices.contains(next) {
      editor = LineEditor(history[next])
    } else if next == history.count {
      editor = LineEditor(draft)
    }
  }
}
