import Library
package import ReadingList
import ReadingServices

package enum NoteTarget: Hashable, Sendable {
  /// The id keeps the note from another article if the reader moves on.
  case article(ArticleID)
  case highlight(String, of: ArticleID)
  case passage(Range<ReadingPosition>, of: ArticleID)

  /// The key for unsaved notes; the article's id is the second word.
  ///
  /// All passages of an article share one, since no selection outlives its note.
  var text: String {
    switch self {
    case .article(let id): "note \(id.text)"
    case .highlight(let highlight, let id): "highlight \(id.text) \(highlight)"
    case .passage(_, let id): "passage \(id.text)"
    }
  }
}

extension ReaderModel {
  package func highlight(
    _ place: Range<ReadingPosition>, _ color: Highlight.Color? = nil, note: String = ""
  ) -> CommandOutcome {
    if let refusal = refusal(toMark: open.id) { return .refused(refusal) }
    let color = color ?? open.color
    guard let text = open.joinedText(),
      let mark = Highlight(place, in: text, color: color, note: note, at: clock.now())
    else { return .refused("There are no words to highlight") }
    open.color = color
    guard let article = open.article else { return .done }
    let change = ArticleChange.highlights([article.id: [mark]])
    let typed: (key: NoteTarget, text: String)? =
      note.isEmpty ? nil : (key: .passage(place, of: article.id), text: note)
    list.submit(change, to: [article.id], note: typed)
    present(change)
    return .done("\(note.isEmpty ? "Highlighted" : "Noted") in “\(article.title)”")
  }

  package func recolor(_ items: [Navigation.Item], _ color: Highlight.Color?) -> CommandOutcome {
    let color = color ?? open.color
    open.color = color
    return change(items, { "Highlighted\($0) in \(color.rawValue) in" }) { $0.color = color }
  }

  package func removeHighlights(_ items: [Navigation.Item]) -> CommandOutcome {
    guard !items.isEmpty else { return .refused("There is no highlight here") }
    return change(items, { "Removed\($0.isEmpty ? " a highlight" : $0) from" }, nil)
  }

  /// Saves a note, typed over an earlier one if there is one.
  package func annotate(
    _ target: NoteTarget, _ note: String, over before: String? = nil
  ) -> CommandOutcome {
    let note = note.trimmed
    session.leftNotes[target] = nil
    session.unsaved[target.text] = nil
    let outcome = write(note, to: target, over: before)
    if case .refused = outcome { session.unsaved[target.text] = note }
    return outcome
  }

  private func write(
    _ note: String, to target: NoteTarget, over before: String?
  ) -> CommandOutcome {
    switch target {
    case .passage(let place, let article):
      guard open.id == article else {
        return .refused("Note not saved: another article is open now")
      }
      return highlight(place, note: note)
    case .highlight(let id, let article):
      let item = Navigation.Item(article, highlight: id)
      return change(
        [item], note: (target, note), over: before,
        { _ in note.isEmpty ? "Removed a note from" : "Note saved in" }
      ) { $0.note = note }
    case .article(let id):
      // The note is saved even if the article has been closed.
      if let refusal = refusal(toMark: id) { return .refused(refusal) }
      guard let row = snapshot.row(of: id) else { return .done }
      guard snapshot[row].note != note else { return .done }
      let title = snapshot[row].title
      let done = note.isEmpty ? "Removed the note of" : "Note saved in"
      let change = ArticleChange.note(note, over: before)
      list.submit(change, to: [id], note: (target, note))
      if open.id == id { present(change) }
      return .done("\(done) “\(title)”")
    }
  }

  /// Keeps an abandoned note, to offer it again.
  package func leave(_ target: NoteTarget, typed note: String) {
    session.leftNotes[target] = nil
    let before = self.note(of: target)
    if !note.trimmed.isEmpty, note != before {
      session.leftNotes[target] = (before, note)
    }
  }

  /// The note, or its text that was abandoned or could not be saved.
  package func note(of target: NoteTarget) -> String {
    let kept = session.unsaved[target.text] ?? savedNote(of: target)
    // Not over a note that has changed meanwhile.
    return session.leftNotes[target].flatMap { $0.before == kept ? $0.typed : nil } ?? kept
  }

  func savedNote(of target: NoteTarget) -> String {
    switch target {
    case .passage: ""
    case .highlight(let id, let article):
      highlight(Navigation.Item(article, highlight: id))?.note ?? ""
    case .article(let id):
      (open.article?.id == id ? open.article?.note : nil) ?? snapshot.row(of: id).map {
        snapshot[$0].note
      } ?? ""
    }
  }

  package var text: JoinedText? { open.joinedText() }

  package func refusal(toNote target: NoteTarget) -> Status? {
    switch target {
    case .article(let id), .highlight(_, of: let id), .passage(_, of: let id): refusal(toMark: id)
    }
  }

  private func refusal(toMark id: ArticleID?) -> Status? {
    if let readOnlyStatus { return readOnlyStatus }
    guard let id else { return .info("No article is open") }
    return snapshot.row(of: id) == nil ? .info("Not in your library yet; save it first") : nil
  }

  /// In the open article or the list of highlights.
  private func highlight(_ item: Navigation.Item) -> Highlight? {
    guard let id = item.highlight else { return nil }
    return open.article?.id == item.article
      ? open.article?.highlights.first { $0.id == id }
      : model.highlights.highlight(id, of: item.article)
  }

  /// Changes highlights; without an edit, removes them.
  private func change(
    _ items: [Navigation.Item], note: (key: NoteTarget, text: String)? = nil,
    over typedOver: String? = nil,
    _ done: (String) -> String, _ edit: ((inout Highlight) -> Void)?
  ) -> CommandOutcome {
    if let refusal = refusal(toMark: items.first?.article ?? open.id) { return .refused(refusal) }
    var edited: [ArticleID: [Highlight]] = [:]
    var notes: [String: String] = [:]
    for item in items {
      guard var mark = highlight(item) else {
        return .refused("The highlight no longer exists")
      }
      let before = mark
      edit?(&mark)
      guard edit == nil || mark != before else { continue }
      notes[mark.id] = typedOver ?? before.note
      mark.changedAt = clock.now()
      edited[item.article, default: []].append(mark)
    }
    let count = edited.values.reduce(0) { $0 + $1.count }
    guard count > 0 else { return .done }
    let change =
      edit == nil
      ? ArticleChange.removedHighlights(edited.mapValues { Set($0.map(\.id)) })
      : .highlights(edited, over: notes)
    list.submit(change, to: Array(edited.keys), note: note)
    if let open = open.id, edited[open] != nil { present(change) }
    let what = done(count == 1 ? "" : " \(count) highlights")
    return .done("\(what) \(library.words(for: Array(edited.keys)))")
  }

  private func present(_ change: ArticleChange) {
    guard let article = open.article?.applying(change, at: clock.now(), settings.listRules) else {
      return
    }
    switch open.state {
    case .shown(_, let body): open.state = .shown(article, body)
    case .textless(_, let isOnItsWay): open.state = .textless(article, isOnItsWay: isOnItsWay)
    case .closed, .loading, .unreadable: break
    }
  }
}
