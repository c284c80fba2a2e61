import Exchange
import Library
import Platform
import ReadingList
import ReadingServices
import Web

struct ExportRequest {
  /// Empty for all articles.
  var targets: [String] = []
  var format = ExportFormat.json
  /// A file, or a directory for one document per article; nil for standard output.
  var output: String?
  var replaces = false
  var isPartial = false
  /// Whether each article gets its own file.
  var isDirectory = false
  /// Whether sources of discovery are exported instead of articles.
  var isOfSources = false

  /// Whether unreadable articles are skipped: with `--partial`, for separate files, and for
  /// standard output, which cannot be undone.
  var writesPartly: Bool { isPartial || isDirectory || output == nil }

  /// For messages.
  var place: String { output ?? "Standard output" }
}

extension Program {
  static let sourceFormat = "opml"

  func export(_ line: Arguments) async throws {
    let request = try exportRequest(line)
    if request.isOfSources { return try exportSources(request) }
    let library = try openLibrary()
    let program = self
    let run = { @Sendable in Result { try program.run(request, of: library) } }
    // Printing may end at once, even while a pipe is blocked; a file must not be left half written.
    let outcome = request.output == nil ? run() : await Interruption.watch(run)
    let (written, failed) = try outcome.get()
    if failed > 0, !request.writesPartly {
      let left = "\(failed.counted("article")) could not be read"
      throw Failure("\(left), so \(request.place) was not written; to write the others: --partial")
    }
    if request.output != nil {
      Output.tell("Exported \(written.counted("article")) to \(request.place)")
    }
    if failed > 0 { throw Failure("", .failed) }
  }

  private static let maxNamed = 20

  /// - Returns: the numbers of articles written and of those that could not be read.
  private func run(
    _ request: ExportRequest, of library: Library
  ) throws -> (written: Int, failed: Int) {
    var finder = targets(in: library)
    let found = try finder.rows(request.targets, order: .newest)
    if let problem = found.problem { throw Failure("", problem.code) }
    var rows = found.rows
    // The lossless format includes Trash.
    if request.targets.isEmpty, request.format == .json {
      rows += finder.snapshot.rows(in: .trash, order: .newest)
    }
    guard !rows.isEmpty else { throw Failure("There is no article to export", .notFound) }
    let list = finder.snapshot
    let sink = try ExportSink(request)
    let line = ProgressLine(isWanted: request.output != nil)
    defer { line.clear() }
    var export = request.format.export(subject(of: request, in: library))
    func told<Value>(_ body: () throws(ExchangeProblem) -> Value) throws -> Value {
      do { return try body() } catch {
        throw Failure("\(request.place) cannot be written: \(error.message)")
      }
    }
    try sink.write(told { () throws(ExchangeProblem) in try export.head() })
    var (written, failed) = (0, 0)
    func miss(_ what: String) {
      failed += 1
      if failed <= Self.maxNamed { line.complain("Not exported: \(what)") }
    }
    // Whether a query would match unreadable records is unknown.
    if request.targets.isEmpty {
      for name in library.unreadableNames() { miss("\(name): it cannot be read; run luego doctor") }
    } else {
      tellUnreadable(list)
    }
    for (number, row) in rows.enumerated() {
      if Interruption.isPressed { throw Failure("", .interrupted) }
      if number % 200 == 0 { line.show("Exporting: \(number) of \(rows.count) articles") }
      let id = list.id(of: row)
      let found: (article: Article, stored: StoredArticle)?
      do throws(StoreError) { found = try stored(id, request.format, in: library) } catch {
        miss("\(id.text.prefix(8))  \(list[row].title): \(error.reason)")
        continue
      }
      // Deleted permanently meanwhile.
      guard let (article, stored) = found else { continue }
      let entry = try told { () throws(ExchangeProblem) in
        try export.entry(of: article, stored: stored)
      }
      try sink.write(entry, of: article)
      written += 1
    }
    for id in request.targets.isEmpty && request.format == .json ? list.purged : [] {
      guard let record = (try? library.purgedRecord(id)).flatMap({ $0 }) else { continue }
      try sink.write(
        Array((LuegoJSON.line(of: StoredArticle(record: record, body: nil)) + "\n").utf8))
    }
    if failed > Self.maxNamed { line.complain("Not exported: \(failed - Self.maxNamed) more") }
    guard failed == 0 || request.writesPartly else { return (written, failed) }
    try sink.write(told { () throws(ExchangeProblem) in try export.tail() })
    try sink.end()
    return (written, failed)
  }

