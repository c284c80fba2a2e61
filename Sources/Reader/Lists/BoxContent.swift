import ReadingList
import Terminal

struct BoxContent: Sendable {
  var title: String
  var about = ""
  var aboutRole = Role.secondary
  var rows: [ListRow] = []
  var listKind = ListView.Kind.plain
  var cursor = 0
  var hints = [Chip.close]
  /// Independent of the cursor.
  var keys: [Key: ListAction] = [:]
  /// For all other keys; nil passes them to the list.
  var otherKeys: ListAction?
  var columns: Int? = Metrics.dialogColumns
  /// Whether the box always has the window's full height.
  var isFull = false
  /// Overrides the list's height.
  var listRows: Int?
  var rowColumns = 1

  init(_ title: String) { self.title = title }

  init(
    _ invocation: Invocation, title: String? = nil, about: String = "",
    kind: ListView.Kind = .choice, items: [ListRow], cursor: Int = 0, hints: [Chip]? = nil
  ) {
    self.title = title ?? invocation.command.row.title
    self.about = about
    rows = items
    listKind = kind
    self.cursor = cursor
    self.hints = hints ?? [Chip(.enter, invocation.command.row.enter), .close]
    columns = nil
  }
}

extension Interface {
  /// `typed` is the text in the filter line; nil without one.
  func content(of kind: Box.Kind, typed: String? = nil) -> BoxContent? {
    switch kind {
    case .menu(let invocation): menu(of: invocation, typed: typed ?? "")
    case .help: HelpRows(interface: self).content(isSearching: typed != nil)
    case .statistics(let days): statistics(of: days)
    case .question(let confirmation, let invocation): content(of: confirmation, before: invocation)
    case .footnote(let url): reader.footnote(url)
    }
  }

  func show(_ kind: Box.Kind) { if let box = Box(kind, self) { show(box) } }

  /// A question: `y` runs the command, every other key answers no.
  private func content(of confirmation: Confirmation, before invocation: Invocation) -> BoxContent {
    var content = BoxContent(confirmation.yes.capitalizedFirst)
    content.about = confirmation.question
    content.aboutRole = .text
    content.hints = [Chip(.character("y"), confirmation.yes), .cancel]
    content.keys[Key(.character("y"))] = ListAction {
      $0.perform(invocation, confirmed: confirmation)
    }
    content.otherKeys = ListAction { interface in
      if let typed = confirmation.typed {
        interface.show(Prompt(.argument(of: Invocation(invocation.command)), text: typed))
      } else {
        interface.model.status = .info(confirmation.refusal)
      }
    }
    return content
  }
}
