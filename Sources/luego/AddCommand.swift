import ArticleStore
import Glibc
import ReadingList
import ReadingListModel

/// What `luego add` was asked to do.
private struct AddRequest {
  var links: [SavedLinks.Link] = []
  var tags: [String] = []
  var title: String?
  var html: String?
  var isFavorite = false
  var isArchived = false
  var fetches = true
  /// Words and lines that are no addresses, each with what is wrong.
  var problems: [String] = []
}

extension Program {
  /// `luego add`: stores every address first, then fetches.
  func add(_ words: [String]) async throws(Failure) {
    let request = try addRequest(words)
    for problem in request.problems { Output.complain(problem) }
    if request.links.contains(where: \.hasCredentials) { Output.tell(credentialsNotice) }
    guard !request.links.isEmpty else {
      if request.problems.isEmpty { throw .usage("add needs an address", of: .add) }
      throw Failure("", .failed)
    }
    let html = try request.html.map { path throws(Failure) in try Input.bytes(of: path) }
    let library = try openWritableLibrary()
    let now = clock.now()
    let favoritesStay = readConfig().config.settings.favoritesStay
    let changes = changes(request)
    let articles = request.links.map { link in
      let article = Article(address: link.address, given: link.given, savedAt: now)
      return article.applying(changes, at: now, favoritesStay: favoritesStay) ?? article
    }
    var additions: [Addition]
    do throws(StoreError) {
      additions = try library.add(articles, at: now)
      let saved = additions.compactMap { addition -> ArticleID? in
        if case .alreadySaved(let article) = addition { article.id } else { nil }
      }
      if !changes.isEmpty, !saved.isEmpty {
        let receipt = try library.apply(
          changes,
          to: saved,
          at: now,
          favoritesStay: favoritesStay
        )
        additions = additions.map { $0.after(receipt) }
      }
    } catch { throw Failure(error) }
    let refusal = try await report(additions, request: request, html: html, library: library)
    if let error = additions.lazy.compactMap(\.error).first ?? refusal {
      throw Failure("", Failure(error).code)
    }
    if !request.problems.isEmpty { throw Failure("", .failed) }
  }

  private func changes(_ request: AddRequest) -> [ArticleChange] {
    var changes: [ArticleChange] = []
    if !request.tags.isEmpty { changes.append(.tag(add: request.tags, remove: [])) }
    if let title = request.title { changes.append(.title(title)) }
    if request.isFavorite { changes.append(.favorite(true)) }
    if request.isArchived { changes.append(.archive(true)) }
    return changes
  }

  private func addRequest(_ words: [String]) throws(Failure) -> AddRequest {
    var request = AddRequest()
    var reader = OptionReader(words, of: .add)
    var readsInput = false
    while let word = reader.next() {
      switch word {
      case .word("-"): readsInput = true
      case .word(let text): take(text, into: &request)
      case .option("-t"), .option("--tag"):
        let text = try reader.value(of: "-t")
        for part in text.split(separator: ",") {
          guard let tag = normalizedTag(part) else { throw .usage("“\(text)” is no tag", of: .add) }
          request.tags.append(tag)
        }
      case .option("--title"): request.title = try reader.value(of: "--title")
      case .option("--html"): request.html = try reader.value(of: "--html")
      case .option("--favorite"): request.isFavorite = true
      case .option("--archive"): request.isArchived = true
      case .option("--no-fetch"): request.fetches = false
      case .option(let option): throw reader.unknown(option)
      }
    }
    if request.isFavorite, request.isArchived {
      throw .usage("An article is a favorite or archived, not both", of: .add)
    }
    if readsInput {
      guard request.html != "-" else {
        throw .usage("Standard input cannot be both the page and the addresses", of: .add)
      }
      let text = String(decoding: try Input.bytes(of: "-"), as: UTF8.self)
      for line in text.split(whereSeparator: \.isNewline)
      where !line.allSatisfy({ $0.isWhitespace }) { take(String(line), into: &request) }
    }
    if request.html != nil || request.title != nil, request.links.count > 1 {
      throw .usage("--html and --title go with one address", of: .add)
    }
    return request
  }

  private func take(_ text: String, into request: inout AddRequest) {
    switch SavedLinks.addresses(in: text) {
    case .success(let links):
      for link in links where !request.links.contains(where: { $0.address == link.address }) {
        request.links.append(link)
      }
    case .failure(let problem): request.problems.append(problem.message)
    }
  }

  /// What to do with a password that stood in an address.
  var credentialsNotice: String {
    "Passwords in addresses are neither saved nor used; put them into \(places.config)/netrc"
  }

