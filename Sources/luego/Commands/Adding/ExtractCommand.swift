import Exchange
import PageExtraction
import Platform
import ReadingList
import Terminal
import Web

enum ExtractCommand {
  /// Prints the readable text of a page.
  ///
  /// - Throws: `Failure`, also if there is no article, or standard output is closed or full.
  static func run(_ line: Arguments) async throws {
    let url = try url(line["--url"])
    let named: TextFormat? = try line.choice("--format", called: "format")
    let format: TextFormat = line.global.printsJSON ? .json : named ?? .text
    guard line.files.count < 2 else { throw Failure.usage("extract reads one page", of: .extract) }
    let file = line.files.first ?? "-"
    let extraction = try await extraction(of: Input.bytes(of: file), from: file, url, reader())
    try Output.write(text(of: extraction, as: format))
    if case .failed(let reason) = extraction.verdict {
      throw Failure("\(file == "-" ? "Standard input" : file): \(reason)", .notFound)
    }
  }

  private static func url(_ given: String?) throws -> String? {
    guard let given else { return nil }
    do throws(WebAddress.Problem) {
      let address = try WebAddress(given)
      return given.contains("://") ? given : address.text
    } catch { throw Failure.usage(error.message(for: given), of: .extract) }
  }

  private static func reader() -> PageReader {
    let environment = CurrentProcess.environment
    let places = try? Places(GlobalOptions(), environment: environment)
    return PageReader(
      fetcher: CurlPageFetcher(),
      rules: places.map { places in
        SiteRules(directory: places.siteRuleDirectory) { Output.complain($0) }
      } ?? .none,
      pdf: PDFConverter(searching: environment["PATH"]), workers: Program.pageWorkers)
  }

  private static func extraction(
    of bytes: [UInt8], from file: String, _ url: String?, _ reader: PageReader
  ) async throws(Failure) -> Extraction {
    let name = file == "-" ? "Standard input" : file
    if ContentSniffer.kind(of: bytes, contentType: "", path: file) == .markdown {
      let text = CharacterEncoding.utf8(bytes, contentType: nil)
      return reader.extractor.extract(PageSource(markdown: text, url: url))
    }
    guard bytes.starts(with: "%PDF-".utf8) else {
      do throws(ExchangeProblem) {
        let page = try SavedPage(bytes)
        return reader.extractor.extract(
          PageSource(html: page.html, url: url ?? page.origin?.text))
      } catch { throw Failure("\(name): \(error.message)") }
    }
    do throws(PDFConverter.Problem) {
      return try await reader.article(
        fromPDF: bytes, url: url ?? (file == "-" ? nil : file.asText))
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

  private static func record(of extraction: Extraction) -> JSON {
    let metadata = extraction.metadata
    let verdict = extraction.verdict
    let (plain, published) = (extraction.text, metadata.publishedAt)
    return .object([
      .init("title", .optional(metadata.title)), .init("author", .optional(metadata.author)),
      .init("site", .optional(metadata.site)), .init("language", .optional(metadata.language)),
      .init("direction", .optional(metadata.direction)),
      .init("kind", .string(extraction.kind.rawValue)),
      .init("publishedAt", .optional(published?.rfc3339(utcOffset: metadata.publishedOffset))),
      .init("excerpt", .optional(metadata.excerpt)), .init("image", .optional(metadata.image)),
      .init("canonicalURL", .optional(metadata.canonicalURL)),
      .init("wordCount", .int(ReadingTime.words(in: plain))), .init("state", .string(verdict.name)),
      .init("reason", .optional(verdict.reason)), .init("text", .string(plain)),
      .init("html", .string(extraction.html)),
    ])
  }
}
