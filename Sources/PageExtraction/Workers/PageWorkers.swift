import Platform
import ReadingList
import Synchronization

/// Extracts pages in processes of their own: a page that crashes one, or needs too much time or
/// memory, is reported as unreadable.
package final class PageWorkers: Sendable {
  /// The argument that makes the program a worker; see `serve`.
  package static let argument = "--extract-pages"
  /// The limits of a page in seconds of processor time, and of a worker in bytes of addresses.
  private static let maxSeconds = 10, maxMemory = 1 << 30
  private static let maxCount = 2

  private let words: [String]
  private let environment: [String: String]
  private let idle = Mutex<[PipeProgram]>([])
  private let places = Semaphore()

  /// Creates workers, which are started when pages come.
  ///
  /// `words` is the command line of a program that calls `serve`.
  package init(
    words: [String] = ["/proc/self/exe", argument],
    environment: [String: String] = CurrentProcess.environment
  ) {
    self.words = words
    // Printing the trace of a crash takes longer than reading a page.
    self.environment = environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    for _ in 0..<Self.maxCount { places.signal() }
  }

  private enum Problem: Error { case unavailable, tookTooLong, crashed }

  /// Extracts a page; `rule` is the text of its site's rule.
  func answer(to page: PageSource, rule: String?) -> ExtractionAnswer {
    // The first worker may have been ended for another reason than the page.
    for isLast in [false, true] {
      do throws(Problem) { return try ask(page, rule) } catch {
        switch error {
        case .unavailable: return ExtractionAnswer(to: page, rule: rule)
        case .tookTooLong where rule != nil:
          var answer = answer(to: page, rule: nil)
          answer.isWithoutRule = true
          return answer
        case .tookTooLong:
          return .unreadable("takes more than \(Self.maxSeconds) seconds to read")
        case .crashed where isLast: break
        case .crashed: continue
        }
      }
    }
    return .unreadable("cannot be read: reading it crashed")
  }

  private func ask(_ page: PageSource, _ rule: String?) throws(Problem) -> ExtractionAnswer {
    places.wait()
    defer { places.signal() }
    let worker: PipeProgram
    if let ready = idle.withLock({ $0.popLast() }) {
      worker = ready
    } else {
      do throws(SystemError) {
        // Ctrl-C ends the program, not its workers.
        worker = try PipeProgram(words, environment: environment, group: .own, errors: nil)
      } catch { throw .unavailable }
    }
    let head = JSON.object([
      .init("url", .optional(page.url)), .init("rule", .optional(rule)),
      .init("isMarkdown", .bool(page.isMarkdown)),
    ])
    if (try? PipeMessage.write(Array(head.compact.utf8), to: worker.descriptor)) != nil,
      (try? PipeMessage.write(page.bytes, to: worker.descriptor)) != nil,
      let answer = Self.message(from: worker.descriptor).flatMap({ ExtractionAnswer($0) })
    {
      idle.withLock { $0.append(worker) }
      return answer
    }
    idle.withLock { $0 = [] }
    switch worker.end() {
    // Not the page, but a failing pipe.
    case 0: throw .unavailable
    case PipeProgram.outOfTime: throw .tookTooLong
    default: throw .crashed
    }
  }

  /// Answers requests on standard input until it is closed.
  package static func serve() {
    CurrentProcess.limit(memory: maxMemory)
    while let head = message(from: Descriptor.input).flatMap({ try? JSON(parsing: $0) }),
      let bytes = message(from: Descriptor.input)
    {
      CurrentProcess.limit(seconds: maxSeconds)
      let url = head["url"]?.string
      let page =
        head["isMarkdown"]?.bool == true
        ? PageSource(markdown: bytes, url: url) : PageSource(html: bytes, url: url)
      let answer = ExtractionAnswer(to: page, rule: head["rule"]?.string).json.compact
      guard (try? PipeMessage.write(Array(answer.utf8), to: Descriptor.output)) != nil else {
        return
      }
    }
  }

  private static func message(from descriptor: Int32) -> [UInt8]? {
    (try? PipeMessage.read(from: descriptor, limit: .max)).flatMap(\.self)
  }
}
