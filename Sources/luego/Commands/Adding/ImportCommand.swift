import Exchange
import Library
import PageExtraction
import Platform
import ReadingList
import ReadingServices

private struct ImportRequest {
  var files: [String] = []
  var format: ExchangeFormat?
  var isDry = false
}

extension Program {
  func importArticles(_ line: Arguments) async throws {
    let request = try importRequest(line)
    let library =
      try request.isDry ? openLibrary(ifAbsent: .empty) : openWritableLibrary(ifAbsent: .create)
    let program = self
    let outcome = await Interruption.watch { Result { try program.run(request, into: library) } }
    let report = try outcome.get()
    try say(report, request)
    if report.isCancelled { throw Failure("", .interrupted) }
    if report.problem != nil || report.failed > 0 { throw Failure("", .failed) }
  }

  private func run(_ request: ImportRequest, into library: Library) throws -> LibraryImport.Report {
    let line = ProgressLine(isWanted: !options.printsJSON)
    let size = request.files.reduce(0) { $0 + Self.size(of: $1) }
    let start = systemNow()
    var step: UndoJournal.Recorded?
    var run = LibraryImport(
      into: library, at: clock.now(), extractor: PageExtractor(workers: Self.pageWorkers),
      isDry: request.isDry,
      shouldContinue: { !Interruption.isPressed }
    ) { notice in
      switch notice {
      case .failed(let place, let reason): line.complain("\(place): not imported: \(reason)")
      case .remark(let place, let text): line.complain("\(place): \(text)")
      // After each batch, so that an import that was killed can be undone.
      case .stored(let receipt, let title):
        record("imported", title: title, [receipt], in: library, to: &step)
      case .progress(let report, let bytes):
        let seconds = Double(max(1, systemNow().milliseconds - start.milliseconds)) / 1000
        let share = size > 0 ? "\(min(100, bytes * 100 / size))%, " : ""
        let rate = Int(Double(report.examined) / seconds)
        line.show("Importing: \(share)\(report.examined) articles, \(rate) a second")
      }
    }
    var refusal: StoreError?
    for file in request.files {
      let told = run.report.problems.count
      do throws(StoreError) { try run.read(file, as: request.format) } catch { refusal = error }
      for problem in run.report.problems.dropFirst(told) { line.complain(problem) }
      if refusal != nil || run.report.isRefused || run.report.isCancelled { break }
    }
    run.finish()
    line.clear()
    if let refusal { throw Failure(refusal) }
    return run.report
  }

  /// In bytes; 0 for standard input and files that are not regular.
  private static func size(of path: String) -> Int {
    guard path != "-", let status = try? FileStatus(path), status.isRegular else { return 0 }
    return Int(status.size)
  }

  private func importRequest(_ line: Arguments) throws -> ImportRequest {
    var request = ImportRequest(files: line.files, isDry: line.has("--dry-run"))
    if let name = line["--format"] {
      request.format = ExchangeFormat(rawValue: name)
      guard request.format != nil else {
        throw Failure.usage("“\(name)” is not a format that can be imported", of: .import)
      }
    }
    guard !request.files.isEmpty else {
      throw Failure.usage("import needs a file, or - for standard input", of: .import)
    }
    // Import the readable files even if others cannot be read.
    var failures: [Failure] = []
    for file in request.files where file != "-" && !allows(.reading, file) {
      let error = SystemError.last
      failures.append(
        Failure("\(file) cannot be read: \(error.reason)", error == .notFound ? .notFound : .failed)
      )
    }
    if failures.count == request.files.count, let last = failures.popLast() {
      for failure in failures { Output.complain(failure.message) }
      throw last
    }
    return request
  }

  private func say(_ report: LibraryImport.Report, _ request: ImportRequest) throws {
    if options.printsJSON {
      let numbers: [(String, Int)] = [
        ("unique", report.unique), ("imported", report.imported), ("withText", report.withText),
        ("merged", report.merged), ("unchanged", report.unchanged), ("inTrash", report.inTrash),
        ("duplicates", report.duplicates), ("skipped", report.skipped), ("failed", report.failed),
        ("purged", report.purged), ("feeds", report.feeds),
      ]
      let formats = report.formats.map { JSON.string($0.rawValue) }
      let object = JSON.object([.init("formats", .array(formats))]).adding(
        numbers.map { .init($0.0, .int($0.1)) }
      ).adding([
        .init("isDryRun", .bool(request.isDry)),
        .init("isComplete", .bool(report.problem == nil && !report.isCancelled)),
      ])
      return try Output.line(Output.escaped(object))
    }
    try Output.line(Output.printable(report.summary(isDry: request.isDry)))
    for (reason, count) in report.skips.sorted(by: { $0.key < $1.key }) {
      Output.tell("\(count) skipped: \(reason)")
    }
    let isSaved = !request.isDry && report.imported + report.merged > 0
    if report.isCancelled {
      let saved = isSaved ? " What was imported is saved." : ""
      Output.tell("Stopped; import the same again to go on.\(saved)")
    } else if report.isUnreadable || report.isRefused, isSaved {
      Output.tell("What was imported is saved; import the same again for the rest")
    }
    if report.feeds > 0 {
      let feeds = report.feeds == 1 ? "1 feed is a source" : "\(report.feeds) feeds are sources"
      let file = request.files.first { $0 != "-" } ?? "FILE"
      Output.tell("\(feeds) for discovery: luego sources add \(file)")
      if request.format == nil, report.formats.contains(.newsboat) {
        Output.tell("--format text imports the addresses as articles instead")
      }
    }
    if report.imported > report.withText, !request.isDry {
      Output.tell("To fetch their pages: luego fetch")
    }
  }
}
