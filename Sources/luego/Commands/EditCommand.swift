import ArticleStore
import ReadingList
import ReadingServices

extension Program {
  /// `luego edit`: changes what a person may say of an article, as one step.
  func edit(_ words: [String]) throws(Failure) {
    var reader = OptionReader(words, of: .edit)
    var target: [String] = []
    var changes: [ArticleChange] = []
    var (added, removed): ([String], [String]) = ([], [])
    while let word = reader.next() {
      switch word {
      case .word(let text): target.append(text)
      case .option("--title"):
        let title = try reader.value(of: "--title")
        changes.append(.title(Output.printable(title).split(separator: " ").joined(separator: " ")))
      case .option("--note"): changes.append(.note(try reader.value(of: "--note")))
      case .option("--add-tag"): added.append(try tag(of: "--add-tag", &reader))
      case .option("--remove-tag"): removed.append(try tag(of: "--remove-tag", &reader))
      case .option(let option): throw reader.unknown(option)
      }
    }
    if !added.isEmpty || !removed.isEmpty { changes.append(.tag(add: added, remove: removed)) }
    guard !target.isEmpty else { throw .usage("edit needs an article", of: .edit) }
    guard !changes.isEmpty else {
      throw .usage("edit needs something to change, such as --title", of: .edit)
    }
    let library = try openWritableLibrary()
    var finder = targets(in: library)
    let id = try finder.article(target.joined(separator: " "))
    let receipt: ChangeReceipt
    do throws(StoreError) {
      receipt = try library.apply(changes, to: [id], at: clock.now())
      if let failure = receipt.failures.first { throw failure.error }
    } catch { throw Failure(error) }
    guard receipt.missing.isEmpty else {
      throw Failure("Article \(id) no longer exists", .notFound)
    }
    let title = (try? library.article(id))?.title ?? ""
    undoJournal(of: library).record("edited", title: title, [receipt])
    let result = receipt.changed.isEmpty ? "unchanged" : "edited"
    if options.printsJSON { return try printJSON(id, in: library, result: result) }
    try Output.line(Output.printable("\(result)  \(id.text.prefix(8))  \(title)"))
  }

  private func tag(of option: String, _ reader: inout OptionReader) throws(Failure) -> String {
    let text = try reader.value(of: option)
    guard let tag = normalizedTag(text) else {
      throw .usage("“\(text)” is not a tag", of: .edit)
    }
    return tag
  }
}
