import Library
package import ReadingList
import ReadingServices

/// State shared by all parts of the model: navigation, settings, messages, and effects for the
/// program to run.
package final class SessionState {
  package var navigation: Navigation
  package var settings: Settings {
    didSet { if settings != oldValue { settingsChanged(oldValue) } }
  }
  var settingsChanged: (Settings) -> Void = { _ in }
  package var status: Status? { didSet { if let status, status != oldValue { remember(status) } } }
  package private(set) var messages: [Message] = []
  package internal(set) var isQuitting = false
  var effects: [Effect] = []
  /// Errors while quitting, to print afterwards.
  package private(set) var unreportedErrors: [String] = []
  /// Typed notes, addresses and titles that could not be saved, by `addresses`, `title ID` or a
  /// note target's key.
  var unsaved: [String: String] = [:]
  /// Unsaved texts of earlier sessions, as read at the start.
  var restored: [String: String] = [:]
  /// Abandoned notes, each with the note that it was typed over.
  var leftNotes: [NoteTarget: (before: String, typed: String)] = [:]
  var refusedURLs: [ArticleID: String] = [:]
  private(set) var failure: Status?
  let clock: Clock
  let tasks: Tasks

  package enum Effect: Equatable, Sendable {
    /// Then archives articles if that worked.
    case openInBrowser(String, archiving: [ArticleID] = [])
    case copy(String)
    case openFile(String)
    /// Save config lines in place of those about the same things.
    case keep([String])
    case redraw, suspend
    /// Edit a note in the person's editor: the initial text, and the note in the library.
    case edit(NoteTarget, String, over: String)
    /// `[--FORMAT] FILE` to write, or `[--FORMAT] COMMAND` to pipe to.
    case write(String, ArticleOutput, overwrites: Bool)
    case pipe(String, ArticleOutput)
    case shell(String)
  }

  init(navigation: Navigation, settings: Settings, clock: Clock, tasks: Tasks) {
    self.navigation = navigation
    self.settings = settings
    self.clock = clock
    self.tasks = tasks
  }

  /// To print when the program ends.
  package var unsavedTexts: [String] {
    unsaved.filter { !$0.value.isEmpty && restored[$0.key] != $0.value }.values.sorted()
  }

  func fail(_ text: String) {
    show(error: text)
    failure = status
  }

  /// While quitting, also prints it afterwards.
  package func show(error text: String) {
    status = .error(text)
    if isQuitting { unreportedErrors.append(text) }
  }

  /// Shows a background result; it hides no message with an offer, and none at all if it `yields`.
  func report(_ status: Status, yields: Bool = false) {
    let stays = yields ? self.status != nil : self.status?.offer != nil
    if stays { remember(status) } else { self.status = status }
  }

  /// Adds a message to the list without showing it on the status line.
  func log(_ text: String) { remember(.info(text)) }

  private func remember(_ status: Status) {
    messages.append(Message(moment: clock.now(), status: status))
    if messages.count > Status.maxRemembered { messages.removeFirst() }
  }
}

package protocol SharedState: AnyObject {
  var session: SessionState { get }
  var library: LibraryModel { get }
}

extension SharedState {
  package var navigation: Navigation {
    _read { yield session.navigation }
    _modify { yield &session.navigation }
  }
  package var settings: Settings {
    _read { yield session.settings }
    _modify { yield &session.settings }
  }
  package var status: Status? {
    _read { yield session.status }
    _modify { yield &session.status }
  }
  /// The last snapshot with the changes still being saved.
  var snapshot: LibrarySnapshot { library.snapshot }
  var service: LibraryService { library.service }
  var clock: Clock { session.clock }
  package var tasks: Tasks { session.tasks }
  package var isReadOnly: Bool { service.library.isReadOnly }
  /// Refuses every change; nil if the library can be changed.
  package var readOnlyStatus: Status? {
    service.library.readOnly.map {
      Status(text: $0.message, kind: .error, shorter: [$0.reason.capitalizedFirst])
    }
  }
  package var isDiscovering: Bool { navigation.view.key == Filter.discovery.rawValue }

  func fail(_ text: String) { session.fail(text) }
}

package class ModelPart: SharedState {
  unowned let model: ReadingListModel

  init(_ model: ReadingListModel) { self.model = model }

  package var session: SessionState { model.session }
  package var library: LibraryModel { model.library }
}

extension ModelPart {
  var search: SearchModel { model.search }
  var list: ListModel { model.list }
  var fetches: FetchModel { model.fetches }
  var reader: ReaderModel { model.reader }
  var discovery: DiscoveryModel { model.discovery }
  var route: RouteModel { model.route }
  var views: ViewsModel { model.views }
}

package struct Status: Equatable, Sendable {
  package enum Kind: Sendable { case info, error }

  package var text: String
  package var kind: Kind
  /// For narrow windows, the longest first.
  package var shorter: [String] = []
  /// Offered by the message; its key precedes the text.
  package var offer: Command?
  /// The offered key's label, if the text does not name the action.
  package var action = ""

  package static let maxRemembered = 200

  package static func info(_ text: String) -> Status { Status(text: text, kind: .info) }
  package static func undoable(_ text: String) -> Status {
    Status(text: text, kind: .info, offer: .undo, action: "undo")
  }
  package static func error(_ text: String) -> Status { Status(text: text, kind: .error) }
}

package struct Message: Equatable, Sendable {
  package var moment: Timestamp
  package var status: Status
}
