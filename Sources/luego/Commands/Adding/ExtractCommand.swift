import Exchange
import PageExtraction
import Platform
import ReadingList
import Terminal
import Web

enum ExtractCommand {
  /// Runs the command and returns the exit status: 0, 1 for an unreadable file, 3 for no article.
  ///
  /// - Throws: `Failure` for wrong usage, and if standard output is closed or full.
  static func run(_ words: [String], printsJSON: Bool) async throws -> Int32 {
    let options = try Options(words, printsJSON: printsJSON)
    let reader = reader()
    var (isUnread, isEmpty, isFirst) = (false, false, true)
    for file in options.files {
      let extraction: Extraction
      do {
        extraction = try await self.extraction(
          of: Input.bytes(of: file), from: file, options, reader)
      } catch {
        Output.complain(Failure(error).message)
        isUnread = true
        continue
      }
      if case .failed(let reason) = extraction.verdict {
        Output.complain("\(file): \(reason)")
        isEmpty = true
      }
      if !isFirst, options.format != .json { try Output.write("\n") }
      try Output.write(text(of: extraction, as: options.format))
      isFirst = false
    }
    return isUnread ? 1 : isEmpty ? 3 : 0
  }

  private static func reader() -> PageReader {
    let environment = CurrentProcess.environment
    let places = try? Places(GlobalOptions(), environment: environment)
    return PageReader(
      fetcher: CurlPageFetcher(), rules: places?.siteRules { Output.complain($0) } ?? .none,
      pdf: Program.pdfConverter(environment), workers: Program.pageWorkers)
  }

  private static func extraction(
    of bytes: [UInt8], from file: String, _ options: Options, _ reader: PageReader
  ) async throws(Failure) -> Extraction {
    let name = file == "-" ? "Standard input" : file
    if ContentSniffer.kind(of: bytes, contentType: "", path: file) == .markdown {
      let text = CharacterEncoding.utf8(bytes, contentType: nil)
      return reader.extractor.extract(PageSource(markdown: text, url: options.url))
    }
    guard bytes.starts(with: "%PDF-".utf8) else {
      do throws(ExchangeProblem) {
        let page = try SavedPage(bytes)
        return reader.extractor.extract(
          PageSource(html: page.html, url: options.url ?? page.origin?.text))
      } catch { throw Failure("\(name): \(error.message)") }
    }
    do throws(PDFConverter.Problem) {
      let url = options.url ?? (file == "-" ? nil : file.asText)
      return try await reader.article(fromPDF: bytes, url: url)
    } catch { throw Failure("\(name) is a PDF\(error.summary)") }
  }

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
