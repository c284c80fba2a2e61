import ArticleStore
import Discovery
package import ReadingList
import ReadingServices

extension ReadingListModel {
  /// Whether a command exists in this session: what changes the library is not there when it is
  /// read-only.
  package func offers(_ command: Command) -> Bool {
    !(isReadOnly && command.row.needs.contains(.writing))
      && (command != .welcome || service.hasWelcome)
  }

  /// Carries out a command, or finds out why not.
  ///
  /// - Parameters:
  ///   - invocation: what is wanted.
  ///   - confirmation: the question that a yes was given to.
  ///   - onScreen: carries out what concerns the screen alone.
  /// - Returns: what came of it, which is to be shown.
  package func perform(
    _ invocation: Invocation,
    confirmed confirmation: Confirmation? = nil,
    onScreen: (Invocation) -> CommandOutcome
  ) -> CommandOutcome {
    defer { bringUpToDate() }
    let row = invocation.command.row
    let isBare = invocation.argument.isEmpty
    switch row.argument {
    case .none where !isBare: return .invalid("“\(row.name)” takes no argument")
    case .required where isBare: return .invalid(row.usage)
    case .none, .required, .optional, .typed, .chosen: break
    }
    if let status = reason(against: invocation) { return .refused(status) }
    switch row.argument {
    case .typed where isBare, .chosen where isBare: return .needsArgument
    case .none, .required, .optional, .typed, .chosen: break
    }
    if let wanted = question(before: invocation.command) {
      guard let confirmation else { return .needsConfirmation(wanted) }
      guard confirmation.articles == wanted.articles else {
        return .refused("The list has changed; nothing was done")
      }
    }
    return noting(invocation.command) {
      row.action?(self, invocation.argument) ?? onScreen(invocation)
    }
  }

  /// The question that is to be answered before a command is carried out; nil when there is none.
  private func question(before command: Command) -> Confirmation? {
    if command == .removeTexts { return questionBeforeRemovingTexts }
    if command == .removeView {
      return Confirmation(
        question: "Remove the view “\(navigation.view.name)”? Its articles stay.",
        articles: [],
        title: "Remove the view?",
        yes: "remove",
        refusal: "Not removed"
      )
    }
    guard let question = command.row.question else { return nil }
    let articles = targets
    return Confirmation(
      question: question.replacing("…", with: Self.summary(of: articles)),
      articles: articles.map(\.id)
    )
  }

  /// A title, or how many articles there are.
  package static func summary(of articles: [ArticleSummary]) -> String {
    articles.count == 1 ? "“\(articles[0].title)”" : "\(articles.count) articles"
  }

  /// Why a command cannot be carried out now, on one line; nil when it can.
  package func reason(against invocation: Invocation) -> Status? {
    let row = invocation.command.row
    var hasArgument = false
    if case .optional = row.argument { hasArgument = !invocation.argument.isEmpty }
    for need in row.needs where !(hasArgument && need == .article) {
      if let reason = reason(against: need) {
        return need == .writing ? .error(reason) : .info(reason)
      }
    }
    return nil
  }

  private func reason(against need: Command.Need) -> String? {
    switch need {
    case .writing: isReadOnly ? readOnlyReason ?? "The library is read-only" : nil
    case .article: articleAtHand == nil ? nothingSelected : nil
    case .savedArticle where !hasTarget:
      isDiscovering && discovery.current != nil
        ? "Not in your library yet; save it first" : nothingSelected
    case .startedArticle: articleToContinue == nil ? "Nothing is in progress" : nil
    case .severalArticles where targets.count < 2:
      "Mark two or more articles first"
    case .text where reader.id == nil: "No article is open"
    case .text where reader.body == nil: "This article has no text yet"
    case .selection: isSelecting ? nil : "Select text first"
    case .pick: discovery.current == nil ? "No article picked yet" : nil
    case .rows: list.rows.isEmpty ? list.filterProblem?.message ?? "This list is empty" : nil
    case .removableTexts where reports.texts == nil:
      "The texts are not counted yet; :\(Command.offline.name) counts them"
    case .removableTexts:
      reports.texts?.removable.isEmpty == true
        ? "No archived article that was read, without highlights, has a text to remove" : nil
    case .ownView:
      navigation.view.isChangeable
        ? nil : "\(navigation.view.name) stays as it is; go to one of the views below it"
    case .savedArticle, .severalArticles, .text: nil
    }
  }

  /// Why there is no article to do something with.
  package var nothingSelected: String { list.filterProblem?.message ?? "No article selected" }

  // MARK: Outside

  /// The picked article on screen, or the one that commands are about.
  private var articleAtHand: ArticleSummary? {
    isDiscovering
      ? discovery.current.map { ArticleSummary($0.picked.article) } ?? target : target
  }

  func openInBrowser(_ url: String) -> CommandOutcome {
    guard let url = url.isEmpty ? articleAtHand?.url : url else { return .done }
    pendingEffects.append(.openInBrowser(url))
    return .done
  }

