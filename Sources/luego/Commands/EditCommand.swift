import Exchange
import Library
import ReadingList
import ReadingServices

extension Program {
  func edit(_ line: Arguments) throws {
    let target = line.others
    let url = line["--url"]
    var changes: [ArticleChange] = []
    if let title = line["--title"] { changes.append(.title(Self.cleanTitle(title))) }
    if let note = line["--note"] { changes.append(.note(note)) }
    let added = try tags(in: line.values("--add-tag"), of: .edit, isNew: true)
    let removed = try tags(in: line.values("--remove-tag"), of: .edit, isNew: false)
    if !added.isEmpty || !removed.isEmpty { changes.append(.tag(add: added, remove: removed)) }
    guard !changes.isEmpty || url != nil else {
      throw Failure.usage("edit needs something to change, such as --title", of: .edit)
    }
    let library = try openWritableLibrary()
    var finder = targets(in: library)
    var id = try finder.article(target)
    var receipts: [ChangeReceipt] = []
    let moment = clock.now()
    if let url {
      guard !url.unicodeScalars.contains("\u{fffd}") else {
        throw Failure.usage("“\(url)” is not valid UTF-8", of: .edit)
      }
      let address: WebAddress
      do throws(WebAddress.Problem) { address = try WebAddress(url) } catch {
        throw Failure.usage(error.message(for: url), of: .edit)
      }
      receipts = try library.changeAddress(of: id, to: address, given: url, at: moment)
      id = ArticleID(address: address)
    }
    receipts.append(try library.apply(changes, to: [id], at: moment))
    let title = (try? library.article(id))?.title ?? ""
    record("edited", title: title, receipts, count: 1, in: library)
    if let failure = receipts.flatMap(\.failures).first { throw Failure(failure.error) }
    guard receipts.allSatisfy(\.missing.isEmpty) else {
      throw Failure("Article \(id) no longer exists", .notFound)
    }
    let result = receipts.allSatisfy(\.changed.isEmpty) ? "unchanged" : "edited"
    try printResult(result, of: id, title, in: library)
  }

  /// On one line, without unprintable characters.
  static func cleanTitle(_ text: String) -> String {
    Output.printable(text).split(separator: " ").joined(separator: " ")
  }
}
