import Exchange
import Library
import Platform
import ReadingList
import ReadingServices
import Web

extension ArticlesModel {
  func add(_ text: String) -> CommandOutcome {
    if let path = filePath(in: text) {
      let answer = library.begin { [unowned self] (report: Inbox.Report) in
        model.capture.finish(report, isAsked: true)
      }
      service.add(fileAt: path, answer: answer)
      return .done("Reading \(path)…")
    }
    switch SavedLinks.taggedAddresses(in: text) {
    case .failure(let problem): return .invalid(problem.message)
    case .success((let addresses, let tags)):
      let hadPasswords = addresses.contains(where: \.hasCredentials)
      session.unsaved["addresses"] = nil
      let changes: [ArticleChange] = tags.isEmpty ? [] : [.tag(add: tags, remove: [])]
      let answer = added(tags, typed: text, hadPasswords: hadPasswords)
      service.add(addresses, changes, answer: answer)
      return .done("Saving…")
    }
  }

  private func filePath(in text: String) -> String? {
    guard service.inbox != nil else { return nil }
    var path = text.trimmed
    if path.hasPrefix("file:///") {
      path = DeepLink.percentDecoded(path.dropFirst(7)) ?? String(path.dropFirst(7))
    }
    guard ["/", "~/", "./", "../"].contains(where: path.hasPrefix) else { return nil }
    return path.expandingHome(CurrentProcess.variable("HOME"))
  }

  func addWelcome() -> CommandOutcome {
    guard service.hasWelcome else { return .refused("The welcome articles are not installed") }
    service.addWelcome(answer: added())
    return .done("Saving…")
  }

  private func added(
    _ tags: [String] = [], typed: String = "", hadPasswords: Bool = false
  ) -> LibraryService.AddAnswer {
    library.begin { [unowned self] (result: Result<[Addition], StoreError>) in
      finish(result, tags, typed: typed, hadPasswords: hadPasswords)
    }
  }

  private func finish(
    _ result: Result<[Addition], StoreError>, _ tags: [String], typed: String, hadPasswords: Bool
  ) {
    func keepTyped() {
      let before = session.unsaved["addresses"].map { $0 + " " } ?? ""
      session.unsaved["addresses"] = before + typed
    }
    switch result {
    case .failure(let error):
      keepTyped()
      fail("Not saved: \(error.reason)")
    case .success(let additions):
      let added = additions.compactMap(\.added)
      let failed = additions.compactMap { one in one.error.map { (article: one.article, error: $0) }
      }
      let saved = additions.filter(\.wasSaved).map(\.article)
      if let first = saved.first {
        let isOnly = additions.count == 1
        let deleted = saved.count { $0.isDeleted }
        status =
          saved.count == 1
          ? alreadySaved(first, isRevealed: isOnly)
          : .info(
            "Already saved: \(saved.count) articles" + (deleted > 0 ? ", \(deleted) in Trash" : ""))
        if isOnly { route.reveal(first) }
        if !tags.isEmpty {
          status?.text += "; tagged " + tags.map { "#" + $0 }.joined(separator: " ")
          if saved.contains(where: { $0.id == reader.id }) { reader.reload() }
        }
      }
      if let first = failed.first(where: { !$0.error.isInPlace }) ?? failed.first {
        let count = failed.count { !$0.error.isInPlace }
        if count > 0 { keepTyped() }
        fail(
          count == 0
            ? first.error.message
            : Self.summary(
              "Not saved", first.article.url, count, of: additions.count, "addresses", first.error))
      }
      guard let first = added.first else { return }
      let waiting = added.filter(\.fetch.isPending).map(\.id)
      if failed.isEmpty {
        let saved = added.count == 1 ? "“\(first.title)”" : "\(added.count)"
        status = .info("Saved \(saved)" + (waiting.isEmpty ? "" : "; fetching…"))
      }
      if failed.isEmpty, hadPasswords {
        status = .info("Saved without the password; put it into netrc in the config directory")
      }
      fetches.start(waiting)
      route.reveal(first)
    }
  }

  /// Offers a key only where it would act on the article.
  private func alreadySaved(_ article: Article, isRevealed: Bool = true) -> Status {
    let date = shortDate(article.savedAt, clock: clock)
    var status = Status.info(
      "Already saved \(date.contains(":") ? "at" : "on") \(date), \(article.placeWords)")
    guard isRevealed else { return status }
    if article.isDeleted {
      (status.offer, status.action) = (.delete, "restore")
    } else if article.isArchived {
      (status.offer, status.action) = (.archive, "unarchive")
    }
    return status
  }

  /// Fetches the targets again; a second time also replaces a text that the fetch kept.
  func refetchTarget() -> CommandOutcome {
    guard let target = targets.first else { return .done }
    let articles = targets.filter { !fetches.fetching.contains($0.id) }
    guard let first = articles.first else {
      let others = targets.count > 1 ? ", as are the others" : ""
      return .refused("“\(target.title)” is already being fetched\(others)")
    }
    for article in articles {
      let isReplaced = fetches.replaceable.remove(article.id) != nil
      fetches.start([article.id], isReplaced ? .replacing : .again)
    }
    if navigation.mainFocus != .reader { list.clearMarks() }
    return .done(articles.count == 1 ? "Fetching “\(first.title)”…" : "Fetching \(articles.count)…")
  }

  /// Fetches the targets from the archive in the settings, for pages gone from their site.
  func fetchArchived() -> CommandOutcome {
    fetches.start(targetIDs, .archive(settings.archive))
    return .done("Asking the archive…")
  }

  func finishFetch(_ outcome: ArticleFetch.Outcome) {
    func finish(_ id: ArticleID) {
      fetches.finish(id)
      if reader.id == id { reader.reload() }
    }
    func finish(_ article: Article, _ words: String) {
      fetches.report(.info(words), of: article.id)
      reader.pictures.fetchIfSet(article.id)
      finish(article.id)
    }
    switch outcome {
    case .saved(let article): finish(article, "Ready: “\(article.title)”")
    case .unchanged(let article): finish(article, "Unchanged: “\(article.title)”")
    case .doubtful(let article, let reason): finish(article, "Check “\(article.title)”: \(reason)")
    case .kept(let article):
      fetches.replaceable.insert(article.id)
      finish(
        article, "Kept the copy from the \(article.via ?? "browser"); fetch again to replace it")
    case .same(let id, let survivor):
      status = alreadySaved(survivor)
      if reader.id == id { route.closeReader() }
      route.reveal(survivor)
      finish(id)
    case .failed(let id, FetchProblem.cancelled.message, _): finish(id)
    case .failed(let id, let reason, _):
      let name = (library.summary(of: id)?.title).map(Self.quoted) ?? ""
      let isNamed = name.isEmpty || reason.contains(name)
      let words = isNamed ? reason : "\(name): \(reason)"
      let short = words.split(separator: "; ").first.map { [String($0)] } ?? []
      fetches.report(Status(text: words, kind: .error, shorter: short), of: id)
      finish(id)
    case .refused(let id, let error):
      let title = library.summary(of: id)?.title
      fail(
        error.isInPlace
          ? error.message : Self.summary("Text not saved", title, 1, of: 1, "articles", error))
      finish(id)
    }
  }
}
