import Glibc
import PageExtraction
import PageFetch
import ReadingList

/// `luego extract [--url URL] [--format text|markdown|html|json] [FILE...|-]`: articles out of pages,
/// as a filter.
enum ExtractCommand {
  /// Runs the command and gives the exit code: 0 all well, 1 a file could not be read, 2 wrong
  /// usage, 3 a page had no article.
  ///
  /// - Throws: `Failure` when standard output is closed or full.
  static func run(_ arguments: [String]) throws(Failure) -> Int32 {
    let options: Options
    switch Options.parse(arguments) {
    case .success(let parsed): options = parsed
    case .failure(let problem):
      complain(problem.text)
      return 2
    }
    let extractor = PageExtractor()
    var status: Int32 = 0
    for (index, file) in options.files.enumerated() {
      switch read(file) {
      case .failure(let problem):
        complain(problem.text)
        status = max(status, 1)
      case .success(let bytes):
        let extraction = extractor.extract(
          PageSource(html: CharacterEncoding.utf8(bytes, contentType: nil), url: options.url)
        )
        if case .failed(let reason) = extraction.verdict {
          complain("\(file): \(reason)")
          status = status == 0 ? 3 : status
        }
        if index > 0, options.format != .json { try Output.write("\n") }
        try Output.write(options.format.text(of: extraction))
      }
    }
    return status
  }

  private struct Problem: Error { var text: String }

  private enum Format: String {
    case text, markdown, html, json

    func text(of extraction: Extraction) -> String {
      switch self {
      case .text: Output.harmless(extraction.text) + "\n"
      case .markdown: Output.harmless(extraction.body.markdown) + "\n"
      case .html: Output.harmless(extraction.html)
      case .json: Output.escaped(ExtractCommand.record(of: extraction)) + "\n"
      }
    }
  }

  private struct Options {
    var url: String?
    var format = Format.text
    var files: [String] = []

    static func parse(_ arguments: [String]) -> Result<Options, Problem> {
      var options = Options()
      var rest = arguments[...]
      while let argument = rest.popFirst() {
        switch argument {
        case "--url", "--format":
          guard let value = rest.popFirst() else {
            return .failure(Problem(text: "\(argument) needs a value"))
          }
          if argument == "--url" {
            options.url = value
          } else if let format = Format(rawValue: value) {
            options.format = format
          } else {
            return .failure(
              Problem(text: "unknown format '\(value)'; use text, markdown, html or json")
            )
          }
        case "-": options.files.append(argument)
        case _ where argument.hasPrefix("-"):
          return .failure(Problem(text: "unknown option '\(argument)'"))
        default: options.files.append(argument)
        }
      }
      if options.files.isEmpty { options.files = ["-"] }
      return .success(options)
    }
  }

  /// The JSON object of an extraction; null where something is unknown.
  private static func record(of extraction: Extraction) -> JSON {
    func text(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }
    let metadata = extraction.metadata
    let (state, reason): (String, String?) =
      switch extraction.verdict {
      case .ready: ("ready", nil)
      case .suspect(let reason): ("suspect", reason)
      case .failed(let reason): ("failed", reason)
      }
    let plain = extraction.text
    return .object([
      .init("title", text(metadata.title)),
      .init("author", text(metadata.author)),
      .init("site", text(metadata.site)),
      .init("language", text(metadata.language)),
      .init("direction", text(metadata.direction)),
      .init("publishedAt", text(metadata.publishedAt?.rfc3339)),
      .init("excerpt", text(metadata.excerpt)),
      .init("image", text(metadata.image)),
      .init("canonicalURL", text(metadata.canonicalURL)),
      .init("wordCount", .int(ReadingTime.words(in: plain))),
      .init("state", .string(state)),
      .init("reason", text(reason)),
      .init("text", .string(plain)),
      .init("html", .string(extraction.html)),
    ])
  }

  private static func read(_ file: String) -> Result<[UInt8], Problem> {
    let descriptor = file == "-" ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      return .failure(Problem(text: "cannot open \(file): \(String(cString: strerror(errno)))"))
    }
    defer { if file != "-" { close(descriptor) } }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count == 0 { return .success(bytes) }
      if count < 0 {
        if errno == EINTR { continue }
        return .failure(Problem(text: "cannot read \(file): \(String(cString: strerror(errno)))"))
      }
      bytes += buffer[..<count]
      if bytes.count > 64 << 20 {
        return .failure(Problem(text: "\(file) is larger than 64 MiB"))
      }
    }
  }

  private static func complain(_ text: String) { Output.complain(text) }
}
