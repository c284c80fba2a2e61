import ArticleStore
import Exchange
import ReadingList
import ReadingServices

extension Program {
  /// `luego edit`: changes what a person may say of an article, as one step.
  func edit(_ words: [String]) throws(Failure) {
    var reader = OptionReader(words, of: .edit)
    var target: [String] = []
    var changes: [ArticleChange] = []
    var (added, removed): ([String], [String]) = ([], [])
    var url: String?
    while let word = reader.next() {
      switch word {
      case .word(let text): target.append(text)
      case .option("--title"):
        let title = try reader.value(of: "--title")
        changes.append(.title(Output.printable(title).split(separator: " ").joined(separator: " ")))
      case .option("--url"): url = try reader.value(of: "--url")
      case .option("--note"): changes.append(.note(try reader.value(of: "--note")))
      case .option("--add-tag"):
        added += try tags(in: try reader.value(of: "--add-tag"), of: .edit)
      case .option("--remove-tag"):
        removed += try tags(in: try reader.value(of: "--remove-tag"), of: .edit)
      case .option(let option): throw reader.unknown(option)
      }
    }
    if !added.isEmpty || !removed.isEmpty { changes.append(.tag(add: added, remove: removed)) }
    guard !target.isEmpty else { throw .usage("edit needs an article", of: .edit) }
    guard !changes.isEmpty || url != nil else {
      throw .usage("edit needs something to change, such as --title", of: .edit)
    }
    let library = try openWritableLibrary()
    var finder = targets(in: library)
    var id = try finder.article(target)
    var receipts: [ChangeReceipt] = []
    let moment = clock.now()
    if let url { id = try move(id, to: url, in: library, at: moment, &receipts) }
    do throws(StoreError) {
      receipts.append(try library.apply(changes, to: [id], at: moment))
    } catch { throw Failure(error) }
    let title = (try? library.article(id))?.title ?? ""
    var step: UndoJournal.Recorded?
    record("edited", title: title, receipts, count: 1, in: library, to: &step)
    if let failure = receipts.flatMap(\.failures).first { throw Failure(failure.error) }
    guard receipts.allSatisfy(\.missing.isEmpty) else {
      throw Failure("Article \(id) no longer exists", .notFound)
    }
    let result = receipts.allSatisfy(\.changed.isEmpty) ? "unchanged" : "edited"
    if options.printsJSON { return try printJSON(id, in: library, result: result) }
    try Output.line(Output.printable("\(result)  \(id.text.prefix(8))  \(title)"))
  }

  /// Saves an article under another address, as a new one that takes over everything that was done to the
  /// old one; that goes to Trash.
  ///
  /// An article's id is made of its address, so that it cannot stay.
  /// - Returns: the id of the new one, whose page is to be fetched.
  private func move(
    _ id: ArticleID,
    to given: String,
    in library: Library,
    at moment: Timestamp,
    _ receipts: inout [ChangeReceipt]
  ) throws(Failure) -> ArticleID {
    let address: WebAddress
    do throws(WebAddress.Problem) { address = try WebAddress(given) } catch {
      throw .usage(error.message(for: given), of: .edit)
    }
    do throws(StoreError) {
      guard let old = try library.article(id) else {
        throw StoreError(.notFound, "Article \(id) no longer exists")
      }
      let new = Article(address: address, given: given, savedAt: old.savedAt)
      switch try library.add([new], at: moment).first {
      case .added?: receipts.append(ChangeReceipt(added: [new.id]))
      case .alreadySaved(let same)? where same.isDeleted && same.id == new.id:
        receipts.append(try library.apply(.delete(false), to: [new.id], at: moment))
      case .alreadySaved(let other)?:
        throw StoreError(
          .io,
          other.id == id
            ? "“\(given)” is already the address of this article"
            : "“\(given)” is already saved, as \(other.id.text.prefix(8)) “\(other.title)”"
        )
      case .failed(_, let error)?: throw error
      case nil: break
      }
      receipts.append(try library.mergeDuplicates(into: new.id, from: [id], at: moment))
      var carried: [ArticleChange] = []
      if old.isTitleEdited { carried.append(.title(old.title)) }
      if old.isArchived { carried.append(.archive(true)) }
      receipts.append(try library.apply(carried, to: [new.id], at: moment))
      return new.id
    } catch { throw Failure(error) }
  }
}
