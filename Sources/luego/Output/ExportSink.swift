import Exchange
import Platform
import ReadingList
import Terminal

/// The destination of `luego export`: standard output, a file, or a directory of article files.
final class ExportSink {
  private let request: ExportRequest
  private var file: NewFile?

  /// - Throws: `Failure` naming a file that cannot be written or already exists.
  init(_ request: ExportRequest) throws {
    self.request = request
    guard let output = request.output else { return }
    if request.isDirectory {
      try? SmallFile.makeDirectories(above: output.hasSuffix("/") ? output : output + "/")
    } else {
      file = try open(output)
    }
  }

  func write(_ bytes: [UInt8]) throws {
    if bytes.isEmpty || request.isDirectory { return }
    if let file {
      do throws(SystemError) { try file.write(bytes) } catch { throw failure(request.place, error) }
    } else if Output.isTerminal {
      // A terminal must not interpret anything as a control sequence.
      try Output.write(String(decoding: bytes, as: UTF8.self).printableLines)
    } else {
      try Output.write(bytes)
    }
  }

  /// In a directory, writes the article's own file.
  func write(_ entry: [UInt8], of article: Article) throws {
    guard request.isDirectory, let output = request.output else { return try write(entry) }
    let name = request.format.fileName(of: article)
    let path = output + (output.hasSuffix("/") ? "" : "/") + name
    let file = try open(path)
    do throws(SystemError) {
      try file.write(entry)
      try file.keep(replaces: request.replaces, isDurable: false)
    } catch { throw failure(path, error) }
  }

  /// Gives the complete file its final name.
  func end() throws {
    do throws(SystemError) { try file?.keep(replaces: request.replaces) } catch {
      throw failure(request.place, error)
    }
  }

  private func open(_ path: String) throws -> NewFile {
    do throws(SystemError) { return try NewFile(path, replaces: request.replaces) } catch {
      throw failure(path, error)
    }
  }

  private func failure(_ path: String, _ error: SystemError) -> Failure {
    switch error {
    case .exists: Failure("\(path) exists; --force overwrites it")
    case .isDirectory: Failure("\(path) is a directory; only --format markdown writes into one")
    default: Failure("\(path) cannot be written: \(error.reason)")
    }
  }
}