  /// Prints a line for each address: what is stored at once, what is fetched as it comes.
  ///
  /// - Returns: why a text could not be stored, when one could not.
  private func report(
    _ additions: [Addition],
    request: AddRequest,
    html: [UInt8]?,
    library: Library
  ) async throws(Failure) -> StoreError? {
    var refusal: StoreError?
    let fetch = fetching(into: library) { Output.complain($0) }
    var waiting: [Article] = []
    for addition in additions {
      switch addition {
      case .alreadySaved(let article) where html == nil:
        try say(article, "already saved", note: alreadySaved(article))
        if !article.fetch.isReadable, request.fetches { waiting.append(article) }
      case .added(let article), .alreadySaved(let article):
        if let html {
          let outcome = fetch.store(html: html, of: article)
          if case .refused(_, let error) = outcome { refusal = error }
          try say(outcome, of: article)
        } else if request.fetches {
          waiting.append(article)
        } else {
          try say(article, "saved", note: "not fetched yet")
        }
      case .failed(let article, let error):
        try say(article, error.isInPlace ? "saved" : "not saved", note: error.message)
      }
    }
    for (article, outcome) in await results(of: waiting, with: fetch) {
      if case .refused(_, let error) = outcome { refusal = error }
      try say(outcome, of: article)
    }
    return refusal
  }

  /// Fetches articles side by side; the results come in the order given.
  func results(
    of articles: [Article],
    with fetch: ArticleFetch
  ) async -> [(Article, ArticleFetch.Outcome)] {
    await withTaskGroup(of: (Int, ArticleFetch.Outcome).self) { group in
      for (index, article) in articles.enumerated() {
        group.addTask { (index, await fetch.fetch(article.id)) }
      }
      var outcomes: [Int: ArticleFetch.Outcome] = [:]
      for await (index, outcome) in group { outcomes[index] = outcome }
      return articles.enumerated().compactMap { index, article in
        outcomes[index].map { (article, $0) }
      }
    }
  }

  private func alreadySaved(_ article: Article) -> String {
    var words = "since \(article.savedAt.rfc3339.prefix(10))"
    let short = article.id.text.prefix(8)
    if let home = article.membership.home {
      words += ", in \(home.title)"
      if article.progress > .none { words += ", \(article.progress.percent)% read" }
      if home == .archived { words += "; luego unarchive \(short) brings it back" }
    } else {
      words += ", in Trash; luego restore \(short) brings it back"
    }
    return words
  }

  /// Prints what came of a fetch; where it is not to be shown, it only goes to the log.
  func say(
    _ outcome: ArticleFetch.Outcome,
    of article: Article,
    isShown: Bool = true
  ) throws(Failure) {
    let (article, word, note): (Article, String, String?) =
      switch outcome {
      case .saved(let saved): (saved, "saved", nil)
      case .same(_, let survivor): (survivor, "already saved", alreadySaved(survivor))
      case .unchanged(let same): (same, "unchanged", nil)
      case .doubtful(let saved, let reason): (saved, "doubtful", reason)
      case .failed(_, let reason, let isTransient):
        (article, isTransient ? "waiting" : "failed", reason)
      case .refused(_, let error): (article, "failed", error.message)
      }
    try say(article, word, note: note, isShown: isShown)
  }

  private func say(
    _ article: Article,
    _ word: String,
    note: String?,
    isShown: Bool = true
  ) throws(Failure) {
    Log.line("\(word) \(article.url)\(note.map { ": " + $0 } ?? "")")
    guard isShown else { return }
    if options.printsJSON {
      guard case .object(var members) = ArticleJSON.object(ArticleSummary(article)) else { return }
      members.append(.init("result", .string(word)))
      members.append(.init("note", note.map { .string($0) } ?? .null))
      try Output.line(Output.escaped(.object(members)))
    } else {
      let end = note.map { " (\($0))" } ?? ""
      try Output.line(
        Output.printable("\(word)  \(article.id.text.prefix(8))  \(article.title)\(end)")
      )
    }
  }
}

extension Addition {
  /// What became of an article that was there already once it was changed.
  fileprivate func after(_ receipt: ChangeReceipt) -> Addition {
    guard case .alreadySaved(let article) = self else { return self }
    if let failure = receipt.failures.first(where: { $0.id == article.id }) {
      return .failed(article, failure.error)
    }
    return receipt.changes.first { $0.after.id == article.id }.map { .alreadySaved($0.after) }
      ?? self
  }
}

extension FetchState {
  /// Has text, doubtful or not.
  var isReadable: Bool { self == .ready || isSuspect }
}
