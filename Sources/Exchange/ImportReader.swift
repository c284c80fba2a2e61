import Feeds
import PageFetch
import Platform
import ReadingList

/// Reads a file that another program exported, or an archive of such files, and gives what is in it one
/// after another.
package struct ImportReader {
  /// Takes what comes next and where it stands; false when nothing more is wanted.
  package typealias Receiver = (ImportedEvent, ImportedPlace) -> Bool

  /// The largest file of HTML, OPML or mail, which are read whole, in bytes.
  static let maxDocumentSize = 256 << 20

  /// How its messages name the file.
  private let name: String
  private let path: String
  private let format: ExchangeFormat?
  /// Told the format of each file, once it is known.
  private let detected: (ExchangeFormat) -> Void
  /// Told how many bytes of the file were read each time; false ends it there.
  private let progress: (Int) -> Bool

  /// Makes a reader.
  ///
  /// - Parameters:
  ///   - path: the file; `-` is standard input.
  ///   - format: what it is; nil to find out.
  ///   - detected: told the format of each file, once it is known.
  ///   - progress: told how many bytes of the file were read each time, none while a pipe has nothing; after a
  ///     false, which ends the file there, what comes last may be cut off.
  package init(
    _ path: String,
    as format: ExchangeFormat? = nil,
    detected: @escaping (ExchangeFormat) -> Void = { _ in },
    progress: @escaping (Int) -> Bool = { _ in true }
  ) {
    self.path = path
    name = path == "-" ? "standard input" : path
    self.format = format
    self.detected = detected
    self.progress = progress
  }

  /// Reads the file from front to end.
  ///
  /// - Throws: `ExchangeProblem` when it cannot be read at all, or not to its end.
  package func read(_ deliver: Receiver) throws(ExchangeProblem) {
    let descriptor: Int32
    do throws(SystemError) {
      descriptor = path == "-" ? Descriptor.input : try Descriptor.open(path)
    } catch { throw ExchangeProblem("it cannot be read: \(error.reason)") }
    defer { if path != "-" { Descriptor.close(descriptor) } }
    let stream = ByteStream(descriptor: descriptor, read: progress)
    guard ZipArchive.isOne(stream.peek(4)) else {
      _ = try read(stream, as: format, named: name, deliver)
      return
    }
    guard path != "-" else {
      throw ExchangeProblem("a ZIP archive cannot be read from a pipe; name its file")
    }
    try ArchiveImport(path: path, name: name, reader: self, format: format).read(deliver)
  }

  /// Reads one file, which in an archive may be none that articles are in; false when nothing more is wanted.
  func read(
    _ stream: ByteStream,
    as format: ExchangeFormat?,
    named name: String,
    isInArchive: Bool = false,
    _ deliver: Receiver
  ) throws(ExchangeProblem) -> Bool {
    let text = stream.asUTF8()
    let found: ExchangeFormat
    if let format {
      found = format
    } else {
      do throws(ExchangeProblem) {
        let doubt: ExchangeFormat?
        (found, doubt) = try ExchangeFormat.detect(
          text.peek(ExchangeFormat.headLength),
          named: name
        )
        if let doubt {
          let words =
            "taken for \(found.title); --format \(doubt.rawValue) reads it as \(doubt.title)"
          guard deliver(.doubt(words), ImportedPlace(file: name)) else { return false }
        }
      } catch {
        guard isInArchive, stream.problem == nil else { throw stream.problem ?? error }
        return deliver(.skipped(error.message), ImportedPlace(file: name))
      }
    }
    let shouldContinue: Bool
    switch found.row.reader {
    case .table(_, _, let meaning):
      detected(found)
      let isNameless = format == nil && found == .csv
      shouldContinue = try table(text, named: name, isNameless: isNameless, meaning, deliver)
    case .objects(_, let meaning):
      let isWrapped = found != .pocketCollections && JSONTree.isWrapper(text.peek(1 << 16))
      var isUnknown = found == .links
      if !isUnknown { detected(found) }
      shouldContinue = objects(text, isWrapped, named: name, meaning) { event, place in
        if isUnknown { detected(found) }
        isUnknown = false
        return deliver(event, place)
      }
      if isUnknown, stream.problem == nil {
        let problem = ExchangeFormat.unknownJSON
        guard isInArchive else { throw problem }
        return deliver(.skipped(problem.message), ImportedPlace(file: name))
      }
    case .records:
      detected(found)
      shouldContinue = records(text, named: name, deliver)
    case .markup: shouldContinue = try links(text, found, named: name, deliver)
    case .outlines:
      detected(found)
      shouldContinue = try outlines(text, named: name, deliver)
    case .feeds:
      try ExchangeFormat.requireText(text.peek(4096))
      detected(found)
      shouldContinue = try feeds(text, named: name, deliver)
    case .clippings:
      detected(found)
      shouldContinue = try clippings(text, named: name, deliver)
    case .lines:
      try ExchangeFormat.requireText(text.peek(4096))
      var isEmpty = true
      shouldContinue = try TextLinks.read(text, named: name) { event, place in
        if isEmpty { detected(found) }
        isEmpty = false
        return deliver(event, place)
      }
      if isEmpty, !isInArchive, stream.problem == nil {
        throw ExchangeProblem("it is a text without a web address")
      }
    }
    if let problem = stream.problem ?? text.problem { throw problem }
    return shouldContinue
  }

  private func table(
    _ text: ByteStream,
    named name: String,
    isNameless: Bool,
    _ meaning: (Fields) -> ImportedEvent,
    _ deliver: Receiver
  ) throws(ExchangeProblem) -> Bool {
    var reader = CSVReader(text)
    guard case .fields(let names, _) = reader.next() else {
      throw ExchangeProblem("it has no header that names its columns")
    }
    var columns = names.map(Fields.key)
    if isNameless, let guessed = Fields.columns(ofFirst: names) {
      columns = guessed
      guard deliver(meaning(Fields(columns, names)), ImportedPlace(file: name, line: 1)) else {
        return false
      }
    }
    guard !Set(columns).isDisjoint(with: Fields.addresses) else {
      throw ExchangeProblem("its header names no column url")
    }
    reader.columns = columns.count
    while let row = reader.next() {
      let shouldContinue =
        switch row {
        case .fields(let values, let line):
          deliver(Self.event(meaning, columns, values), ImportedPlace(file: name, line: line))
        case .damaged(let line, let reason):
          deliver(.damaged(reason), ImportedPlace(file: name, line: line))
        }
      guard shouldContinue else { return false }
    }
    return true
  }

  /// What a row says; one with more values than the header has columns is taken where its address is one.
  private static func event(
    _ meaning: (Fields) -> ImportedEvent,
    _ columns: [String],
    _ values: [String]
  ) -> ImportedEvent {
    let event = meaning(Fields(columns, values))
    guard values.dropFirst(columns.count).contains(where: { !$0.isEmpty }) else { return event }
    let reason = "it has \(values.count) values where the header has \(columns.count)"
    guard case .article(var article) = event, Fields.isAddress(article.url) else {
      return .damaged(reason)
    }
    article.remarks.append("imported, but perhaps not as it was meant: " + reason)
    return .article(article)
  }

  private func objects(
    _ text: ByteStream,
    _ isWrapped: Bool,
    named name: String,
    _ meaning: @escaping (Fields) -> ImportedEvent,
    _ deliver: Receiver
  ) -> Bool {
    var tree = JSONTree(named: name, meaning: meaning)
    return elements(text, isWrapped, named: name, deliver) {
      tree.read($0, $1, line: $2, deliver)
    } && tree.end(deliver)
  }

  private func records(_ text: ByteStream, named name: String, _ deliver: Receiver) -> Bool {
    elements(text, false, named: name, deliver) { value, _, line in
      let event =
        value.members == nil
        ? ImportedEvent.damaged("it is not an object")
        : LuegoJSON.article(value).map { .stored($0) } ?? .damaged("it is no article of a library")
      return deliver(event, ImportedPlace(file: name, line: line))
    }
  }

  private func elements(
    _ text: ByteStream,
    _ isWrapped: Bool,
    named name: String,
    _ deliver: Receiver,
    _ take: (JSON, String?, Int) -> Bool
  ) -> Bool {
    var elements = JSONElements(text, isWrapped: isWrapped)
    while let element = elements.next() {
      let shouldContinue =
        switch element {
        case .value(let value, let key, let line): take(value, key, line)
        case .damaged(let line, let reason):
          deliver(.damaged(reason), ImportedPlace(file: name, line: line))
        }
      guard shouldContinue else { return false }
    }
    return true
  }

  private func links(
    _ text: ByteStream,
    _ format: ExchangeFormat,
    named name: String,
    _ deliver: Receiver
  ) throws(ExchangeProblem) -> Bool {
    let bytes = try whole(text)
    // Safari's list may stand behind any number of bookmarks.
    let isSafari =
      self.format == nil
      && bytes.has("com.apple.ReadingList") || format == .safari
    detected(isSafari ? .safari : format)
    var reader = BookmarkReader(bytes, onlyReadingList: isSafari)
    var shouldContinue = true
    reader.read { article, line in
      shouldContinue = deliver(article.ofTheWeb, ImportedPlace(file: name, line: line))
      return shouldContinue
    }
    return shouldContinue
  }

  /// Kindle's `My Clippings.txt`: a title, a line that says what and when, a passage, and a line of equals signs.
  private func clippings(
    _ text: ByteStream,
    named name: String,
    _ deliver: Receiver
  ) throws(ExchangeProblem) -> Bool {
    let lines = String(decoding: try whole(text), as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var start = 0
    for (index, line) in lines.enumerated() where line.hasPrefix("==========") {
      let clipping = lines[start..<index].map { String($0).trimmingSpace }
      let place = ImportedPlace(file: name, line: start + 1)
      start = index + 1
      guard clipping.count > 2 else { continue }
      let title = clipping[0].filter { $0 != "\u{feff}" }
      let quote = Fields.block(clipping.dropFirst(2).joined(separator: "\n"))
      var event = ImportedEvent.skipped("no web address is known of it")
      if let link = SavedLinks.found(in: title).first ?? SavedLinks.found(in: clipping[1]).first {
        var article = ImportedArticle(url: link.given)
        article.isAddition = true
        article.title = title.replacing(link.given, with: "").trimmingSpace
        let date = clipping[1].split(separator: "|").last.map { String($0) } ?? ""
        article.takeSavedAt(date.split(separator: ",").dropFirst().joined(separator: ","))
        article.remarks = []
        // A note stands behind the passage that it is about.
        if clipping[1].contains("Note") {
          article.note = quote
        } else {
          article.marks = [.init(quote: quote, createdAt: article.savedAt)]
        }
        event = .article(article)
      }
      guard deliver(event, place) else { return false }
    }
    return true
  }

  private func outlines(
    _ text: ByteStream,
    named name: String,
    _ deliver: Receiver
  ) throws(ExchangeProblem) -> Bool {
    let bytes = try whole(text)
    var skipped: [SkippedLine] = []
    let document: FeedDocument
    do throws(FeedProblem) {
      document = try FeedReader.read(bytes, at: "") { skipped.append($0) }
    } catch { throw ExchangeProblem("it is \(error.message)") }
    guard case .outlines(let outlines, _) = document else {
      throw ExchangeProblem("it is a feed; to add it to discovery: luego sources add \(name)")
    }
    for outline in outlines {
      var article = ImportedArticle(url: outline.address.text)
      article.title = outline.title
      let event: ImportedEvent =
        outline.kind == .feed ? .feed(outline.address) : .article(article)
      guard deliver(event, ImportedPlace(file: name)) else { return false }
    }
    for line in skipped {
      let place = ImportedPlace(file: name, line: line.number)
      guard deliver(.damaged("it has no web address: \(line.text)"), place) else { return false }
    }
    return true
  }

  private func feeds(
    _ text: ByteStream,
    named name: String,
    _ deliver: Receiver
  ) throws(ExchangeProblem) -> Bool {
    let lines = try whole(text).split(separator: 10, omittingEmptySubsequences: false)
    for (index, bytes) in lines.enumerated() {
      let line = String(decoding: bytes.prefix(AddressLine.maxLength), as: UTF8.self)
      let event: ImportedEvent
      switch AddressLine(line) {
      case .blank: continue
      case .named(let outline): event = .feed(outline.address)
      case .unusable(SkippedLine.noAddress): event = .damaged("it has no web address")
      case .unusable(let reason): event = .skipped("it is \(reason)")
      }
      guard deliver(event, ImportedPlace(file: name, line: index + 1)) else { return false }
    }
    return true
  }

  private func whole(_ text: ByteStream) throws(ExchangeProblem) -> [UInt8] {
    guard let bytes = text.rest(limit: Self.maxDocumentSize) else {
      throw ExchangeProblem("it is larger than \(Self.maxDocumentSize >> 20) MiB")
    }
    return bytes
  }
}

/// Why a file cannot be read, or not to its end, in words that follow the file's name and a colon.
package struct ExchangeProblem: Error, Equatable, Sendable {
  /// One line without a full stop.
  package let message: String

  /// Why, in such words.
  package init(_ message: String) { self.message = message }
}
