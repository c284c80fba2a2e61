package import ReadingList
package import ReadingListModel
package import TerminalKit
import Typesetting
package import ReadingServices

/// The program on a screen: keys and clicks in, commands to the model, frames out.
///
/// Holds what belongs to the screen alone: size, overlays, keys typed so far, how the open article is
/// typeset. `frame()` first settles scrolling, then draws, which changes nothing.
package final class Interface {
  /// What the program means.
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
  /// What lies over the panes, the front one last.
  package internal(set) var overlays: [Overlay] = [] {
    didSet {
      if overlays.count != oldValue.count { overlayWheelTop = nil }
      guard overlays.isEmpty, !oldValue.isEmpty else { return }
      model.pinned = nil
      model.watch(nil)
      model.dismissPreview()
    }
  }
  /// The sidebar was asked for where it is away, or sent away where it is shown.
  var isSidebarToggled = false
  /// Where the person is in the panel.
  var panelView = PanelView()
  /// The first rows on screen where the wheel has scrolled and no key was pressed since, by pane.
  var wheelTops: [Navigation.Pane: Int] = [:]
  /// The same for the overlay in front.
  var overlayWheelTop: Int?
  /// What is being dragged.
  var drag: Handle?
  /// The inspector's first line on screen.
  var inspectorTop = 0
  /// The open article as typeset for this window.
  var viewport: ReaderViewport?
  /// What pictures are drawn with.
  package var pictureColors = PictureDrawing.Colors.full
  /// Pictures that the terminal does not have yet.
  var sentPictures: [SentPicture] = []
  /// The numbers of those that it need not keep any more.
  var droppedPictures: [UInt32] = []
  /// Pictures that were drawn, as cells.
  var pictureCells: [PictureDrawing: PictureCells] = [:]
  /// The patterns that words are parted by.
  package var hyphenationFiles = HyphenationFiles()
  /// How often an article was typeset.
  package internal(set) var typesettings = 0
  /// Keys of an unfinished sequence.
  package internal(set) var typedKeys: [Key] = []
  /// Digits typed before a command.
  package internal(set) var typedCount = ""
  /// The number given to the command that is being carried out.
  var count: Int?
  /// Whether a question before it was answered with yes.
  var isConfirmed = false
  /// Where the reader was before what is being looked for; nil when nothing is being typed.
  var findOrigin: FindOrigin?
  /// The text that is being selected.
  var selection: TextSelection? { didSet { model.isSelecting = selection != nil } }
  /// The column that a selection goes down and up in.
  var goalColumn: Int?
  /// What the note that is being written stands beside.
  var askedNote: NoteTarget?
  /// Letters over the links on screen, while one is chosen.
  var linkHints: LinkHints?
  /// Which match is the one that was gone to.
  var currentMatch: Int? { didSet { clickedPosition = nil } }
  /// Where in the text was clicked, since a match was gone to.
  var clickedPosition: ReadingPosition?
  /// What the terminal is asked to do.
  package internal(set) var requests: [TerminalRequest] = []
  /// Which picture of the spinner is shown.
  var spinnerStep = 0
  var spinnerDeadline: Timestamp?
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
    model: ReadingListModel,
    size: Size,
    keymap: Keymap = .vim,
    glyphs: Glyphs = .unicode,
    clock: Clock
  ) {
    self.model = model
    self.size = size
    self.keymap = keymap
    knownGlyphs = glyphs
    self.clock = clock
    model.status = model.status ?? model.offerToContinue
  }

  /// Takes what the terminal says.
  package func handle(_ event: InputEvent) {
    if case .key = event {} else { linkHints = nil }
    switch event {
    case .resized(let size): resize(to: size)
    case .key(let key):
      setMoreText(toEnd: true)
      wheelTops = [:]
      overlayWheelTop = nil
      take(key)
    case .paste(let text): paste(text)
    case .mouse(let mouse):
      setMoreText(toEnd: true)
      take(mouse)
    default: break
    }
    settleInspector()
    settlePanel()
  }

  /// Takes the first of several events that came at once; of characters typed into a line all that
  /// follow each other, so that a paste without marks costs no more than one with them.
  ///
  /// - Returns: the events that are left.
  package func handleFirst(of events: ArraySlice<InputEvent>) -> ArraySlice<InputEvent> {
    guard let first = events.first else { return events }
    let typed = isTyping ? events.prefix { $0.typedCharacter != nil } : []
    guard typed.count > 1 else {
      handle(first)
      return events.dropFirst()
    }
    insert(String(typed.compactMap(\.typedCharacter)))
    return events.dropFirst(typed.count)
  }

  /// Fits a new window; navigation stays as it is.
  package func resize(to size: Size) {
    self.size = size
    isSidebarToggled = false
    wheelTops = [:]
    overlayWheelTop = nil
    drag = nil
  }

  /// Hands out what the terminal is asked to do.
  package func takeRequests() -> [TerminalRequest] {
    let taken = requests
    requests = []
    return taken
  }

  // MARK: Keys

  private func take(_ key: Key) {
    guard !layout.isTooSmall else {
      if key == Key(.character("q")) || key == Key(.character("Q")) { model.quit() }
      return
    }
    if !overlays.isEmpty {
      takeInOverlay(key)
      return
    }
    if linkHints != nil { return takeHint(key) }
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
      let wasBegun = isBegun
      forgetTyped()
      if key == Key(.escape) || key == Key(.character("c"), .control), wasBegun {
        model.status = nil
      } else if wasBegun {
        let shown = keys.map(\.notation).joined()
        model.status = .info("\(shown) is not bound; \(self.keys(of: .help)) shows the keys")
      } else {
        model.status = nil
      }
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

  private func paste(_ text: String) {
    if isTyping {
      insert(text, isPasted: true)
    } else if overlays.isEmpty, model.offers(.add), text.contains("http") {
      overlays.append(.prompt(Prompt(.argument(of: Invocation(.add)))))
      insert(text, isPasted: true)
    }
  }

  /// Whether a line is being typed.
  private var isTyping: Bool {
    guard !layout.isTooSmall else { return false }
    switch overlays.last {
    case .prompt: return true
    case .help(let help): return help.search != nil
    case .menu(let menu): return menu.search != nil
    case .confirm, .report, nil: return false
    }
  }

  // MARK: Focus

  /// The pane keys go to, among those on screen.
  package var focus: Navigation.Pane {
    let asked = model.navigation.focus
    if model.navigation.isZen { return .reader }
    if let side = sideFocus { return side }
    if asked == .sidebar, frames.sidebar != nil { return .sidebar }
    if model.isDiscovering { return .reader }
    return asked == .sidebar ? .list : asked
  }

  /// Whose bindings hold for what is typed, the first ones first.
  package var contexts: [Keymap.Context] {
    switch focus {
    case .sidebar: [.sidebar, .all]
    case .list: [.list, .all]
    case .reader where selection != nil: [.selection, .all]
    case .reader: model.isDiscovering ? [.discovery, .reader, .all] : [.reader, .all]
    // What these show belongs to list or reader, whose keys work here as well.
    case .inspector: [.inspector] + articleContexts
    case .panel: [.panel] + articleContexts
    }
  }

  /// The shortest keys of a command where the focus is, else how it is typed.
  func keys(of command: Command, in contexts: [Keymap.Context]? = nil) -> String {
    keys(of: Invocation(command), in: contexts)
  }

  /// The shortest keys of a command with its argument where the focus is, else how it is typed.
  func keys(of invocation: Invocation, in contexts: [Keymap.Context]? = nil) -> String {
    keymap.shortest(invocation, in: contexts ?? self.contexts)
      .map { glyphs.shown(notation: $0) } ?? ":" + invocation.command.name
  }

  /// How much room rows of the list take.
  package var density: Density {
    let usual = Density(setting: model.settings.density, window: size)
    return usual != .compact && model.search.isActive ? .found : usual
  }

  /// Where everything stands now.
  package var frames: Layout.Frames { layout.frames(attention) }

  /// What bears on where everything stands.
  var attention: Layout.Attention {
    Layout.Attention(
      isReading: isReaderMeant,
      isZen: model.navigation.isZen,
      isSidebarToggled: isSidebarToggled,
      isDiscovering: model.isDiscovering,
      needsBar: needsBar,
      hasInspector: model.navigation.panes.showsInspector && model.inspectedID != nil,
      isInspecting: model.navigation.panes.focus == .inspector,
      panelRows: wishedPanelRows,
      widths: model.navigation.panes.widths
    )
  }

  private var needsBar: Bool {
    if model.status != nil || isBegun { return true }
    if case .prompt(let prompt)? = overlays.last { return prompt.isOnBar }
    return false
  }

  // MARK: Time

  /// How long one picture of the spinner is shown, in milliseconds.
  package static let spinnerInterval: Int64 = 120

  /// The earliest moment at which `tick` has something to do; nil when never.
  package var deadline: Timestamp? {
    let spins = model.settings.animation && model.isBusy
    let spinner =
      spins
      ? (spinnerDeadline ?? clock.now().advanced(byMilliseconds: Self.spinnerInterval)) : nil
    let unset = viewport?.isWhole == false ? clock.now() : nil
    return [model.deadline, spinner, unset].compactMap { $0 }.min()
  }

  /// Does what is due.
  package func tick() {
    model.tick()
    setMoreText()
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
}
