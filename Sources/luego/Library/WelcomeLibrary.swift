import Library
import PageExtraction
import Platform
import ReadingList
import ReadingServices

/// The welcome articles of a new library: ordinary articles, which `luego welcome` restores.
enum WelcomeLibrary {
  /// The result of adding the welcome articles.
  struct Outcome: Sendable {
    /// The articles in their order, each with its result: “added”, “restored” or “already there”.
    var articles: [(id: ArticleID, title: String, result: String)] = []
    /// The receipts that undo the step; they name no article if all were there.
    var receipts: [ChangeReceipt] = []
  }

  /// The saved date of the first article: noon UTC on 1 January 2026.
  private static let date = Timestamp(seconds: 1_767_268_800)

  /// Adds missing welcome articles and restores those in Trash; a second call changes nothing.
  ///
  /// Waits for the disk, on any thread. The caller records the receipts for undo.
  /// - Parameters:
  ///   - library: the library.
  ///   - data: the data directory of the program, as `ProgramData.directory` finds it.
  ///   - now: the present moment.
  /// - Returns: the result for each article.
  /// - Throws: `Failure` if the articles are missing, and `StoreError` if they cannot be saved.
  static func add(to library: Library, from data: String?, at now: Timestamp) throws -> Outcome {
    let bytes = data.flatMap { try? Input.own($0 + "/welcome/library.json") }
    guard let data, let entries = bytes.flatMap({ try? JSON(parsing: $0) })?.array else {
      throw Failure("The welcome articles are missing; install Luego again")
    }
    var outcome = Outcome()
    // The first entry is the newest. The dates are the same on all machines, so that an article
    // purged on one is not saved later on another.
    for (index, entry) in entries.enumerated() {
      let savedAt = date.advanced(bySeconds: Int64(-60 * index))
      guard let (article, html) = article(entry, from: data, savedAt: savedAt) else { continue }
      let result: String
      let old = try library.article(article.id)
      if old == nil {
        // A change by a person on any machine is later than the automatic addition.
        let kept = try library.keep(article, html: html, at: now, fixed: savedAt)
        outcome.receipts.append(ChangeReceipt(added: [kept]))
        result = "added"
      } else {
        let receipt = try library.apply(.delete(false), to: [article.id], at: now)
        if let failure = receipt.failures.first { throw failure.error }
        outcome.receipts.append(receipt)
        result = receipt.changed.isEmpty ? "already there" : "restored"
      }
      outcome.articles.append((article.id, old?.title ?? article.title, result))
    }
    return outcome
  }

  private static func article(
    _ entry: JSON, from data: String, savedAt: Timestamp
  ) -> (Article, html: String)? {
    guard let file = entry["file"]?.string, !file.contains("/"), let title = entry["title"]?.string,
      let html = try? Input.own("\(data)/welcome/\(file)")
    else { return nil }
    let body = ArticleBody(fragment: String(decoding: html, as: UTF8.self))
    let urn = ArticleID.urn(forContent: "welcome/" + file)
    var article = Article(canonicalURL: urn, url: urn, title: title, savedAt: savedAt)
    article.author = entry["author"]?.string
    article.site = entry["site"]?.string
    article.language = entry["language"]?.string
    article.direction = entry["direction"]?.string
    article.excerpt = entry["excerpt"]?.string
    article.publishedAt = entry["publishedAt"]?.string.flatMap { Timestamp(rfc3339: $0) }
    article.tags = (entry["tags"]?.array ?? []).compactMap {
      $0.string.flatMap { normalizedTag($0) }
    }
    article.isFavorite = entry["favorite"]?.bool ?? false
    article.isArchived = entry["archived"]?.bool ?? false
    article.wordCount = ReadingTime.words(in: body.plainText)
    return (article, body.fragmentHTML)
  }
}

extension Program {
  /// `luego welcome`: adds the welcome articles to a library that began without them or lost them.
  func welcome(_ words: [String]) throws {
    _ = try CommandWords(words, of: .welcome)
    let library = try openWritableLibrary(ifAbsent: .create)
    let outcome = try WelcomeLibrary.add(to: library, from: ProgramData.directory, at: clock.now())
    let title = outcome.articles.first { $0.result != "already there" }?.title ?? ""
    let done = outcome.articles.contains { $0.result == "added" } ? "added" : "restored"
    undoJournal(of: library).record(done, title: title, outcome.receipts)
    for (id, title, result) in outcome.articles {
      try printResult(result, of: id, title, in: library)
    }
  }
}

extension WelcomeLibrary {
  /// Adds the welcome articles for the interface.
  ///
  /// - Throws: `StoreError` if they are missing or cannot be saved.
  static func additions(to library: Library, at now: Timestamp) throws(StoreError) -> [Addition] {
    let outcome: Outcome
    do { outcome = try add(to: library, from: ProgramData.directory, at: now) } catch {
      throw StoreError(.io, Failure(error).message)
    }
    let changed = Set(outcome.receipts.flatMap(\.changed))
    var additions: [Addition] = []
    for entry in outcome.articles {
      guard let article = try library.article(entry.id) else { continue }
      additions.append(changed.contains(entry.id) ? .added(article) : .alreadySaved(article))
    }
    return additions
  }
}