  func openInBrowserAndArchive() -> CommandOutcome {
    guard let article = articleAtHand else { return .done }
    // The one that is opened, and not those that are marked.
    let saved = snapshot.row(of: article.id).map { snapshot[$0] }
    let ids = saved?.membership.isArchived == false ? [article.id] : []
    pendingEffects.append(.openInBrowser(article.url, archiving: ids))
    return .done
  }

  /// An article was opened in the browser: what was to be archived then is archived.
  package func opened(archiving ids: [ArticleID]) {
    let articles = ids.compactMap { snapshot.row(of: $0).map { snapshot[$0] } }
    guard !articles.isEmpty else { return }
    if case .done(let said) = archive(articles) { status = said }
  }

  func copyURL(_ url: String) -> CommandOutcome {
    let urls = url.isEmpty ? articlesAtHand.map(\.url) : [url]
    guard !urls.isEmpty else { return .done }
    pendingEffects.append(.copy(urls.joined(separator: "\n")))
    return .done(urls.count == 1 ? "Copied the URL" : "Copied \(urls.count) URLs")
  }

  func copyMarkdown() -> CommandOutcome {
    let links = articlesAtHand.map { "[\($0.title)](\($0.url))" }
    guard !links.isEmpty else { return .done }
    pendingEffects.append(.copy(links.joined(separator: "\n")))
    return .done(
      links.count == 1 ? "Copied a Markdown link" : "Copied \(links.count) Markdown links"
    )
  }

  /// The marked articles, else the one at hand.
  private var articlesAtHand: [ArticleSummary] {
    let articles = isDiscovering ? [] : targets
    return articles.isEmpty ? [articleAtHand].compactMap { $0 } : articles
  }

  /// Ends the program as soon as everything is written.
  package func quit() {
    savePosition()
    service.cancelFetches()
    pictureService?.cancel()
    discoveryService.cancel()
    service.stopImporting()
    isQuitting = true
  }

  /// The article to offer at the start: the one most recently read and not finished.
  package var articleToContinue: ArticleSummary? {
    guard snapshot.count(of: .inProgress) > 0 else { return nil }
    return snapshot.rows(in: .inProgress, order: .recentlyRead).first.map { snapshot[$0] }
  }

  /// The line that offers to continue it; nil when nothing is in progress.
  package var offerToContinue: Status? {
    articleToContinue.map { article in
      Status(
        text: "continue “\(article.title)”, \(article.progress.percent)% read",
        kind: .info,
        shorter: ["continue “\(article.title)”", "continue"],
        offer: .continueReading
      )
    }
  }

  /// Opens the article that was read last and not finished, in its list.
  func continueReading() -> CommandOutcome {
    guard let article = articleToContinue else { return .refused("Nothing is in progress") }
    openInItsList(article)
    return .done
  }

  /// Opens an article in the list on screen where that has it, else in its own.
  package func openInItsList(_ article: ArticleSummary) {
    if list.index(of: article.id) == nil, let home = article.membership.home {
      clearFilter()
      show(.list(home))
    }
    placeCursor(on: article.id)
    open(article.id)
    navigation.focus = .reader
  }

  /// Stops what is awaited: an import, else what comes from the network.
  ///
  /// - Returns: whether there was anything.
  package func stopWaiting() -> Bool {
    if stopImporting() { return true }
    if isDiscovering, discovery.isLooking {
      stopLooking()
      return true
    }
    if fetching.isEmpty, !pictures.fetching.isEmpty {
      pictureService?.cancel()
      return true
    }
    guard !fetching.isEmpty else { return false }
    reports.stopped = fetching
    service.cancelFetches()
    return true
  }

  // MARK: Settings

  /// Says the first thing that is wrong in the config file, and where the others are listed.
  package func tellConfigProblems() {
    guard let first = configProblems.first else { return }
    let more = configProblems.count - 1
    let rest = more > 0 ? "; \(more) more: :config-problems" : ""
    status = .error(first + rest)
    status?.shorter = [first]
  }

  /// Changes a setting for this session: `NAME VALUE`.
  func set(_ line: String) -> CommandOutcome {
    do throws(CommandError) { _ = try settings.set(line: line) } catch {
      return .invalid(error.message)
    }
    return .done
  }

  /// Gives a tag a color until the program ends: `TAG COLOR`.
  func colorTag(_ line: String) -> CommandOutcome {
    do throws(CommandError) { try settings.setTagColor(line: line) } catch {
      return .invalid(error.message)
    }
    return .done
  }

  /// Changes a setting and has it kept in the config file: `NAME VALUE`.
  func keep(_ line: String) -> CommandOutcome {
    do throws(CommandError) {
      let (name, value) = try settings.set(line: line)
      pendingEffects.append(.keepSetting(name, value))
      return .done("Kept: set \(name.rawValue) \(value)")
    } catch { return .invalid(error.message) }
  }

  func chooseTheme(_ name: String) -> CommandOutcome { keep(.theme, name) }

  /// Changes a setting and has it kept.
  func keep(_ name: Settings.Name, _ value: String) -> CommandOutcome {
    keep("\(name.rawValue) \(value)")
  }
}
