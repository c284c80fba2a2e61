import Library
import ReadingList
import ReadingServices
import Web

extension ReadingListModel {
  /// In a read-only session, commands that change the library are not available.
  package func offers(_ command: Command) -> Bool {
    !(isReadOnly && command.row.needs.contains(.writing))
      && (command != .welcome || service.hasWelcome)
  }

  package func perform(
    _ invocation: Invocation, confirmed confirmation: Confirmation? = nil,
    onScreen: (Invocation) -> CommandOutcome
  ) -> CommandOutcome {
    defer { bringUpToDate() }
    let row = invocation.command.row
    let isBare = invocation.argument.isEmpty
    switch row.argument {
    case .none where !isBare:
      let name = invocation.command.name
      let acts = row.needs.contains(.savedArticle)
      let instead = acts ? "; for all that match: :filter QUERY, :mark-all, :\(name)" : ""
      return .invalid("“\(name)” takes no argument\(instead)")
    case .required where isBare: return .invalid(row.usage)
    default: break
    }
    if let status = reason(against: invocation) { return .refused(status) }
    if isBare, [.typed, .chosen].contains(row.argument) { return .needsArgument }
    if let wanted = question(before: invocation.command) {
      guard let confirmation else { return .needsConfirmation(wanted) }
      guard confirmation.articles == wanted.articles else {
        return .refused("The list has changed; nothing was done")
      }
    }
    return route.noting(invocation.command) { act(invocation) ?? onScreen(invocation) }
  }

  private func question(before command: Command) -> Confirmation? {
    guard let question = command.row.question else { return nil }
    let ids = command == .emptyTrash ? articles.trashed : articles.targetIDs
    guard !ids.isEmpty else { return nil }
    guard command == .mergeDuplicates else {
      return Confirmation(
        question: question.replacing("…", with: library.words(for: ids)), articles: ids)
    }
    return articles.unlikeTargets.map {
      Confirmation(
        question: question.replacing("…", with: $0), articles: ids, yes: "merge",
        refusal: "Not merged")
    }
  }

  /// Why a command cannot be performed now, on one line.
  package func reason(against invocation: Invocation) -> Status? {
    let row = invocation.command.row
    let hasArgument = row.argument == .optional && !invocation.argument.isEmpty
    for need in row.needs where !(hasArgument && need == .article) {
      if need == .writing, let readOnlyStatus { return readOnlyStatus }
      if let reason = reason(against: need) { return .info(reason) }
    }
    return nil
  }

  private func reason(against need: Command.Need) -> String? {
    switch need {
    case .article: articles.articleAtHand == nil ? nothingSelected : nil
    case .savedArticle where !articles.hasTarget:
      isDiscovering && discovery.current != nil
        ? "Not in your library yet; save it first" : nothingSelected
    case .startedArticle: route.articleToContinue == nil ? "Nothing is in progress" : nil
    case .severalArticles where articles.targetIDs.count < 2: "Select two or more articles first"
    case .text where reader.id == nil: "No article is open"
    case .text where reader.body == nil: "This article has no text yet"
    case .selection: isSelecting ? nil : "Select text first"
    case .pick: discovery.current == nil ? "No article picked yet" : nil
    case .rows where isDiscovering: nil
    case .rows: list.rows.isEmpty ? list.filterProblem?.message ?? "This list is empty" : nil
    case .writing, .savedArticle, .severalArticles, .text: nil
    }
  }

  /// With the focus in the inspector, restores the note or title that a merge last overruled; nil
  /// if there is none.
  func putBackOverruled() -> CommandOutcome? {
    guard navigation.focus == .inspector, let article = inspected,
      let old = article.overruledTexts.first, let change = article.restoring(old)
    else { return nil }
    list.submit(change, to: [article.id])
    return .done("Put back: \(old.text)")
  }

  /// Changes a setting, `NAME VALUE`, and saves it in the config file.
  func keep(_ line: String) -> CommandOutcome {
    do throws(CommandError) {
      let before = settings
      let (name, value) = try settings.set(line: line)
      let (old, new) = (name.line(setting: before.value(of: name)), name.line(setting: value))
      let words = "set \(name.rawValue) \(value)"
      session.effects.append(.keep([new]))
      if old != new { library.record(words, undo: [old], redo: [new]) }
      return .done("Saved to config: \(words)")
    } catch { return .invalid(error.message, listedBy: .settings) }
  }

  /// Applies the lines of an undo step and saves them in the config file; shows a restored view.
  func use(_ lines: [String]) {
    guard !lines.isEmpty else { return }
    let before = settings.views.views
    var next = settings
    for line in lines {
      guard let change = try? Invocation(parsing: line) else { continue }
      switch change.command {
      case .source: discovery.use(change.argument)
      case .view:
        if let line = try? ViewList.Line(parsing: change.argument) { try? next.views.apply(line) }
      default: _ = try? next.set(line: change.argument)
      }
    }
    settings = next
    session.effects.append(.keep(lines))
    let back = next.views.views.first { view in !before.contains { $0.key == view.key } }
    if let back { route.show(back) }
  }

  package var nothingSelected: String { list.filterProblem?.message ?? "No article selected" }

  /// Begins to quit: saves the position and stops fetching; see `canEnd`.
  package func quit() {
    reader.savePosition()
    _ = fetches.stop()
    drawing?.cancel()
    discovery.picks.cancel()
    // From now on, errors are also printed after the program has ended.
    session.isQuitting = true
    if !canEnd { status = .info("Quits when everything is saved") }
  }

  package func stopWaiting() -> Bool {
    if isDiscovering, discovery.isLooking {
      route.stopLooking()
      return true
    }
    return fetches.fetching.isEmpty ? pictures.stop() : fetches.stop()
  }

  /// Shows the first problem; the others are among the messages.
  package func tellConfigProblems(_ problems: [String]) {
    guard let first = problems.first else { return }
    for other in problems.dropFirst() { status = .error(other) }
    let more = problems.count - 1
    let rest = more > 0 ? "; \(more) more: :\(Command.messages.name)" : ""
    status = Status(text: first + rest, kind: .error, shorter: [first])
  }
}

extension SessionState {
  /// The message calls the text `what`.
  package func copy(_ text: String, _ what: String) -> CommandOutcome {
    effects.append(.copy(text))
    return .done("Copied \(what)")
  }
}
