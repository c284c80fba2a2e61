import Platform
import ReadingList

/// The file name of a step.
struct StepName: Hashable {
  var number: Int
  var way: UndoJournal.Way

  var text: String { "\(number).\(way.rawValue)" }
}

extension StepName {
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), (1..<Int.max).contains(number),
      let way = UndoJournal.Way(rawValue: String(parts[1]))
    else { return nil }
    self.init(number: number, way: way)
    guard self.text == text else { return nil }
  }
}

/// The first line of a step's file; each of the others is a receipt.
struct StepHead {
  var done: String
  var title: String
  /// The article that has the title.
  var titled: ArticleID?
  /// The number of articles to show; nil for the number in the receipts.
  var count: Int?
  /// The journal that added the step; empty if unknown.
  var journal = ""
  /// Whether the step cannot be undone.
  var isFinal = false
  /// The lines of the config file that undo and redo it; nil for changes of articles.
  var lines: [UndoJournal.Way: [String]]?

  var json: JSON {
    var members: [JSON.Member] = [.init("done", .string(done)), .init("title", .string(title))]
    if let titled { members.append(.init("titled", .string(titled.text))) }
    if let count { members.append(.init("count", .int(count))) }
    if !journal.isEmpty { members.append(.init("journal", .string(journal))) }
    if isFinal { members.append(.init("final", .bool(true))) }
    for (way, texts) in lines ?? [:] {
      members.append(.init("\(way.rawValue)Lines", .array(texts.map { .string($0) })))
    }
    return .object(members)
  }
}

extension StepHead {
  init?(_ json: JSON) {
    guard let done = json["done"]?.string, let title = json["title"]?.string else { return nil }
    self.init(done: done.bounded(.line), title: title.bounded(.title))
    titled = json["titled"]?.string.flatMap { ArticleID(text: $0) }
    count = json["count"]?.int
    journal = json["journal"]?.string ?? ""
    isFinal = json["final"]?.bool == true
    for way in UndoJournal.Way.allCases {
      guard let texts = json["\(way.rawValue)Lines"]?.array else { continue }
      lines = lines ?? [:]
      lines?[way] = texts.compactMap(\.string)
    }
  }
}

/// A step read from its file.
struct Step {
  let head: StepHead
  /// The receipts to revert; each contains an article at most once.
  let receipts: [ChangeReceipt]
  let count: Int

  /// The act and its articles, as in “archived 2 articles” and “marked 2 articles as read”.
  func label(title: String? = nil) -> String {
    if head.lines != nil { return head.done }
    let title = title ?? head.title
    let what = count != 1 ? "\(count) articles" : title.isEmpty ? "an article" : "“\(title)”"
    guard !head.isFinal, head.done.hasPrefix("marked as ") else { return "\(head.done) \(what)" }
    return "marked \(what) \(head.done.dropFirst("marked ".count))"
  }

  /// The title that its article has now; nil if there is none.
  func title(in library: Library) -> String? {
    let title = head.titled.flatMap { try? library.article($0) }?.title
    return title == "" ? nil : title
  }

  init?(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    guard let first = lines.first, let json = try? JSON(parsing: Array(first)),
      let head = StepHead(json)
    else { return nil }
    var receipts: [ChangeReceipt] = []
    var all: Set<ArticleID> = []
    var inLast: Set<ArticleID> = []
    for line in lines.dropFirst() where !head.isFinal {
      // A truncated line costs only itself.
      guard let json = try? JSON(parsing: Array(line)) else { continue }
      guard let receipt = ChangeReceipt(json: json) else { return nil }
      all.formUnion(receipt.changed)
      if receipts.isEmpty || !inLast.isDisjoint(with: receipt.changed) {
        receipts.append(receipt)
        inLast = Set(receipt.changed)
      } else {
        receipts[receipts.count - 1].add(receipt)
        inLast.formUnion(receipt.changed)
      }
    }
    guard head.isFinal || head.lines != nil || !receipts.isEmpty else { return nil }
    (self.head, self.receipts, count) = (head, receipts, head.count ?? all.count)
  }
}

/// The files of steps, and the bytes of those that could not be written.
struct StepFiles {
  /// Nil if nothing can be read and written there.
  let directory: String?
  let maxBytes: Int
  private var written: Set<StepName> = []
  private(set) var unwritten: [StepName: [UInt8]]

  init(in directory: String?, maxBytes: Int, unwritten: [StepName: [UInt8]]) {
    (self.maxBytes, self.unwritten) = (maxBytes, unwritten)
    // In a read-only directory, undone steps could not be removed.
    guard let directory, allows(.writing, directory), let texts = fileNames(in: directory) else {
      self.directory = nil
      return
    }
    self.directory = directory
    written = Set(texts.compactMap { StepName($0) })
  }

  /// In the order of their numbers.
  var names: [StepName] { written.union(unwritten.keys).sorted { $0.number < $1.number } }

  /// Reads a step; nil if the file is damaged.
  ///
  /// - Throws: the error of a file that may be readable later.
  func step(_ name: StepName) throws(SystemError) -> Step? {
    if let bytes = unwritten[name] { return Step(bytes) }
    guard let path = path(name) else { return nil }
    do throws(RegularFile.Problem) {
      return Step(try RegularFile(path).bytes(limit: maxBytes))
    } catch {
      if case .failed(let error) = error { throw error }
      return nil
    }
  }

  private func path(_ name: StepName) -> String? { directory.map { "\($0)/\(name.text)" } }

  private func size(of name: StepName) -> Int? {
    unwritten[name]?.count ?? path(name).flatMap { SmallFile.size(of: $0) }
  }

  /// Appends lines to a step's file; a new file begins with the head.
  mutating func add(
    _ head: StepHead, _ lines: [JSON], to name: StepName
  ) -> UndoJournal.Recorded.Place {
    let size = size(of: name)
    let text = lines.reduce(size == nil ? head.json.compact : "") { $0 + "\n" + $1.compact }
    let added = Array(text.utf8)
    guard (size ?? 0) + added.count <= maxBytes else {
      remove(name)
      var final = head
      final.done += " more than undo can keep, beginning with"
      (final.count, final.isFinal) = (1, true)
      _ = write(Array(final.json.compact.utf8), to: name, isNew: true)
      return .nowhere
    }
    return write(added, to: name, isNew: size == nil)
  }

  private mutating func write(
    _ added: [UInt8], to name: StepName, isNew: Bool
  ) -> UndoJournal.Recorded.Place {
    if unwritten[name] == nil, let path = path(name) {
      do throws(SystemError) {
        if isNew {
          try SmallFile.replace(path, with: added, isDurable: false)
        } else {
          try SmallFile.append(added, to: path)
        }
        written.insert(name)
        return .disk
      } catch {}
    }
    let old = unwritten[name] ?? path(name).flatMap { SmallFile.read($0, limit: maxBytes) }
    unwritten[name] = (old ?? []) + added
    return .memory
  }

  mutating func remove(_ name: StepName) {
    if unwritten.removeValue(forKey: name) == nil, let path = path(name), unlink(path) != 0 {
      // A directory of that name must not be in the way for ever.
      rename(path, path + ".damaged")
    }
    written.remove(name)
  }

  /// Removes the oldest steps until count and total size are within their limits.
  mutating func trim() {
    var (count, bytes) = (0, 0)
    for name in names.reversed() {
      count += 1
      bytes += size(of: name) ?? 0
      if count > UndoJournal.maxSteps || bytes > maxBytes { remove(name) }
    }
  }
}
