import Exchange
import PageExtraction
import Platform
import ReadingList
import Terminal
import Web

/// `luego extract`: extracts articles from pages, as a filter.
enum ExtractCommand {
  /// Runs the command and returns the exit status: 0, 1 for an unreadable file, 3 for no article.
  ///
  /// - Throws: `Failure` for wrong usage, and if standard output is closed or full.
  static func run(_ words: [String], printsJSON: Bool) async throws -> Int32 {
    let options = try Options(words, printsJSON: printsJSON)
    let reader = reader()
    var (isUnread, isEmpty, isFirst) = (false, false, true)
    func show(_ outcome: Outcome) throws {
      isUnread = isUnread || outcome.text == nil
      isEmpty = isEmpty || outcome.text != nil && outcome.problem != nil
      if let problem = outcome.problem { Output.complain(problem) }
      guard let text = outcome.text else { return }
      if !isFirst, options.format != .json { try Output.write("\n") }
      try Output.write(text)
      isFirst = false
    }
    for file in options.files { try show(await outcome(of: file, options, reader)) }
    return isUnread ? 1 : isEmpty ? 3 : 0
  }

  /// Makes the page reader, with the site rules if there is a config directory.
  private static func reader() -> PageReader {
    let environment = CurrentProcess.environment
    let places = try? Places(GlobalOptions(), environment: environment)
    return PageReader(
      fetcher: CurlPageFetcher(), rules: places?.siteRules { Output.complain($0) } ?? .none,
      pdf: Program.pdfConverter(environment), workers: Program.pageWorkers)
  }

  /// The result of a file: the article as text, nil if the file could not be read.
  private struct Outcome {
    var text: String?
    var problem: String?
  }

  private static func outcome(
    of file: String, _ options: Options, _ reader: PageReader
  ) async -> Outcome {
    let page: [UInt8]
    do { page = try Input.bytes(of: file) } catch {
      return Outcome(problem: Failure(error).message)
    }
    switch await extraction(of: page, from: file, options: options, reader) {
    case .failure(let problem): return Outcome(problem: problem.text)
    case .success(let extraction):
      let text = text(of: extraction, as: options.format)
      guard case .failed(let reason) = extraction.verdict else { return Outcome(text: text) }
      return Outcome(text: text, problem: "\(file): \(reason)")
    }
  }

  private static func isPDF(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "%PDF-".utf8) }

  private static func extraction(
    of bytes: [UInt8], from file: String, options: Options, _ reader: PageReader
  ) async -> Result<Extraction, Problem> {
    let name = file == "-" ? "Standard input" : file
    guard isPDF(bytes) else {
      do throws(ExchangeProblem) {
        let page = try SavedPage(bytes)
        let source = PageSource(html: page.html, url: options.url ?? page.origin?.text)
        return .success(reader.extractor.extract(source))
      } catch { return .failure(Problem(text: "\(name): \(error.message)")) }
    }
    do throws(PDFConverter.Problem) {
      let url = options.url ?? (file == "-" ? nil : file.asText)
      return .success(try await reader.article(fromPDF: bytes, url: url))
    } catch { return .failure(Problem(text: "\(name) is a PDF\(error.summary)")) }
  }

  private struct Problem: Error { var text: String }

  private static func text(of extraction: Extraction, as format: TextFormat) -> String {
    switch format {
    case .text: extraction.text.printableLines + "\n"
    case .markdown: extraction.body.markdown.printableLines + "\n"
    case .html: Output.markup(extraction.html)
    case .json: Output.escaped(record(of: extraction)) + "\n"
    }
  }

  private struct Options {
    let url: String?
    let format: TextFormat
    let files: [String]

    init(_ words: [String], printsJSON: Bool) throws {
      let line = try CommandWords(words, of: .extract, areFiles: true)
      let given = line["--url"]
      do throws(WebAddress.Problem) {
        let address = try given.map { (given) throws(WebAddress.Problem) in try WebAddress(given) }
        url = given?.contains("://") == false ? address?.text : given
      } catch { throw Failure.usage(error.message(for: given ?? ""), of: .extract) }
      let named: TextFormat? = try line.choice("--format", called: "format")
      format = printsJSON ? .json : named ?? .text
      files = line.others.isEmpty ? ["-"] : line.others
    }
  }

  /// The JSON object of an extraction; unknown values are null.
  private static func record(of extraction: Extraction) -> JSON {
    let metadata = extraction.metadata
    let (state, reason) = extraction.verdict.words
    let (plain, published) = (extraction.text, metadata.publishedAt)
    return .object([
      .init("title", .optional(metadata.title)), .init("author", .optional(metadata.author)),
      .init("site", .optional(metadata.site)), .init("language", .optional(metadata.language)),
      .init("direction", .optional(metadata.direction)),
      .init("kind", .string(extraction.kind.rawValue)),
      .init("publishedAt", .optional(published?.rfc3339(utcOffset: metadata.publishedOffset))),
      .init("excerpt", .optional(metadata.excerpt)), .init("image", .optional(metadata.image)),
      .init("canonicalURL", .optional(metadata.canonicalURL)),
      .init("wordCount", .int(ReadingTime.words(in: plain))), .init("state", .string(state)),
      .init("reason", .optional(reason)), .init("text", .string(plain)),
      .init("html", .string(extraction.html)),
    ])
  }
}
