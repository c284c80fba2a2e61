import ArticleStore
package import ReadingList
import ReadingServices

/// What every part of the model shares: where the person is, what is set, what was said, and what is wanted
/// of the program around the interface.
package final class SessionState {
  /// Where the person is.
  package var navigation: Navigation
  /// The settings in effect.
  package var settings: Settings {
    didSet { if settings != oldValue { settingsChanged(oldValue) } }
  }
  /// The settings as the config file has them.
  var savedSettings: Settings
  /// Called with the settings before.
  var settingsChanged: (Settings) -> Void = { _ in }
  /// The last thing worth saying.
  package var status: Status? { didSet { if let status, status != oldValue { remember(status) } } }
  /// Recent messages, the last at the end.
  package private(set) var messages: [Message] = []
  /// Whether the program should end.
  package internal(set) var isQuitting = false
  /// Effects outside the program, such as opening and copying.
  var effects: [Effect] = []
  /// Errors of writing after the program was told to end, to be printed afterwards.
  package private(set) var unreportedErrors: [String] = []
  /// Typed text that could not be saved; offered again where the same is asked for.
  var unsaved: [TypedText: String] = [:]
  /// The last message about a failed write.
  private(set) var failure: Status?
  let clock: Clock
  let tasks: Tasks
  /// The steps of this session that undo takes back.
  var steps = SessionSteps()

  /// An effect outside the program.
  package enum Effect: Equatable, Sendable {
    /// Then, when that worked, archive some articles.
    case openInBrowser(String, archiving: [ArticleID] = [])
    case copy(String)
    /// Open a file of the library in the desktop's program for such files.
    case openFile(String)
    /// Write a setting into the config file.
    case keepSetting(Settings.Name, String)
    /// Write a line of a command into the config file, in place of the one about the same.
    case keepLine(Command, String)
    /// Write what a `source` line changes into the config file.
    case keepSources(line: String)
    /// Write what views are into the config file.
    case keepViews([ViewList.Line])
  }

  init(navigation: Navigation, settings: Settings, clock: Clock, tasks: Tasks) {
    self.navigation = navigation
    self.settings = settings
    savedSettings = settings
    self.clock = clock
    self.tasks = tasks
  }

  /// The purpose of a typed text.
  enum TypedText: Hashable {
    case addresses
    /// A note beside an article, a highlight, or a new one in an article.
    case article(ArticleID), highlight(String), passage(ArticleID)
  }

  /// Typed text that is in no file, to be printed when the program ends.
  package var unsavedTexts: [String] { unsaved.values.filter { !$0.isEmpty }.sorted() }

  /// Says what could not be saved.
  func fail(_ text: String) {
    show(error: text)
    failure = status
  }

  /// Says what went wrong; what is said while the program ends is kept for afterwards.
  package func show(error text: String) {
    status = .error(text)
    if isQuitting { unreportedErrors.append(text) }
  }

  /// Adds to the list of messages without a place in the bar.
  func log(_ text: String) { remember(.info(text)) }

  private func remember(_ status: Status) {
    messages.append(Message(moment: clock.now(), status: status))
    if messages.count > Status.maxRemembered { messages.removeFirst() }
  }
}

/// A part of the model, and what each is given: what all share, and the library as shown.
package class ModelPart {
  package let session: SessionState
  let library: LibraryModel

  init(_ session: SessionState, _ library: LibraryModel) {
    self.session = session
    self.library = library
  }

  /// Where the person is.
  package var navigation: Navigation {
    _read { yield session.navigation }
    _modify { yield &session.navigation }
  }
  /// The settings in effect.
  package var settings: Settings {
    _read { yield session.settings }
    _modify { yield &session.settings }
  }
  /// The last thing worth saying.
  package var status: Status? {
    _read { yield session.status }
    _modify { yield &session.status }
  }
  /// The library as shown: as it was last seen, with what is on its way to the disk.
  var snapshot: LibrarySnapshot { library.snapshot }
  var service: LibraryService { library.service }
  var clock: Clock { session.clock }
  var tasks: Tasks { session.tasks }
  /// Whether the library may not be changed.
  package var isReadOnly: Bool { service.library.isReadOnly }
  /// Whether the library may be changed, and why not.
  package var readOnlyReason: String? { service.library.readOnlyReason }
  /// Whether the shuffle screen is shown.
  package var isDiscovering: Bool { navigation.view == .list(.discovery) }

  func fail(_ text: String) { session.fail(text) }
}

/// The message on the status line.
package struct Status: Equatable, Sendable {
  /// How it is meant.
  package enum Kind: Sendable { case info, error }

  /// One line.
  package var text: String
  package var kind: Kind
  /// Shorter words for the same, for windows where the line does not fit; the longest first.
  package var shorter: [String] = []
  /// The command that it offers; its key stands before the words.
  package var offer: Command?
  /// Words for the offer's key, where the text does not have them.
  package var action = ""

  /// How many are remembered.
  package static let maxRemembered = 200

  /// Something that went well.
  package static func info(_ text: String) -> Status { Status(text: text, kind: .info) }
  /// Something that went well and can be taken back.
  package static func undoable(_ text: String) -> Status {
    Status(text: text, kind: .info, offer: .undo, action: "undo")
  }
  /// Something that did not: what, on what, what to do.
  package static func error(_ text: String) -> Status { Status(text: text, kind: .error) }
}

/// Something that was said, and when.
package struct Message: Equatable, Sendable {
  package var moment: Timestamp
  package var status: Status
}
