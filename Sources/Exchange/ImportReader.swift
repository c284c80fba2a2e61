package import PageExtraction
import Platform
import ReadingList
import Web

/// Reads another program's export, or an archive of such files, and delivers the articles one by
/// one.
package struct ImportReader {
  /// False stops the import.
  package typealias Receiver = (ImportedEvent, ImportedPlace) -> Bool

  /// In bytes; Luego's own format is read by lines and may be larger.
  static let maxDocumentSize = 256 << 20

  /// In messages.
  let name: String
  let path: String
  let format: ExchangeFormat?
  /// For Markdown.
  let extractor: PageExtractor
  /// Called for each file.
  let detected: (ExchangeFormat) -> Void
  /// Called with the number of bytes of each read; false stops.
  private let progress: (Int) -> Bool

  /// A nil format is detected; `-` is standard input.
  ///
  /// `detected` is called with each file's format. `progress` is called with the number of bytes
  /// after each read, 0 while a pipe has none; false ends the file there, which may cut off the
  /// last event.
  package init(
    _ path: String, as format: ExchangeFormat? = nil, extractor: PageExtractor = PageExtractor(),
    detected: @escaping (ExchangeFormat) -> Void = { _ in },
    progress: @escaping (Int) -> Bool = { _ in true }
  ) {
    self.path = path
    name = path == "-" ? "standard input" : path
    self.format = format
    self.extractor = extractor
    self.detected = detected
    self.progress = progress
  }

  /// - Throws: `ExchangeProblem` if it cannot be read to its end.
  package func read(_ deliver: Receiver) throws(ExchangeProblem) {
    if path != "-", (try? FileStatus(path))?.isDirectory ?? false {
      let files = path.hasSuffix("/") ? path : path + "/"
      throw ExchangeProblem("it is a directory; name its files, for example \(files)*.md")
    }
    let descriptor: Int32
    do throws(SystemError) {
      // A named pipe without a writer is waited for while reading, which can be cancelled.
      descriptor = path == "-" ? Descriptor.input : try Descriptor.open(path, .nonBlocking)
    } catch {
      // A file that does not exist will not exist the next time either.
      throw ExchangeProblem("it cannot be read: \(error.reason)", isOfSystem: error != .notFound)
    }
    defer { if path != "-" { Descriptor.close(descriptor) } }
    let stream = ByteStream(descriptor: descriptor, read: progress)
    guard ZipArchive.isOne(stream.peek(4)) else {
      _ = try read(stream, as: format, named: name, deliver)
      return
    }
    guard !EPUBBook.isOne(Array(stream.peek(128))) else {
      throw ExchangeProblem("it is a book; luego add saves it")
    }
    guard path != "-", (try? FileStatus(of: descriptor))?.isRegular ?? false else {
      throw ExchangeProblem("a ZIP archive cannot be read from a pipe; name its file")
    }
    try ArchiveImport(reader: self).read(deliver)
  }

  /// Reads one file, which in an archive may hold no articles; false stops the import.
  func read(
    _ stream: ByteStream, as format: ExchangeFormat?, named name: String, isInArchive: Bool = false,
    _ deliver: Receiver
  ) throws(ExchangeProblem) -> Bool {
    var isEmpty = true
    func give(_ event: ImportedEvent, _ place: ImportedPlace) -> Bool {
      isEmpty = false
      return deliver(event, place)
    }
    let shouldContinue: Bool
    if format == nil || format == .json, LuegoJSON.isOne(stream.peek(1024)) {
      shouldContinue = records(stream, named: name, give)
    } else {
      guard let bytes = stream.rest(limit: Self.maxDocumentSize) else {
        throw ExchangeProblem("it is larger than \(Self.maxDocumentSize >> 20) MiB")
      }
      if let problem = stream.problem, bytes.isEmpty { throw problem }
      do throws(ExchangeProblem) {
        shouldContinue = try read(bytes, as: format, named: name, give)
      } catch {
        guard isInArchive, isEmpty, stream.problem == nil, format != nil || error.isForeign else {
          throw stream.problem ?? error
        }
        return deliver(.skipped(error.message), ImportedPlace(file: name))
      }
    }
    if let problem = stream.problem { throw problem }
    if isEmpty, !isInArchive { throw ExchangeProblem("nothing that can be imported is in it") }
    return shouldContinue
  }

  private func read(
    _ given: [UInt8], as format: ExchangeFormat?, named name: String, _ deliver: Receiver
  ) throws(ExchangeProblem) -> Bool {
    guard let given = Gunzip.unpacked(given, limit: Self.maxDocumentSize) else {
      throw ExchangeProblem("its compression is damaged, or it is larger than 256 MiB")
    }
    let isBinaryList = given.starts(with: "bplist0".utf8)
    if !isBinaryList, CharacterEncoding.utf16Order(given) == nil,
      let what = ContentSniffer.notText(given)
    {
      throw ExchangeProblem("it is \(what), not an export or a text")
    }
    var text = isBinaryList ? given : CharacterEncoding.utf8(given, contentType: nil)
    // Old Mac programs end lines with a carriage return alone.
    if !isBinaryList, text.prefix(while: { $0 != 10 }).dropLast().contains(13) {
      text = text.indices.map {
        text[$0] == 13 && ($0 + 1 == text.count || text[$0 + 1] != 10) ? 10 : text[$0]
      }
    }
    let found: ExchangeFormat
    if let format {
      found = format
    } else {
      found = try ExchangeFormat.detect(text.prefix(ExchangeFormat.headLength), named: name)
    }
    switch found.row.reader {
    case .table(_, _, let meaning):
      detected(found)
      return try table(text, named: name, meaning, deliver)
    case .nested(_, let meaning):
      return try nested(text, found, named: name, meaning, deliver)
        && end(of: text, named: name, deliver)
    case .records: return records(ByteStream(text), named: name, deliver)
    case .markup: return links(text, found, named: name, deliver)
    case .feed:
      return try feed(text, named: name, deliver) && end(of: text, named: name, deliver)
    case .feeds:
      detected(found)
      return feeds(text, named: name, deliver)
    case .lines: return try lines(text, named: name, deliver)
    }
  }

  /// Reports markup that is cut off; its complete part has been read.
  private func end(of text: [UInt8], named name: String, _ deliver: Receiver) -> Bool {
    !XMLElement.isCutOff(text)
      || deliver(.damaged("the file ends early"), ImportedPlace(file: name))
  }

  private func table(
    _ text: [UInt8], named name: String, _ meaning: (Fields) -> ImportedEvent, _ deliver: Receiver
  ) throws(ExchangeProblem) -> Bool {
    guard let table = CSVTable(text) else {
      throw ExchangeProblem("its header names no column url")
    }
    var rows = table.rows
    while let row = rows.next() {
      let shouldContinue =
        switch row {
        case .fields(let values, let line):
          deliver(
            Self.event(meaning, table.names, values), ImportedPlace(file: name, line: line))
        case .damaged(let line, let reason):
          deliver(.damaged(reason), ImportedPlace(file: name, line: line))
        }
      guard shouldContinue else { return false }
    }
    return true
  }

  /// A row with too many values is imported if its address is valid.
  private static func event(
    _ meaning: (Fields) -> ImportedEvent, _ columns: [String], _ values: [String]
  ) -> ImportedEvent {
    let fields = Fields(columns, values)
    if fields.isDeleted { return .skipped("it is deleted") }
    let event = meaning(fields)
    guard values.dropFirst(columns.count).contains(where: { !$0.isEmpty }) else { return event }
    let reason = "it has \(values.count) values where the header has \(columns.count)"
    guard case .article(var article) = event, Fields.isAddress(article.url) else {
      return .damaged(reason)
    }
    article.remarks.append("imported, but perhaps wrongly: " + reason)
    return .article(article)
  }

  private func nested(
    _ bytes: [UInt8], _ format: ExchangeFormat, named name: String,
    _ meaning: @escaping (Fields) -> ImportedEvent, _ deliver: Receiver
  ) throws(ExchangeProblem) -> Bool {
    var articles = NestedArticles(meaning: meaning)
    articles.isKnown = format != .links
    articles.namesTop = format == .pocketCollections
    let content = try NestedArticles.content(of: bytes)
    var values = content.values
    if format == .safariPlist, let list = values.first.flatMap(Self.readingList) { values = [list] }
    var isFound = false
    let place = ImportedPlace(file: name)
    let shouldContinue = articles.read(values) { event in
      if !isFound { detected(format) }
      isFound = true
      return deliver(event, place)
    }
    guard isFound || format != .links else {
      throw XMLElement.isCutOff(bytes)
        ? ExchangeProblem("the file ends early") : ExchangeFormat.unknown
    }
    return shouldContinue
      && content.damages.allSatisfy {
        deliver(.damaged($0.reason), ImportedPlace(file: name, line: $0.line))
      }
  }

  /// Nil if it is empty.
  private static func readingList(in value: JSON) -> JSON? {
    if value["Title"]?.string == "com.apple.ReadingList" {
      return value["Children"]?.array?.isEmpty == false ? value : nil
    }
    return (value["Children"]?.array ?? []).lazy.compactMap(readingList).first
  }

  /// Reads Luego's own format: a record per line, possibly as a list, or reformatted over several
  /// lines by another program.
  private func records(_ stream: ByteStream, named name: String, _ deliver: Receiver) -> Bool {
    detected(.json)
    var number = 0
    while let line = stream.line(limit: Self.maxRecordLength) {
      number += 1
      let place = ImportedPlace(file: name, line: number)
      var record = Self.trimmed(line)
      // A reformatted record ends with a brace in the column of its first.
      if record.last == UInt8(ascii: "{"), record.dropLast().allSatisfy({ $0 <= 32 }) {
        let end = record.dropLast() + [UInt8(ascii: "}")]
        while record.count <= Self.maxRecordLength,
          let next = stream.line(limit: Self.maxRecordLength)
        {
          number += 1
          record += next
          if Self.trimmed(next) == end { break }
        }
        record = Self.trimmed(Array(record))
      }
      let (opens, closes) = (record.first == UInt8(ascii: "["), record.last == UInt8(ascii: "]"))
      if opens, !closes { record.removeFirst() }
      if closes, !opens { record.removeLast() }
      if record.isEmpty { continue }
      let events: [ImportedEvent]
      do throws(JSON.ParseError) {
        let value = try JSON(parsing: Array(record))
        events = (value.array ?? [value]).map { value in
          LuegoJSON.article(value).map { ImportedEvent.stored($0) }
            ?? .damaged("it is not an article of a library")
        }
      } catch { events = [.damaged("it is not JSON: \(error.problem)")] }
      guard events.allSatisfy({ deliver($0, place) }) else { return false }
    }
    return true
  }

  /// Without a byte order mark, and without the comma after a list's element.
  private static func trimmed(_ line: [UInt8]) -> ArraySlice<UInt8> {
    var line = line[...]
    if line.starts(with: [0xef, 0xbb, 0xbf]) { line.removeFirst(3) }
    while let last = line.last, last <= 32 || last == UInt8(ascii: ",") { line.removeLast() }
    return line
  }

  /// In bytes.
  private static let maxRecordLength = 48 << 20
}

/// Why a file cannot be read to its end.
package struct ExchangeProblem: Error, Equatable, Sendable {
  /// A line without a full stop, to follow the file's name and a colon.
  package let message: String
  /// Whether reading failed, so that the content may be valid.
  package let isOfSystem: Bool
  /// Whether the file is undamaged but no export; an archive may hold such.
  let isForeign: Bool

  package init(_ message: String, isOfSystem: Bool = false, isForeign: Bool = false) {
    (self.message, self.isOfSystem, self.isForeign) = (message, isOfSystem, isForeign)
  }
}
