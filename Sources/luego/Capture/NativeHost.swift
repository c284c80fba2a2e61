import Exchange
import Library
import Platform
import Reader
import ReadingList
import ReadingServices
import Web

/// The native messaging host of the browser extension.
///
/// Messages and answers on standard input and output have the browsers' format, `PipeMessage`.
struct NativeHost {
  /// For browsers, whose manifests allow no arguments.
  static let programName = "luego-browser"
  static let name = "luego"
  private static let maxLength = 64 << 20

  static var isCalled: Bool {
    guard CommandLine.argc > 0, let path = CommandLine.unsafeArgv[0] else { return false }
    let name = String(fileName: path)
    return name == programName || name.hasSuffix("/" + programName)
  }

  private struct Answer {
    var result: String
    var article: Article?
    var note: String
  }

  /// Answers messages until the browser closes the pipe; returns the exit status.
  func run() -> Int32 {
    while true {
      do throws(PipeMessage.Problem) {
        guard
          let message = try PipeMessage.read(from: Descriptor.input, limit: Self.maxLength)
        else { return 0 }
        guard send(answer(to: message)) else { return 1 }
      } catch {
        if error == .tooLong {
          _ = send(
            Answer(result: "failed", note: "The page is larger than \(Self.maxLength >> 20) MB"))
        }
        return 1
      }
    }
  }

  private func send(_ answer: Answer) -> Bool {
    let json = JSON.object([
      .init("result", .string(answer.result)), .init("note", .string(answer.note)),
      .init("title", .string(answer.article?.title ?? "")),
      .init("id", .string(answer.article?.id.text ?? "")),
    ])
    let text = Array(Output.escaped(json).utf8)
    return (try? PipeMessage.write(text, to: Descriptor.output)) != nil
  }

  private func answer(to message: [UInt8]) -> Answer {
    guard let json = try? JSON(parsing: message), json.members != nil else {
      return Answer(result: "failed", note: "The message is not a JSON object")
    }
    do {
      switch json["action"]?.string {
      case "hello": return Answer(result: "done", note: "luego \(Program.version)")
      case "save": return try save(json)
      case "tag": return try tag(json)
      default: throw Failure("This action is not known; update luego")
      }
    } catch { return Answer(result: "failed", note: Failure(error).message) }
  }

  private func link(_ json: JSON) throws -> SavedLinks.Link {
    let text = json["url"]?.string ?? ""
    guard ["http://", "https://"].contains(where: text.lowercased().hasPrefix),
      case .success(let links) = SavedLinks.addresses(in: text), links.count == 1
    else { throw Failure("Only pages at http and https addresses can be saved") }
    return links[0]
  }

  private func save(_ json: JSON) throws -> Answer {
    var page = CapturedPage(try link(json), title: json["title"]?.string ?? "")
    if let html = json["html"]?.string, !html.isEmpty {
      // Text in JSON is Unicode, whatever encoding the page declares.
      page.content = .page(
        CharacterEncoding.utf8([0xef, 0xbb, 0xbf] + html.utf8, contentType: nil))
    }
    var isTooLong = false
    if let quote = json["quote"], let exact = quote["exact"]?.string {
      page.quote = CapturedPage.Quote(
        exact, prefix: quote["prefix"]?.string ?? "", suffix: quote["suffix"]?.string ?? "")
      isTooLong = page.quote == nil && !exact.allSatisfy(\.isWhitespace)
    }
    let program = try Program(GlobalOptions())
    let library = try program.openWritableLibrary(ifAbsent: .create)
    let now = program.clock.now()
    let results = program.fetching(into: library).save([(page, now, "browser")], at: now)
    guard let saved = try results[0]?.get() else {
      throw StoreError(.notFound, "The article was deleted permanently just now")
    }
    let step = [saved].step
    program.record(step.done, title: step.title, step.receipts, in: library)
    program.fetchBeside(saved)
    let isDoubtful =
      if case .doubtful = saved.outcome { true } else { saved.refusal != nil || isTooLong }
    let words = saved.words(clock: program.clock)
    return Answer(
      result: isDoubtful ? "check" : saved.isNew ? "saved" : "already", article: saved.article,
      note: isTooLong ? words + "; the selection is too long to be highlighted" : words)
  }

  private func tag(_ json: JSON) throws -> Answer {
    guard let id = json["id"]?.string.flatMap({ ArticleID(text: $0) }) else {
      throw Failure("The message names no article")
    }
    let program = try Program(GlobalOptions())
    let tags = try parsedTags(json["tags"]?.string ?? "")
    let library = try program.openWritableLibrary()
    let receipt = try library.apply(.tag(add: tags, remove: []), to: [id], at: program.clock.now())
    if let failure = receipt.failures.first { throw failure.error }
    guard receipt.missing.isEmpty else { throw Failure("This article is not saved any more") }
    let title = try library.article(id)?.title ?? ""
    program.record("tagged", title: title, [receipt], in: library)
    return Answer(result: "done", note: tags.map { "#" + $0 }.joined(separator: " "))
  }
}

extension Program {
  /// Fetches a link's page or a page's pictures in a background process, since the browser ends
  /// this one after its answer.
  fileprivate func fetchBeside(_ saved: Capture.Saved) {
    let needsText = saved.isNew && saved.outcome == nil
    guard needsText || config.settings.pictures && saved.article.fetch == .ready,
      let binary = CurrentProcess.executable
    else { return }
    _ = try? Subprocess.inBackground([binary, "fetch", "--quiet", saved.article.id.text])
  }
}
