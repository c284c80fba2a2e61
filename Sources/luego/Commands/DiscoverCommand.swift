import ReadingListModel
import ReadingServices
import ArticleStore
import Discovery
import PageExtraction
import ReadingList

extension Program {
  /// `luego discover`: picks one article and prints it.
  func discover(_ words: [String]) async throws(Failure) {
    var reader = OptionReader(words, of: .discover)
    var config = config
    var saves = false
    var asksCategory = false
    var width: Int?
    while let word = reader.next() {
      switch word {
      case .option("--source"): config.settings.source = try reader.value(of: "--source")
      case .option("--category"):
        let name = try reader.value(of: "--category")
        asksCategory = true
        do throws(CommandError) { try config.settings.set(.category, to: name) } catch {
          throw .usage(error.message, of: .discover)
        }
      case .option("--save"): saves = true
      case .option("--width"): width = try reader.number(of: "--width", in: 1...1000)
      case .option(let option): throw reader.unknown(option)
      case .word(let text): throw .usage("discover does not take “\(text)”", of: .discover)
      }
    }
    let sources = sources(config)
    var choice = config.settings.source
    if choice != Source.surprise {
      guard let source = sources[choice] else {
        throw Failure(sources.unknown(choice).message, .notFound)
      }
      choice = source.name
    }
    if asksCategory, config.settings.category != Settings.allCategories {
      try requireCategories(choice, sources)
    }
    let library = try saves ? openWritableLibrary() : openLibrary()
    // What is saved or unread may stand in a record that was edited in place.
    _ = library.recheck()
    let picker = picker(sources, library: library)
    let category = config.settings.category
    let picked: PickedArticle
    let progress = ProgressLine(isWanted: true)
    do throws(PickProblem) {
      defer { progress.clear() }
      progress.show("Finding an article…")
      picked = try await picker.pick(
        from: choice,
        category: category == Settings.allCategories ? nil : category,
        refreshes: true
      ) { stage in
        switch stage {
        case .choosing(let source): progress.show("Asking \(source.title)…")
        case .picked(let site): progress.show("Reading \(site)…")
        }
      }
    } catch { throw Failure("\(error.message); try again, or another --source") }
    await picker.markShown(picked)
    var article = picked.article
    if saves {
      do throws(StoreError) {
        let isNew = try library.article(article.id)?.isDeleted ?? true
        let id = article.id
        article = try library.keep(article, html: picked.body.fragmentHTML, at: clock.now())
        // Where it is an article that was there, undoing leaves that alone.
        if isNew, article.id == id {
          undoJournal(of: library).record(
            "saved",
            title: article.title,
            [ChangeReceipt(added: [id])]
          )
        }
      } catch { throw Failure(error) }
    }
    if options.printsJSON {
      try Output.line(Output.escaped(json(article, body: picked.body, source: picked.source)))
    } else {
      try await print(article, picked.body, width: width)
    }
  }

  private func requireCategories(_ choice: String, _ sources: SourceList) throws(Failure) {
    let able = sources.sources.filter(\.hasCategories)
    if choice == Source.surprise {
      guard !able.contains(where: \.isEnabled) else { return }
      throw Failure("No enabled source has categories")
    }
    guard sources[choice]?.hasCategories != true else { return }
    let names = able.map(\.name).joined(separator: ", ")
    throw Failure("The source \(choice) has no categories; these have: \(names)", .wrongUsage)
  }

  private func json(_ article: Article, body: ArticleBody, source: String) -> JSON {
    guard case .object(var members) = ArticleJSON.object(ArticleSummary(article)) else {
      return .null
    }
    members += [
      .init("source", .string(source)), .init("text", .string(body.plainText)),
      .init("html", .string(body.fragmentHTML)),
    ]
    return .object(members)
  }
}
