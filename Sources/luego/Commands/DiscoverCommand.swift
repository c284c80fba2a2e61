import Library
import PageExtraction
import Reader
import ReadingList
import ReadingServices
import Web

extension Program {
  func discover(_ line: Arguments) async throws {
    let saves = line.has("--save")
    let width = try line.number("--width", in: 1...1000)
    let sources = sources(config)
    var choice = line["--source"] ?? config.settings.source
    if choice != Source.surprise {
      guard let source = sources[choice] else {
        throw Failure(sources.unknown(choice, isChoice: true).message, .notFound)
      }
      choice = source.name
    }
    let library = try saves ? openWritableLibrary(ifAbsent: .create) : openLibrary(ifAbsent: .empty)
    _ = library.freshList()
    let picker = picker(sources, library: library)
    let category = config.settings.category
    let picked: PickedArticle
    let progress = ProgressLine(isWanted: true)
    do throws(PickProblem) {
      defer { progress.clear() }
      progress.show("Finding an article…")
      picked = try await picker.pick(
        from: choice, category: category == Settings.allCategories ? nil : category, refreshes: true
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
      let isNew = try library.article(article.id)?.isDeleted ?? true
      let id = article.id
      article = try library.keep(article, html: picked.body.fragmentHTML, at: clock.now())
      // Undo must not delete an article that was saved before.
      let isAdded = isNew && article.id == id
      if isAdded {
        let receipt = ChangeReceipt(added: [article])
        record("saved", title: article.title, [receipt], in: library)
      }
      // Standard output is the article.
      let word = isAdded ? "saved" : "already saved"
      Output.tell("\(word)  \(article.id.text.prefix(8))  \(article.title)")
    }
    if options.printsJSON {
      let object = json(article, body: picked.body, html: picked.body.fragmentHTML)
      try Output.line(Output.escaped(object.adding([.init("source", .string(picked.source))])))
    } else {
      try print(article, picked.body, width: width)
    }
  }
}
