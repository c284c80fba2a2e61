import Feeds
import Platform
import Glibc
import PageFetch
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
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw ExchangeProblem("it cannot be read: \(String(cString: strerror(errno)))")
    }
    defer { if path != "-" { close(descriptor) } }
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

  /// Says what the file is.
  func tell(_ format: ExchangeFormat) { detected(format) }

  /// Reads one file, which for those in an archive may be a text without an address; false when nothing more is
  /// wanted.
  func read(
    _ stream: ByteStream,
    as format: ExchangeFormat?,
    named name: String,
    mayBeEmpty: Bool = false,
    _ deliver: Receiver
  ) throws(ExchangeProblem) -> Bool {
    let text = stream.asUTF8()
    let found: ExchangeFormat
    if let format {
      found = format
    } else {
      found = try ExchangeFormat.detect(
        text.peek(ExchangeFormat.headLength),
        named: name
      )
    }
    let shouldContinue: Bool
    switch found.row.reader {
    case .table(_, let meaning):
      detected(found)
      shouldContinue = try table(text, named: name, meaning, deliver)
    case .objects(_, let key, let meaning):
      detected(found)
      shouldContinue = objects(JSONElements(text, under: key), named: name, meaning, deliver)
    case .links: shouldContinue = try links(text, found, named: name, deliver)
    case .outlines:
      detected(found)
      shouldContinue = try outlines(text, named: name, deliver)
    case .feeds:
      try requireText(text)
      detected(found)
      shouldContinue = try feeds(text, named: name, deliver)
    case .lines:
      try requireText(text)
      detected(found)
      var isEmpty = true
      shouldContinue = try TextLinks.read(text, named: name) { event, place in
        isEmpty = false
        return deliver(event, place)
      }
      if isEmpty, !mayBeEmpty, stream.problem == nil {
        throw ExchangeProblem("it has no web address")
      }
    }
    if let problem = stream.problem ?? text.problem { throw problem }
    return shouldContinue
  }

  /// How many bytes tell a text from what is none.
  private static let headLength = 4096

  private func requireText(_ text: ByteStream) throws(ExchangeProblem) {
    let head = Array(text.peek(Self.headLength))
    switch ContentSniffer.kind(of: head, contentType: "", path: "") {
    case .image, .pdf, .other: throw ExchangeProblem("it is a binary file, not an export or a text")
    case .html, .text, .markdown, .feed, .json: break
    }
  }

  private func table(
    _ text: ByteStream,
    named name: String,
    _ meaning: (TableRow) -> ImportedEvent,
    _ deliver: Receiver
  ) throws(ExchangeProblem) -> Bool {
    var reader = CSVReader(text)
    guard case .fields(let names, _) = reader.next() else {
      throw ExchangeProblem("it has no header that names its columns")
    }
    let header = TableRow.Header(names)
    guard ["url", "link", "href", "address"].contains(where: { header.has([$0]) }) else {
      throw ExchangeProblem("its header names no column url")
    }
    reader.columns = header.count
    while let row = reader.next() {
      let shouldContinue =
        switch row {
        case .fields(let values, let line):
          deliver(
            meaning(TableRow(header: header, values: values)),
            ImportedPlace(file: name, line: line)
          )
        case .damaged(let line, let reason):
          deliver(.damaged(reason), ImportedPlace(file: name, line: line))
        }
      guard shouldContinue else { return false }
    }
    return true
  }

  func objects(
    _ elements: JSONElements,
    named name: String,
    _ meaning: (JSON) -> ImportedEvent,
    _ deliver: Receiver
  ) -> Bool {
    var elements = elements
    while let element = elements.next() {
      let shouldContinue =
        switch element {
        case .value(let value, let line):
          deliver(
            value.members == nil ? .damaged("it is not an object") : meaning(value),
            ImportedPlace(file: name, line: line)
          )
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
      shouldContinue = deliver(.article(article), ImportedPlace(file: name, line: line))
      return shouldContinue
    }
    return shouldContinue
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
