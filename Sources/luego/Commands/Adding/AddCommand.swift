import Exchange
import Library
import ReadingList
import ReadingServices

private struct AddRequest {
  var links: [SavedLinks.Link] = []
  var files: [String] = []
  /// To skip duplicates.
  var known: Set<ArticleID> = []
  var tags: [String] = []
  var title: String?
  var html: String?
  var mail: String?
  var quote: CapturedPage.Quote?
  var isFavorite = false
  var isArchived = false
  var fetches = true
  /// About words and lines that are not addresses.
  var problems: [String] = []
  /// Links in a mail that end or change a subscription; they are not saved.
  var subscriptions = 0
}

private struct AddProgress {
  var waiting: [ArticleID] = []
  /// The first that kept an article from being saved.
  var error: StoreError?
  private(set) var hasFailed = false
  var step: UndoJournal.Recorded?
  /// A failure to write to standard output does not stop the saving.
  private(set) var failure: Failure?

  mutating func tell(_ outcome: ArticleFetch.Outcome, _ line: () throws -> Void) {
    switch outcome {
    case .refused(_, let refusal): error = error ?? refusal
    case .failed(_, _, isTransient: false): hasFailed = true
    case .saved, .same, .unchanged, .kept, .doubtful, .failed: break
    }
    print(line)
  }

  mutating func print(_ line: () throws -> Void) {
    guard failure == nil else { return }
    do { try line() } catch { failure = Failure(error) }
  }
}

extension Program {
  func add(_ line: Arguments) async throws {
    var request = try addRequest(line)
    let page = try request.html.map { file in try Input.page(of: file) }
    if let page, let file = request.html, request.links.isEmpty, request.problems.isEmpty {
      request.links = [try savedLink(of: page, in: file)]
    }
    for problem in request.problems { Output.complain(problem) }
    let changes = changes(request)
    if let mail = request.mail { return try add(mail: mail, changes) }
    if request.links.contains(where: \.hasCredentials) { Output.tell(credentialsNotice) }
    if request.subscriptions > 0 {
      let links = request.subscriptions.counted("link")
      Output.tell("Not saved: \(links) to unsubscribe or change a subscription")
    }
    if !request.files.isEmpty {
      try await add(files: request.files, changes, fetches: request.fetches)
      if request.links.isEmpty, request.problems.isEmpty { return }
    }
    guard !request.links.isEmpty else {
      if request.problems.isEmpty {
        let isRead = line.others.contains("-")
        throw Failure.usage(
          isRead ? "Standard input has no address" : "add needs an address", of: .add)
      }
      throw Failure("", .failed)
    }
    let library = try openWritableLibrary(ifAbsent: .create)
    let fetch = fetching(into: library) { Output.complain($0) }
    var progress = AddProgress()
    if page != nil || request.quote != nil {
      var captured = CapturedPage(request.links[0])
      if let page { captured.content = .page(page.html) }
      captured.quote = request.quote
      let fetches = page == nil && request.fetches
      let saved = try save(
        [captured], via: "file", changes, with: fetch, in: library, fetches: fetches)
      if fetches {
        progress.waiting = saved.filter { !$0.article.fetch.hasText }.map(\.article.id)
      }
    } else {
      try library.add(request.links, changes, at: clock.now()) { additions, receipts in
        let added = additions.compactMap(\.added)
        record(
          added.isEmpty ? "changed" : "added",
          title: (added.first ?? additions.first?.article)?.title ?? "", receipts, in: library,
          to: &progress.step)
        for addition in additions { report(addition, fetches: request.fetches, &progress) }
      }
    }
    let waiting = progress.waiting
    let problem = await fetch.fetchAll(waiting) { id, outcome in
      let article = try? library.article(id)
      progress.tell(outcome) { try say(outcome, of: article) }
    }
    if let failure = progress.failure { throw failure }
    if let problem { throw Failure.pictures(problem) }
    if let error = progress.error { throw Failure("", Failure(error).code) }
    if progress.hasFailed || !request.problems.isEmpty { throw Failure("", .failed) }
  }

  private func changes(_ request: AddRequest) -> [ArticleChange] {
    var changes: [ArticleChange] = []
    if !request.tags.isEmpty { changes.append(.tag(add: request.tags, remove: [])) }
    if let title = request.title { changes.append(.title(title)) }
    if request.isFavorite { changes.append(.favorite(true)) }
    if request.isArchived { changes.append(.archive(true)) }
    return changes
  }

