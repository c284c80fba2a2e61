package import Platform

/// Extracts the text of PDFs with Poppler's `pdftotext`, if installed.
package struct PDFConverter: Sendable {
  package enum Problem: Error, Equatable, Sendable {
    case notInstalled
    case noText
    case program(ChildProcess.Problem)

    /// The end of a sentence that begins with “It is a PDF”, or with a file's name and “is a PDF”.
    package var summary: String {
      switch self {
      case .notInstalled: ", and pdftotext is not installed; install poppler-utils"
      case .noText: " without text, perhaps scanned pages"
      case .program(.status): " that pdftotext cannot read: damaged, or protected by a password"
      case .program(.tookTooLong): " that pdftotext did not finish in time"
      case .program(.tooLarge): " with too much text"
      case .program(.notStarted(let error)):
        ", and pdftotext cannot be run (\(error.reason.lowercased()))"
      case .program(.cancelled): ", and reading it was cancelled"
      }
    }
  }

  private let path: String?
  package var timeLimit = Duration.seconds(20)
  private static let outputLimit = 16 << 20

  /// Looks for the program in a `PATH`-style list when there is a PDF to read; skips relative
  /// directories.
  package init(searching path: String? = nil) { self.path = path }

  /// The text of a PDF, in the lines of its pages, with a form feed after each page.
  ///
  /// Cancelling the task terminates the program.
  package func text(of pdf: [UInt8]) async throws(Problem) -> String {
    guard let program = ProgramFile.find("pdftotext", in: path) else { throw .notInstalled }
    let filter = ChildProcess(
      program: program, arguments: ["-enc", "UTF-8", "-", "-"],
      environment: ["LC_ALL": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin"],
      timeLimit: timeLimit, outputLimit: Self.outputLimit)
    do throws(ChildProcess.Problem) {
      return String(decoding: try await filter.output(for: pdf), as: UTF8.self)
    } catch { throw .program(error) }
  }
}
