import Platform
import ReadingList

/// A temporary file with a note, for the person's editor.
struct NoteFile {
  enum Result: Equatable {
    case written(String)
    case unchanged
    case failed(String)
  }

  private let path: String
  private let before: String

  private static let maxSize = 1 << 20

  /// Writes the note to a file that only this user can read.
  ///
  /// - Throws: `Failure` if it cannot be written.
  init(_ note: String, in directory: String) throws {
    before = note
    path = "\(directory)/luego-note-\(CurrentProcess.id)-\(UInt32.random(in: 0 ... .max)).md"
    do throws(SystemError) {
      let file = try Descriptor.open(path, [.write, .create, .exclusive])
      defer { Descriptor.close(file) }
      let code = writeAll(Array((note.isEmpty ? "" : note + "\n").utf8), to: file)
      if code != 0 { unlink(path) }
      try SystemError.check(code)
    } catch { throw Failure("Cannot write \(path): \(error.reason)") }
  }

  /// `VISUAL`, `EDITOR`, or else vi.
  static func editor(in environment: [String: String]) -> String {
    [environment["VISUAL"], environment["EDITOR"]].compactMap { $0 }.first {
      !$0.allSatisfy(\.isWhitespace)
    } ?? "vi"
  }

  /// The editor's name may include arguments.
  func command(of editor: String) -> [String] { ["/bin/sh", "-c", editor + " \"$1\"", "sh", path] }

  /// Reads the note after the editor has ended.
  ///
  /// If that fails and the text has changed, the file stays and the failure names it.
  func result(of editor: String, _ ending: ProgramEnding) -> Result {
    let name = editor.prefix { !$0.isWhitespace }
    var text: String?
    var problem = "The note is not valid UTF-8"
    var isSame = false
    do throws(RegularFile.Problem) {
      text = String(validating: try RegularFile(path).bytes(limit: Self.maxSize), as: UTF8.self)
      isSame = text?.trimmedEnd == before.trimmedEnd
    } catch {
      isSame = error == .missing
      problem =
        isSame
        ? "The editor “\(name)” removed its file" : "The note cannot be read: \(error.reason)"
    }
    func failed(_ reason: String) -> Result {
      if isSame { unlink(path) }
      return .failed(reason + (isSame ? "; note unchanged" : "; what you wrote is in \(path)"))
    }
    if ending == .interrupted { return failed("The editor “\(name)” was ended with the program") }
    if let problem = ending.problem(of: "The editor “\(name)”") {
      return failed(ending == .status(127) ? problem + "; set VISUAL or EDITOR" : problem)
    }
    guard let text else { return failed(problem) }
    unlink(path)
    return isSame ? .unchanged : .written(text.trimmedEnd)
  }
}