  private func addRequest(_ line: Arguments) throws -> AddRequest {
    var request = AddRequest(
      tags: try tags(in: line.values("--tag"), of: .add, isNew: true),
      title: line["--title"].map(Self.cleanTitle), html: line.file("--html"),
      mail: line.file("--mail"),
      quote: line["--highlight"].flatMap { CapturedPage.Quote($0) },
      isFavorite: line.has("--favorite"), isArchived: line.has("--archive"),
      fetches: !line.has("--no-fetch"))
    let readsInput = line.others.contains("-")
    for word in line.others where word != "-" {
      if Self.isFile(word) {
        request.files.append(word)
      } else if let problem = Self.fileProblem(of: word) {
        request.problems.append("\(word): not saved: \(problem)")
      } else if word.hasPrefix("+") || word.hasPrefix("#"),
        case .failure = SavedLinks.addresses(in: word)
      {
        throw Failure.usage("“\(word)” is not an address; to add a tag: --tag TAG", of: .add)
      } else {
        take(word, into: &request)
      }
    }
    guard line.values("--highlight").count < 2 else {
      throw Failure.usage("--highlight can be given once", of: .add)
    }
    if request.isFavorite, request.isArchived {
      throw Failure.usage("--favorite and --archive cannot be used together", of: .add)
    }
    if !request.files.isEmpty {
      guard request.html == nil, request.mail == nil, request.quote == nil else {
        throw Failure.usage(
          "--html, --mail and --highlight do not go with files that are added", of: .add)
      }
      guard request.title == nil || request.files.count == 1 && request.links.isEmpty else {
        throw Failure.usage("--title needs exactly one address or file", of: .add)
      }
    }
    if request.mail != nil {
      guard request.links.isEmpty, request.problems.isEmpty, !readsInput, request.html == nil,
        request.title == nil, !request.isFavorite, !request.isArchived
      else { throw Failure.usage("--mail goes with --tag alone", of: .add) }
      return request
    }
    if readsInput {
      guard request.html != "-" else {
        throw Failure.usage("Only one of --html - and - can read standard input", of: .add)
      }
      let bytes = try Input.bytes(of: "-")
      guard !Mail.isMail(bytes) else {
        let links = Mail.links(in: bytes)
        if links.pages.isEmpty { request.problems.append("No web address found in this mail") }
        request.subscriptions = links.subscriptions.count
        take(links.pages, into: &request)
        return request
      }
      let text = String(decoding: bytes, as: UTF8.self)
      for line in text.split(whereSeparator: \.isNewline)
      where !line.allSatisfy({ $0.isWhitespace }) { take(String(line), into: &request) }
    }
    if request.html != nil || request.title != nil || request.quote != nil, request.links.count > 1
    {
      throw Failure.usage("--html, --title and --highlight need exactly one address", of: .add)
    }
    return request
  }

  private func add(mail file: String, _ changes: [ArticleChange]) throws {
    let bytes = try Input.bytes(of: file)
    let pages: [CapturedPage]
    do throws(ExchangeProblem) { pages = try Mail.articles(in: bytes) } catch {
      throw Failure("\(file == "-" ? "Standard input" : file): \(error.message)")
    }
    let library = try openWritableLibrary(ifAbsent: .create)
    _ = try save(pages, via: "mail", changes, with: fetching(into: library), in: library)
  }

  /// Saves pages as one undo step, and prints a line for each, except new ones to be fetched.
  private func save(
    _ pages: [CapturedPage], via: String, _ changes: [ArticleChange], with fetch: ArticleFetch,
    in library: Library, fetches: Bool = false
  ) throws -> [Capture.Saved] {
    let now = clock.now()
    let results = fetch.save(pages.map { ($0, now, via) }, changes, at: now).compactMap(\.self)
    let saved = results.compactMap { try? $0.get() }
    let step = saved.step
    record(step.done, title: step.title, step.receipts, in: library)
    try report(fetches ? saved.filter { !$0.isNew } : saved)
    for case .failure(let error) in results { throw Failure(error) }
    return saved
  }

  private func take(_ text: String, into request: inout AddRequest) {
    switch SavedLinks.addresses(in: text) {
    case .success(let links): take(links, into: &request)
    case .failure(let problem): request.problems.append(problem.message)
    }
  }

  private func take(_ links: [SavedLinks.Link], into request: inout AddRequest) {
    for link in links where request.known.insert(ArticleID(address: link.address)).inserted {
      request.links.append(link)
    }
  }

  var credentialsNotice: String {
    "Passwords in addresses are not saved or used; put them in \(places.config)/netrc"
  }

  /// Queues an article for fetching, or prints the result if there is nothing to fetch.
  private func report(_ addition: Addition, fetches: Bool, _ progress: inout AddProgress) {
    let article = addition.article
    if let error = addition.error {
      progress.error = progress.error ?? error
      progress.print {
        try say(article, error.isInPlace ? "saved" : "not saved", note: error.message)
      }
    } else if addition.wasSaved {
      progress.print { try say(article, "already saved", note: alreadySaved(article)) }
      if !article.fetch.hasText, fetches { progress.waiting.append(article.id) }
    } else if fetches {
      progress.waiting.append(article.id)
    } else {
      progress.print { try say(article, "saved", note: "not fetched yet") }
    }
  }

  func alreadySaved(_ article: Article) -> String {
    let words = "since \(article.savedAt.rfc3339.prefix(10)), \(article.placeWords)"
    let short = article.id.text.prefix(8)
    if article.isDeleted { return words + "; to restore it: luego restore \(short)" }
    return words + (article.isArchived ? "; to unarchive it: luego unarchive \(short)" : "")
  }

  func say(_ outcome: ArticleFetch.Outcome, of article: Article?, isShown: Bool = true) throws {
    let (found, word, note): (Article?, String, String?) =
      switch outcome {
      case .saved(let saved): (saved, "saved", nil)
      case .same(_, let survivor): (survivor, "already saved", alreadySaved(survivor))
      case .unchanged(let same): (same, "unchanged", nil)
      case .kept(let kept):
        (kept, "kept", "its text is from the \(kept.via ?? "browser"); --replace fetches the page")
      case .doubtful(let saved, let reason): (saved, "check", reason)
      case .failed(_, let reason, let isTransient):
        (article, isTransient ? "waiting" : "failed", reason)
      case .refused(_, let error): (article, "failed", error.message)
      }
    guard let article = found else { return Output.complain(note ?? word) }
    try say(article, word, note: note, isShown: isShown)
  }

  func say(_ article: Article, _ word: String, note: String?, isShown: Bool = true) throws {
    Log.line("\(word) \(article.url)\(note.map { ": " + $0 } ?? "")")
    guard isShown else { return }
    let end = note.map { " (\($0))" } ?? ""
    let object = ArticleJSON.object(ArticleSummary(article)).adding([
      .init("result", .string(word)), .init("note", .optional(note)),
    ])
    try printLine(
      "\(word)  \(article.id.text.prefix(8))  \(article.title)\(end)", object.members ?? [])
  }
}
