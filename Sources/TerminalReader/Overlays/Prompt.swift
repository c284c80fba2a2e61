import ReadingList
package import ReadingListModel
package import TerminalKit

/// A line being typed, and what becomes of it.
package struct Prompt: Overlay {
  /// The purpose of the line.
  package enum Purpose: Equatable, Sendable {
    /// The rest of what a command takes; in a dialog.
    case argument(of: Invocation)
    /// On the bar.
    case filter, findInReader, commandLine
  }

  package var purpose: Purpose
  package var editor: LineEditor
  /// The text that a note is about, over the field.
  var about = ""
  /// An error in the line; shown until the next key.
  package var problem: String?
  /// The completion that was put in last; nil when what stands there was typed.
  package var completion: Completion?
  /// Whether what was put in last was pasted.
  private var endsInPaste = false
  /// The unfinished line before lines of the history took its place.
  private var draft = ""

  /// Starts a line.
  package init(_ purpose: Purpose, text: String = "", about: String = "") {
    self.purpose = purpose
    self.about = about
    editor = LineEditor(text)
  }

  package let isTyping = true
  package var isOnBar: Bool { if case .argument = purpose { false } else { true } }

  /// Whether addresses to be saved are typed.
  private var isOfAddresses: Bool {
    if case .argument(let invocation) = purpose { invocation.command == .add } else { false }
  }

  /// The words before the line, or over the dialog.
  var label: String {
    switch purpose {
    case .argument(Self.addSource): "Add a source"
    case .argument(let invocation): invocation.command.row.title
    case .filter: "Filter: "
    case .findInReader: "Find: "
    case .commandLine: ":"
    }
  }

  /// Words behind the cursor of the empty line.
  var placeholder: String {
    purpose == .filter ? "words, tag:, site:, is:, minutes: and more; Tab completes" : ""
  }

  /// Shows an error under a dialog's field, else its keys.
  package func hints(_ interface: Interface) -> [BoxHint] {
    guard case .argument(let invocation) = purpose else { return [] }
    if let problem { return [BoxHint(nil, problem)] }
    let argument = invocation.command.row.argument
    let isOfSource = invocation == Self.addSource
    let note = isOfSource ? "URL or path, and a name" : argument.note
    return [BoxHint(.enter, isOfSource ? "add" : argument.enter), .cancel]
      + (note.isEmpty ? [] : [BoxHint(nil, note)])
  }

  static let addSource = Invocation(.source, DiscoveryModel.addSource)

  // MARK: Drawing

  package func box(_ interface: Interface) -> Rect? {
    guard case .argument(let invocation) = purpose else { return nil }
    let rows = invocation.command == .annotate ? Self.noteRows + aboutLines(interface).count + 3 : 5
    return Dialog.frame(on: interface.layout, columns: Metrics.dialogColumns, rows: rows)
  }

  /// Rows of the field of a note, and of the passage over it at most.
  private static let noteRows = 3

  /// The passage that a note is about.
  private func aboutLines(_ interface: Interface) -> [String] {
    let layout = interface.layout
    let frame = Dialog.frame(on: layout, columns: Metrics.dialogColumns, rows: layout.size.rows)
    let room = max(0, frame.rows - Self.noteRows - 3)
    let lines = about.wrapped(toWidth: max(1, frame.columns - 4))
    return Array(lines.prefix(min(room, Self.noteRows)))
  }

  package func draw(_ interface: Interface, on screen: inout Screen) {
    guard let box = box(interface) else {
      CompletionView.draw(self, interface, on: &screen)
      MistakeView.draw(self, interface, on: &screen)
      return
    }
    let inside = Dialog.draw(label, hints(interface), in: box, interface.glyphs, on: &screen)
    guard case .argument(Invocation(.annotate)) = purpose else {
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
    var prompt = self
    if problem != nil {
      prompt.problem = nil
      interface.replaceFront(prompt)
    }
    switch key.code {
    case .escape: prompt.cancel(interface)
    case .enter: prompt.commit(interface)
    case .tab:
      interface.complete(&prompt, step: key.modifiers.contains(.shift) ? -1 : 1)
      prompt.replace(interface)
    case .up where purpose == .commandLine, .down where purpose == .commandLine:
      prompt.recall(older: key.code == .up, interface.history)
      interface.replaceFront(prompt)
    case Bar.filterKey.code where key == Bar.filterKey && purpose == .filter:
      prompt.openFilters(interface)
    case .backspace where isOnBar && editor.text.isEmpty: prompt.cancel(interface)
    default:
      if prompt.editor.take(key) {
        prompt.completion = nil
        prompt.endsInPaste = false
        prompt.replace(interface)
      }
    }
  }

  /// Inserts text; an address pasted after another becomes a second one.
  package func insert(_ text: String, isPasted: Bool, _ interface: Interface) {
    var prompt = self
    let gap = isPasted && endsInPaste && isOfAddresses ? " " : ""
    prompt.problem = prompt.editor.insert(gap + text) ? nil : LineEditor.tooLong
    prompt.endsInPaste = isPasted
    prompt.replace(interface)
  }

  /// A click on a candidate puts it in, one on the button goes to the filters; elsewhere it ends what is typed: a
  /// filter and what is looked for hold, a command is not run.
  package func click(at point: Point, isDouble: Bool, _ interface: Interface) {
    guard isOnBar, !CompletionView.put(into: self, at: point, interface) else { return }
    let bar = interface.frames.bar
    if let bar, Bar.filterButton(interface, in: bar)?.contains(point) == true {
      openFilters(interface)
    } else if bar?.contains(point) != true {
      interface.takeInOverlay(purpose == .commandLine ? Key(.escape) : Key(.enter))
    }
  }

  /// Goes from a filter that is being typed to the filters that can be chosen; what was typed stays.
  private func openFilters(_ interface: Interface) {
    commit(interface)
    interface.perform(Invocation(.filter))
  }

  /// Shows the line as it is now, and what it does while it is being typed.
  func replace(_ interface: Interface) {
    interface.replaceFront(self)
    changed(interface)
  }

  /// Does what the line does while it is being typed.
  func changed(_ interface: Interface) {
    interface.askAboutNames(for: self)
    interface.askAboutEntries(for: self)
    switch purpose {
    case .filter: interface.model.list.typeFilter(editor.text)
    case .findInReader: interface.reader.previewFind(editor.text)
    case .argument, .commandLine: break
    }
  }

  private func cancel(_ interface: Interface) {
    interface.overlays.removeLast()
    interface.model.imports.forgetEntries()
    switch purpose {
    case .filter: interface.model.list.revertFilter()
    case .findInReader: interface.reader.cancelFind()
    case .argument, .commandLine: interface.reader.askedNote = nil
    }
  }

  private func commit(_ interface: Interface) {
    let model = interface.model
    let text = editor.text
    let isBlank = text.allSatisfy(\.isWhitespace)
    model.imports.forgetEntries()
    switch purpose {
    case .argument(let invocation) where !isBlank:
      // Which passage a note is about is known no more once it was typed.
      let prompt = invocation.command == .annotate ? nil : self
      interface.closeFront { interface.perform(invocation.appending(text), typedIn: prompt) }
    case .argument(let invocation):
      interface.overlays.removeLast()
      // An empty note removes the one that was there.
      if interface.reader.askedNote != nil, invocation.command == .annotate {
        interface.show(interface.reader.annotate(""))
      }
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

  private mutating func recall(older: Bool, _ history: [String]) {
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
