package import ReadingList
package import Terminal

/// The program on a screen: turns keys and clicks into commands and the model into frames, and
/// holds the state that panes and overlays share.
package final class Interface {
  package let model: ReadingListModel
  package private(set) var size: Size
  package var layout: Layout { Layout(size, isPlain: model.settings.plain) }
  package var keymap: Keymap
  /// Unicode, ASCII, or ASCII without lines.
  package var glyphs: Glyphs { model.settings.plain ? .plain : knownGlyphs }
  private let knownGlyphs: Glyphs
  let clock: Clock
  // The panes. A new pane needs a line here and a place in the layout.
  private(set) lazy var sidebar = SidebarPane(self)
  package private(set) lazy var list = ListPane(self)
  package private(set) lazy var reader = ReaderPane(self)
  private(set) lazy var panel = PanelPane(self)
  private(set) lazy var inspector = InspectorPane(self)
  var panes: [any Pane] { [sidebar, list, reader, panel, inspector] }
  /// Boxes and lines over the panes, the front one last.
  package internal(set) var overlays: [any Overlay] = [] {
    didSet {
      guard overlays.isEmpty, !oldValue.isEmpty else { return }
      model.articles.pinned = nil
      model.forgetBoxValues()
    }
  }
  /// Whether the sidebar is the opposite of the layout's default.
  var isSidebarToggled = false
  var drag: ((Point) -> Void)?
  package internal(set) var typedKeys: [Key] = []
  package internal(set) var typedCount = ""
  var isConfirmed = false
  /// Lines typed after `:`, oldest first.
  var history: [String] = []

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

  package func handle(_ event: InputEvent) {
    if case .key = event {} else { reader.linkHints = nil }
    switch event {
    case .resized(let size):
      self.size = size
      isSidebarToggled = false
      for pane in panes { pane.returnToCursor() }
      for case let box as Box in overlays { box.refresh(self) }
      drag = nil
    case .key(let key):
      for pane in panes { pane.returnToCursor() }
      take(key)
    case .paste(let text): paste(text)
    case .mouse(let mouse): take(mouse)
    }
    if isSidebarToggled { sidebar.settle() }
    inspector.settle()
    panel.settle()
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
      let isUnknown = key != Key(.escape) && key != Key(.character("c"), .control)
      forgetTyped()
      let said = "\(keys.label) does nothing here; \(self.keys(of: .help)) shows the keys"
      model.status = isUnknown ? .info(said) : nil
    }
  }

  var isBegun: Bool { !typedKeys.isEmpty || !typedCount.isEmpty }

  func forgetTyped() {
    typedKeys = []
    typedCount = ""
  }

  private static let maxCountDigits = 6

  /// Handles a digit of a count; false for other keys.
  ///
  /// Counts work in the reader for digits without a binding, and everywhere with the `counts`
  /// setting.
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

  /// Inserts text into the line being typed, or else into the prompt of `add`.
  private func paste(_ text: String) {
    guard !layout.isTooSmall else { return }
    if overlays.isEmpty {
      forgetTyped()
      perform(Invocation(.add))
    }
    overlays.last?.insert(text, self)
  }

  /// Saves what is typed in a dialog when the program is ended from outside.
  package func keepTyped() {
    guard let prompt = overlays.lazy.compactMap({ $0 as? Prompt }).last else { return }
    let text = prompt.editor.text
    switch prompt.purpose {
    case .argument(let invocation): model.articles.keepTyped(text, of: invocation.command)
    case .note(let target, _):
      model.session.leftNotes[target] = nil
      if text != model.reader.note(of: target) { model.session.unsaved[target.text] = text }
    case .filter, .findInReader, .commandLine: break
    }
  }

  /// A single key answers the question in front.
  package var isAsking: Bool { (overlays.last as? Box)?.isQuestion == true }

  // MARK: Focus

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

  var pane: any Pane {
    let focus = focus
    return panes.first { $0.name == focus } ?? list
  }

  package var contexts: [Keymap.Context] { pane.contexts }

  /// Whether commands act on the open article: the reader has the focus, or will regain it.
  var isReaderMeant: Bool {
    model.navigation.mainFocus == .reader || model.navigation.isZen || model.isDiscovering
  }

  func focusSidebar() {
    if layout.hasSlidingSidebar { isSidebarToggled = true }
    if frames.sidebar != nil { model.navigation.focus = .sidebar }
  }

  func focusInspector() { if frames.inspector != nil { model.navigation.focus = .inspector } }

  /// The shortest keys of a command in the focused pane, or else its name on the `:` line.
  func keys(of command: Command, in contexts: [Keymap.Context]? = nil) -> String {
    keys(of: Invocation(command), in: contexts)
  }

  func keys(of invocation: Invocation, in contexts: [Keymap.Context]? = nil) -> String {
    keymap.shortest(invocation, in: contexts ?? self.contexts).map { $0.label } ?? ":"
      + invocation.command.name
  }

  package var frames: Layout.Frames { layout.frames(attention) }

  var attention: Layout.Attention {
    let isOnBar = overlays.last.map(\.isOnBar) ?? false
    return Layout.Attention(
      isReading: isReaderMeant, readsFull: model.settings.readsFull, isZen: model.navigation.isZen,
      isSidebarToggled: isSidebarToggled, isDiscovering: model.isDiscovering,
      hasArticle: model.reader.id != nil, needsBar: model.status != nil || isBegun || isOnBar,
      hasInspector: model.navigation.panes.showsInspector && model.inspectedID != nil,
      isInspecting: model.navigation.focus == .inspector, panelRows: panel.wishedRows,
      widths: model.navigation.panes.widths)
  }

  var sidebarButton: String? { layout.hasSlidingSidebar ? glyphs.sidebarButton : nil }

  // MARK: Time

  /// In milliseconds.
  package static let spinnerInterval: Int64 = 120

  /// An ellipsis if animation is off.
  var spinnerPicture: String {
    guard model.settings.animation else { return glyphs.ellipsis }
    let step = abs(clock.now().milliseconds / Self.spinnerInterval)
    return glyphs.spinner[Int(step) % glyphs.spinner.count]
  }

  /// When the model has work to do or the spinner moves; nil for never.
  package var deadline: Timestamp? {
    guard model.settings.animation, model.isBusy else { return model.deadline }
    let now = clock.now()
    let rest = Self.spinnerInterval - now.milliseconds % Self.spinnerInterval
    let next = now.advanced(byMilliseconds: rest)
    return min(model.deadline ?? next, next)
  }
}
