import Platform

/// Takes the text out of PDFs with Poppler's `pdftotext`, where it is installed.
package struct PDFConverter: Sendable {
  /// Why there is no text.
  package enum Problem: Error, Equatable, Sendable {
    /// There is no `pdftotext`.
    case notInstalled
    /// It says that the file is damaged or locked.
    case refused
    case tookTooLong
    case tooLarge
    /// There is nothing but pictures in it.
    case noText
    /// The program could not be run; the system's reason.
    case notRun(String)
    case cancelled

    /// What follows “It is a PDF”, or the name of a file and “is a PDF”.
    package var summary: String {
      switch self {
      case .notInstalled: ", and pdftotext is not installed; install poppler-utils"
      case .refused: " that pdftotext cannot read: damaged, or protected by a password"
      case .tookTooLong: " that pdftotext did not finish in time"
      case .tooLarge: " with too much text"
      case .noText: " without text, perhaps scanned pages"
      case .notRun(let reason): ", and pdftotext cannot be run (\(reason))"
      case .cancelled: ", and reading it was cancelled"
      }
    }
  }

  /// Finds the program; nil where it is not installed.
  private let find: @Sendable () -> String?
  /// How long it may take.
  package var timeLimit = Duration.seconds(20)
  /// How much text it may give, in bytes.
  package var outputLimit = 16 << 20
  /// Where a file for its input is made and removed at once.
  package var temporary = "/tmp"

  /// A converter that reads nothing.
  package static let missing = PDFConverter(program: nil)

  /// Takes the path of the program.
  package init(program: String?) { find = { program } }

  /// Looks the program up in a list of directories as `PATH` has it, when there is a PDF to read; relative ones are passed
  /// over.
  package init(searching path: String?) { find = { ProgramFile.find("pdftotext", in: path) } }

  /// The text of a PDF, in lines as they stand on its pages.
  ///
  /// Cancelling the task ends the program.
  ///
  /// - Throws: `Problem`.
  package func text(of pdf: [UInt8]) async throws(Problem) -> String {
    guard let program = find() else { throw .notInstalled }
    let filter = ChildProcess(
      program: program, arguments: ["-enc", "UTF-8", "-nopgbrk", "-", "-"],
      environment: ["LC_ALL": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin"],
      temporary: temporary, timeLimit: timeLimit, outputLimit: outputLimit)
    do throws(ChildProcess.Problem) {
      return String(decoding: try await filter.output(for: pdf), as: UTF8.self)
    } catch {
      switch error {
      case .notStarted(let error): throw .notRun(error.reason.lowercased())
      case .status: throw .refused
      case .tookTooLong: throw .tookTooLong
      case .tooLarge: throw .tooLarge
      case .cancelled: throw .cancelled
      }
    }
  }
}
