package import ArticleStore
import Platform
package import ReadingList

/// The last changes of a library, so that a later process can undo them: a file each, in the state
/// directory.
///
/// Several processes may use it at a time. It is a convenience: a step that cannot be written or read
/// is one that cannot be undone, and nothing else fails for it.
package struct UndoJournal: Sendable {
  /// A change that can be undone.
  package struct Step: Sendable {
    /// Its place among all steps.
    package let number: Int
    /// What was done, as in “archived”.
    package let done: String
    /// The title of the first article.
    package let title: String
    /// To how many articles; 0 where the step's file cannot be read.
    package let count: Int
    /// What takes it back; nil for what cannot be.
    package let receipts: [ChangeReceipt]?

    /// What was done and to what.
    package var label: String { "\(done) " + (count == 1 ? "“\(title)”" : "\(count) articles") }
  }

  /// How many steps are kept.
  package static let limit = 100

  /// How many bytes they may have together; the newest is kept whatever its size.
  private static let largest = 64 << 20

  private let directory: String

  /// The journal of a library.
  ///
  /// - Parameters:
  ///   - state: the state directory.
  ///   - library: the library's id.
  package init(state: String, library: String) { directory = "\(state)/undo/\(library)" }

  /// Adds a step; what was done to no article is none.
  ///
  /// - Parameters:
  ///   - done: what was done, as in “archived”.
  ///   - title: the title of the first article.
  ///   - receipts: what takes it back, in the order of the changes.
  ///   - shown: to how many articles it was done as a person sees it; else as many as changed.
  /// - Returns: the step's number; nil when there is none.
  @discardableResult
  package func record(
    _ done: String,
    title: String,
    _ receipts: [ChangeReceipt],
    shown: Int? = nil
  ) -> Int? {
    let count = Set(receipts.flatMap(\.changed)).count
    guard count > 0 else { return nil }
    return record(done, title: title, count: shown ?? count, .array(receipts.map(\.json)))
  }

  /// Adds to a step what was done after it was recorded, so that of what is killed halfway all that was done can be
  /// undone; a step that is there no more is begun again.
  ///
  /// - Parameters:
  ///   - number: the step; nil to begin one.
  ///   - done: what was done, as in “imported”.
  ///   - title: the title of the first article.
  ///   - receipt: what takes it back.
  /// - Returns: the step's number; nil when there is none.
  package func extend(
    _ number: Int?,
    _ done: String,
    title: String,
    _ receipt: ChangeReceipt
  ) -> Int? {
    guard !receipt.changed.isEmpty else { return number }
    if let number, isExtended(number, receipt) { return number }
    return record(done, title: title, [receipt])
  }

  private func isExtended(_ number: Int, _ receipt: ChangeReceipt) -> Bool {
    guard let lock = try? FileLock(directory + "/lock") else { return false }
    // A line each, so that one that was not written to its end costs only itself.
    let line = Array(("\n" + receipt.json.compact).utf8)
    let isThere = SmallFile.size(of: path(number)) != nil
    let isAdded = isThere && (try? SmallFile.append(line, to: path(number))) != nil
    lock.release()
    return isAdded
  }

  /// Adds what cannot be undone, so that undoing says so instead of undoing what was before it.
  @discardableResult
  package func recordPermanent(_ done: String, title: String, count: Int) -> Int? {
    record(done, title: title, count: count, .null)
  }

  private func record(_ done: String, title: String, count: Int, _ receipts: JSON) -> Int? {
    guard let lock = try? FileLock(directory + "/lock") else { return nil }
    let number = write(done, title: title, count: count, receipts)
    lock.release()
    return number
  }

  private func write(_ done: String, title: String, count: Int, _ receipts: JSON) -> Int? {
    let numbers = numbers()
    let number = (numbers.last ?? 0) + 1
    let step = JSON.object([
      .init("done", .string(done)), .init("title", .string(title)), .init("count", .int(count)),
      .init("receipts", receipts),
    ])
    let bytes = Array(step.compact.utf8)
    do { try SmallFile.replace(path(number), with: bytes, isDurable: false) } catch { return nil }
    // Old ones go: as many as there are too many, and as large as they are too large.
    var (kept, size) = (1, bytes.count)
    for old in numbers.reversed() {
      size += SmallFile.size(of: path(old)) ?? 0
      if kept < Self.limit, size <= Self.largest { kept += 1 } else { unlink(path(old)) }
    }
    return number
  }

  /// Gives the newest step to a body, and removes it when that says so; no other process can take it or
  /// add one meanwhile.
  ///
  /// - Returns: whether there was one.
  package func takeLast<Problem>(
    _ body: (Step) throws(Problem) -> Bool
  ) throws(Problem) -> Bool {
    guard let lock = try? FileLock(directory + "/lock") else { return false }
    let number = numbers().last
    do throws(Problem) {
      if let number, try body(step(number)) { remove(number) }
    } catch {
      lock.release()
      throw error
    }
    lock.release()
    return number != nil
  }

  private func step(_ number: Int) -> Step {
    let lines = SmallFile.read(path(number))?.split(separator: UInt8(ascii: "\n")) ?? []
    guard let first = lines.first, let step = try? JSON(parsing: Array(first)),
      let done = step["done"]?.string, let title = step["title"]?.string,
      let count = step["count"]?.int, let receipts = step["receipts"]
    else { return Step(number: number, done: "", title: "", count: 0, receipts: nil) }
    let read = (receipts.array ?? []).compactMap { ChangeReceipt(json: $0) }
    // The last line may not have been written to its end.
    let more = lines.dropFirst().compactMap { line in
      (try? JSON(parsing: Array(line))).flatMap { ChangeReceipt(json: $0) }
    }
    return Step(
      number: number,
      done: done,
      title: title,
      count: more.isEmpty ? count : Set((read + more).flatMap(\.changed)).count,
      receipts: read.count == receipts.array?.count ? read + more : nil
    )
  }

  /// Removes a step.
  package func remove(_ number: Int) { unlink(path(number)) }

  private func path(_ number: Int) -> String { "\(directory)/\(number).json" }

  /// The steps' numbers, in order.
  private func numbers() -> [Int] {
    (fileNames(in: directory) ?? []).compactMap { name in
      name.hasSuffix(".json") ? UInt32(name.dropLast(5)).map { Int($0) } : nil
    }.sorted()
  }
}

extension ArticleChange {
  /// What it is called once it is done; nil for what nobody undoes.
  package var done: String? {
    switch self {
    case .archive(let on): on ? "archived" : "unarchived"
    case .favorite(let on): on ? "favorited" : "unfavorited"
    case .delete(let on): on ? "deleted" : "restored"
    case .tag(let add, _): add.isEmpty ? "untagged" : "tagged"
    case .renameTag(_, let new): new == nil ? "untagged" : "retagged"
    case .title: "renamed"
    case .read(let on): on ? "marked as read" : "marked as unread"
    case .note: "annotated"
    case .highlights: "highlighted"
    case .highlight(let highlight): highlight.isDeleted ? "a highlight removed" : "highlighted"
    case .progress: "marked as read"
    case .position: nil
    }
  }
}