  private func subject(of request: ExportRequest, in library: Library) -> ExportSubject {
    let query = request.targets.joined(separator: " ")
    return ExportSubject(
      title: query.isEmpty ? "Reading list" : "Reading list: \(query)",
      key: "\(library.id)\n\(query)", now: clock.now(),
      day: { [clock] in longDate($0, clock: clock) },
      picture: { id, address in
        let stored = (try? library.pictures(of: id))?[PictureName.key(of: address)]
        return stored.flatMap { try? library.bytes(of: $0) }
      })
  }

  private func stored(
    _ id: ArticleID, _ format: ExportFormat, in library: Library
  ) throws(StoreError) -> (article: Article, stored: StoredArticle)? {
    guard let (article, record) = try library.articleWithRecord(id) else { return nil }
    let body = format.hasTexts ? try library.body(of: id) : nil
    if format.hasTexts, article.fetch == .ready, body?.isEmpty ?? true {
      throw StoreError(
        .io,
        library.isTextOnItsWay(id)
          ? "its text is on its way from another machine" : "its text is missing; run luego doctor")
    }
    return (article, StoredArticle(record: record, body: body))
  }

  private func exportSources(_ request: ExportRequest) throws {
    let feeds = sources(config).sources.filter { !$0.isOffline }.map { ($0.title, $0.address) }
    let sink = try ExportSink(request)
    try sink.write(Array(OutlineExport.document(of: feeds).utf8))
    try sink.end()
    if request.output != nil {
      Output.tell("Exported \(feeds.count.counted("source")) to \(request.place)")
    }
  }

  /// With the dot; nil without one, or for a directory.
  private static func ending(of path: String) -> String? {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex, name.last != "." else {
      return nil
    }
    return String(name[dot...])
  }

  private func exportRequest(_ line: Arguments) throws -> ExportRequest {
    var request = ExportRequest(
      targets: line.others, output: line.file("--output").flatMap { $0 == "-" ? nil : $0 },
      replaces: line.has("--force"), isPartial: line.has("--partial"))
    var format = options.printsJSON ? ExportFormat.json : nil
    if let name = line["--format"] {
      request.isOfSources = name == Self.sourceFormat
      let found = ExportFormat.allCases.first { [$0.rawValue, $0.fileExtension].contains(name) }
      guard let known = found ?? (request.isOfSources ? .text : nil) else {
        let names = ExportFormat.allCases.map(\.rawValue) + [Self.sourceFormat]
        throw Failure.usage(
          "Unknown format “\(name)”; use \(names.joined(separator: ", "))", of: .export)
      }
      format = known
    }
    if format == nil, let output = request.output {
      request.isOfSources = output.lowercased().hasSuffix(".\(Self.sourceFormat)")
      format = ExportFormat.named(by: output)
    }
    if request.isOfSources, !request.targets.isEmpty {
      throw Failure.usage("Sources are exported all at once, without a query", of: .export)
    }
    if format == nil, !request.isOfSources, let ending = request.output.flatMap(Self.ending) {
      let known = (ExportFormat.allCases.map(\.fileExtension) + [Self.sourceFormat])
      throw Failure.usage(
        "“\(ending)” names no format; use \(known.joined(separator: ", ")), or --format",
        of: .export)
    }
    request.format = format ?? .json
    if !request.format.isText, request.output == nil, Output.isTerminal {
      throw Failure.usage(
        "A terminal cannot show \(request.format.title); name a file with -o", of: .export)
    }
    if request.format == .markdown, let output = request.output {
      request.isDirectory = output.hasSuffix("/") || (try? FileStatus(output))?.isDirectory ?? false
    }
    return request
  }
}
