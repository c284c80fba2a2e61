package import ReadingList
package import ReadingListModel
package import TerminalKit

/// The program on a screen: keys and clicks in, commands to the model, frames out.
///
/// Holds what panes and overlays share: window, keys, focus, what lies over the panes. `frame()` first settles
/// scrolling, then draws, which changes nothing.
package final class Interface {
  /// The state of the program.
  package let model: ReadingListModel
  /// The window.
  package private(set) var size: Size
  /// How the window is divided.
  package var layout: Layout { Layout(size, isPlain: model.settings.plain) }
  /// Keys and their commands.
  package var keymap: Keymap
  /// Borders and glyphs: Unicode, or ASCII only, or none.
  package var glyphs: Glyphs { model.settings.plain ? .plain : knownGlyphs }
  private let knownGlyphs: Glyphs
  /// The time, for dates in rows.
  let clock: Clock
  // The panes. To add one takes its line here and its place in the layout.
  private(set) lazy var sidebar = SidebarPane(self)
  package private(set) lazy var list = ListPane(self)
  package private(set) lazy var reader = ReaderPane(self)
  private(set) lazy var panel = PanelPane(self)
  private(set) lazy var inspector = InspectorPane(self)
  /// In the order in which the focus goes through them.
  var panes: [any Pane] { [sidebar, list, reader, panel, inspector] }
  /// Boxes and lines over the panes, the front one last.
  package internal(set) var overlays: [any Overlay] = [] {
    didSet {
      guard overlays.isEmpty, !oldValue.isEmpty else { return }
      model.articles.pinned = nil
      model.reports.stopWatching()
    }
  }
  /// The sidebar was asked for where it is away, or sent away where it is shown.
  var isSidebarToggled = false
  /// The first rows on screen where the wheel has scrolled and no key was pressed since, by pane.
  var wheelTops: [Navigation.Pane: Int] = [:]
  /// The action of moving the pointer while the button is held.
  var drag: ((Point) -> Void)?
  /// Keys of an unfinished sequence.
  package internal(set) var typedKeys: [Key] = []
  /// How many of the events that came at once are keys for sure.
  private var keysAhead = 0
  /// Digits typed before a command.
  package internal(set) var typedCount = ""
  /// The number given to the command that is being carried out.
  var count: Int?
  /// Whether a question before it was answered with yes.
  var isConfirmed = false
  /// Requests to the terminal's owner.
  var requests: [TerminalRequest] = []
  /// Which picture of the spinner is shown.
  private var spinnerStep = 0
  private var spinnerDeadline: Timestamp?
  /// Commands that the palette ran, the last one first, a few.
  var recentCommands: [Command] = []
  /// Commands typed on the `:` line, oldest first.
  var history: [String] = []

  /// Something only the terminal's owner can do.
  package enum TerminalRequest: Equatable, Sendable {
    case redraw, suspend
    /// Have a note written in the person's editor; it had this text before.
    case edit(NoteTarget, String)
    /// Write to a file, which may be there already, or pipe to a command: `[--FORMAT] FILE` or
    /// `[--FORMAT] COMMAND`.
    case write(String, ArticleOutput, overwrites: Bool)
    case pipe(String, ArticleOutput)
    /// Run a command of the shell.
    case shell(String)
  }

  /// Puts an interface over a model.
  package init(
    model: ReadingListModel, size: Size, keymap: Keymap = .vim, glyphs: Glyphs = .unicode,
    clock: Clock
  ) {
    self.model = model
    self.size = size
    self.keymap = keymap
    knownGlyphs = glyphs
    self.clock = clock
    model.status = model.status ?? model.route.offerToContinue
  }

  /// Takes what the terminal says.
  package func handle(_ event: InputEvent) {
    if case .key = event {} else { reader.linkHints = nil }
    switch event {
    case .resized(let size): resize(to: size)
    case .key(let key):
      wheelTops = [:]
      take(key)
    case .paste(let text): paste(text)
    case .mouse(let mouse): take(mouse)
    default: break
    }
    if reader.needsWholeText { reader.setMoreText(toEnd: true) }
    inspector.settle()
    panel.settle()
  }

  /// Takes the first of several events that came at once, or several that belong together: characters that
  /// go into a line, and what was pasted in a terminal that does not mark pastes.
  ///
  /// - Returns: the events that are left.
  package func handleFirst(of events: ArraySlice<InputEvent>) -> ArraySlice<InputEvent> {
    guard let first = events.first else { return events }
    let rest = handleTogether(events) ?? events.dropFirst()
    if rest.count == events.count - 1 { handle(first) }
    keysAhead = max(0, keysAhead - (events.count - rest.count))
    return rest
  }

  /// Takes events that belong together.
  ///
  /// - Returns: the events that are left; nil where the first stands for itself.
  private func handleTogether(_ events: ArraySlice<InputEvent>) -> ArraySlice<InputEvent>? {
    guard !layout.isTooSmall, reader.linkHints == nil else { return nil }
    if let front = overlays.last, front.isTyping {
      let typed = events.prefix { $0.typedCharacter.map(front.types) ?? false }
      guard typed.count > 1 else { return nil }
      front.insert(String(typed.compactMap(\.typedCharacter)), isPasted: false, self)
      return events.dropFirst(typed.count)
    }
    guard keysAhead == 0, events.first?.typedCharacter != nil else { return nil }
    let run = events.prefix { $0.pastedCharacter != nil }
    guard run.count > 1 else { return nil }
    guard overlays.last.map({ isPaste(run, into: $0) }) ?? isPaste(run) else {
      keysAhead = run.count
      return nil
    }
    // Boxes take none.
    guard overlays.isEmpty else { return events.dropFirst(run.count) }
    handle(.paste(String(run.compactMap(\.pastedCharacter))))
    return events.dropFirst(run.count)
  }

  /// The most different keys that a person types before the program reads them.
  private static let maxKeysAhead = 3

  /// Whether characters that came at once while a box is in front were pasted, and are no keys of it; the answer to a
  /// question is always a single key.
  private func isPaste(_ run: ArraySlice<InputEvent>, into front: any Overlay) -> Bool {
    if let box = front as? Box, box.isQuestion { return true }
    return run.first != .key(Key(.character("/"))) && Set(run).count > Self.maxKeysAhead
  }

  /// Whether characters that came at once were pasted: they are more commands than a person types at once, not
  /// counting repetitions, and do not begin a search.
  private func isPaste(_ run: ArraySlice<InputEvent>) -> Bool {
    var commands = 0
    var last: [Key] = []
    var wasDigit = false
    var pending = typedKeys
    for case .key(let key) in run {
      if pending.isEmpty, [key] == last { continue }
      pending.append(key)
      let meaning = keymap.meaning(of: pending, in: contexts)
      if meaning == .prefix { continue }
      if commands == 0, case .command(let invocation) = meaning {
        let isOneLine = !run.contains(.key(Key(.enter)))
        if invocation.command == .find || invocation.command == .commandLine && isOneLine {
          return false
        }
      }
      let isDigit = pending.count == 1 && key.code.isDigit
      if !(isDigit && wasDigit) { commands += 1 }
      if commands > Self.maxKeysAhead { return true }
      wasDigit = isDigit
      last = pending
      pending = []
    }
    return false
  }

  /// Fits a new window; navigation stays as it is.
  package func resize(to size: Size) {
    self.size = size
    isSidebarToggled = false
    wheelTops = [:]
    drag = nil
  }

  /// Hands out what the terminal is asked to do.
  package func takeRequests() -> [TerminalRequest] {
    defer { requests = [] }
    return requests
  }

  // MARK: Keys

  private func take(_ key: Key) {
    guard !layout.isTooSmall else {
      if key == Key(.character("q")) || key == Key(.character("Q")) { model.quit() }
      return
    }
    guard overlays.isEmpty else { return takeInOverlay(key) }
    if reader.linkHints != nil { return reader.takeHint(key) }
    if takeDigit(key) { return }
    let keys = typedKeys + [key]
    switch keymap.meaning(of: keys, in: contexts) {
    case .prefix: typedKeys = keys
    case .command(let invocation):
      let count = Int(typedCount)
      forgetTyped()
      model.status = nil
      perform(invocation, count: count)
    case .nothing:
      let isUnknown = isBegun && key != Key(.escape) && key != Key(.character("c"), .control)
      forgetTyped()
      let shown = keys.label
      model.status =
        isUnknown ? .info("\(shown) is not bound; \(self.keys(of: .help)) shows the keys") : nil
    }
  }

  /// Whether keys were typed that a command follows.
  var isBegun: Bool { !typedKeys.isEmpty || !typedCount.isEmpty }

  /// Forgets keys and count of an unfinished sequence.
  func forgetTyped() {
    typedKeys = []
    typedCount = ""
  }

  /// The largest count has so many digits; more than any text has lines.
  private static let maxCountDigits = 6

  /// Takes a digit that belongs to a count: in the reader where it is not bound, and everywhere when
  /// that is set.
  private func takeDigit(_ key: Key) -> Bool {
    guard typedKeys.isEmpty, key.modifiers.isEmpty, case .character(let digit) = key.code,
      ("0"..."9").contains(digit), digit != "0" || !typedCount.isEmpty
    else { return false }
    let isBound = keymap.meaning(of: [key], in: contexts) != .nothing
    guard !isBound || model.settings.counts || !typedCount.isEmpty else { return false }
    guard focus == .reader || model.settings.counts || !typedCount.isEmpty else { return false }
    if typedCount.count < Self.maxCountDigits { typedCount.append(digit) }
    model.status = nil
    return true
  }

  /// Inserts pasted text into the line that is being typed, else into that of a new article.
  private func paste(_ text: String) {
    guard !layout.isTooSmall else { return }
    if overlays.isEmpty {
      forgetTyped()
      perform(Invocation(.add))
    }
    if isTyping { overlays.last?.insert(text, isPasted: true, self) }
  }

  /// Whether a line is being typed.
  private var isTyping: Bool { !layout.isTooSmall && overlays.last?.isTyping == true }

  /// Lets the palette begin with a command that it ran.
  func remember(_ command: Command) {
    recentCommands.removeAll { $0 == command }
    recentCommands = [command] + recentCommands.prefix(4)
  }

  // MARK: Focus

  /// The pane keys go to, among those on screen.
  package var focus: Navigation.Pane {
    if model.navigation.isZen { return .reader }
    let frames = frames
    let asked = model.navigation.focus
    if asked.isAside, frames[asked] != nil { return asked }
    let main = model.navigation.mainFocus
    if main == .sidebar, frames.sidebar != nil { return .sidebar }
    if model.isDiscovering { return .reader }
    return main == .sidebar ? .list : main
  }

  /// The pane with the focus.
  var pane: any Pane {
    let focus = focus
    return panes.first { $0.name == focus } ?? list
  }

  /// Whose bindings hold for what is typed, the first ones first.
  package var contexts: [Keymap.Context] { pane.contexts }

  /// Whether commands act on the open article: the reader has the focus, or gets it back.
  var isReaderMeant: Bool {
    model.navigation.mainFocus == .reader || model.navigation.isZen || model.isDiscovering
  }

  /// Gives the focus to the sidebar, which slides in where it does so.
  func focusSidebar() {
    if layout.hasSlidingSidebar { isSidebarToggled = true }
    if frames.sidebar != nil { model.navigation.focus = .sidebar }
  }

  /// Gives the focus to the inspector, where it is on screen.
  func focusInspector() { if frames.inspector != nil { model.navigation.focus = .inspector } }

  /// The shortest keys of a command where the focus is, else how it is typed.
  func keys(of command: Command, in contexts: [Keymap.Context]? = nil) -> String {
    keys(of: Invocation(command), in: contexts)
  }

  /// The shortest keys of a command with its argument where the focus is, else how it is typed.
  func keys(of invocation: Invocation, in contexts: [Keymap.Context]? = nil) -> String {
    keymap.shortest(invocation, in: contexts ?? self.contexts).map { $0.label } ?? ":"
      + invocation.command.name
  }

  /// Where everything stands now.
  package var frames: Layout.Frames { layout.frames(attention) }

  /// Layout inputs besides the window's size.
  var attention: Layout.Attention {
    let isOnBar = overlays.last.map(\.isOnBar) ?? false
    return Layout.Attention(
      isReading: isReaderMeant, readsFull: model.settings.readsFull, isZen: model.navigation.isZen,
      isSidebarToggled: isSidebarToggled, isDiscovering: model.isDiscovering,
      hasArticle: model.reader.id != nil, needsBar: model.status != nil || isBegun || isOnBar,
      hasInspector: model.navigation.panes.showsInspector && model.inspector.subject != nil,
      isInspecting: model.navigation.focus == .inspector, panelRows: panel.wishedRows,
      widths: model.navigation.panes[keyPath: widths])
  }

  /// The wishes of this layout for the widths of its panes.
  var widths: WritableKeyPath<PaneState, PaneState.Widths> {
    layout.hasSlidingSidebar ? \.mediumWidths : \.widths
  }

  /// The sign in a header that asks for a sidebar that is away; nil where there is none.
  var sidebarButton: String? { layout.hasSlidingSidebar ? glyphs.sidebarButton : nil }

  // MARK: Time

  /// How long one picture of the spinner is shown, in milliseconds.
  package static let spinnerInterval: Int64 = 120

  /// The spinner's present picture; a still one where nothing may move.
  var spinnerPicture: String {
    model.settings.animation ? glyphs.spinner[spinnerStep % glyphs.spinner.count] : glyphs.ellipsis
  }

  /// The earliest moment at which `tick` has something to do; nil when never.
  package var deadline: Timestamp? {
    let spins = model.settings.animation && model.isBusy
    let spinner =
      spins ? (spinnerDeadline ?? clock.now().advanced(byMilliseconds: Self.spinnerInterval)) : nil
    let unset = reader.viewport?.isWhole == false ? clock.now() : nil
    return [model.deadline, spinner, unset].compactMap { $0 }.min()
  }

  /// Does what is due.
  package func tick() {
    model.tick()
    reader.setMoreText()
    guard model.settings.animation, model.isBusy else {
      spinnerDeadline = nil
      return
    }
    let now = clock.now()
    if let due = spinnerDeadline, due <= now { spinnerStep += 1 }
    if spinnerDeadline.map({ $0 <= now }) ?? true {
      spinnerDeadline = now.advanced(byMilliseconds: Self.spinnerInterval)
    }
  }
}

extension InputEvent {
  /// The character that it types into a line; nil for editing keys and all else.
  fileprivate var typedCharacter: Character? {
    guard case .key(let key) = self, case .character(let character) = key.code,
      key.modifiers.subtracting(.shift).isEmpty
    else { return nil }
    return character
  }

  /// The character that it stands for in a paste without marks, where lines end with Enter; nil for all else.
  fileprivate var pastedCharacter: Character? {
    switch self {
    case .key(Key(.enter)): "\n"
    case .key(Key(.tab)): "\t"
    default: typedCharacter
    }
  }
}
