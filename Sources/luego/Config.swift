import Discovery
import Glibc
import ReadingListModel
import TerminalReader

/// Settings, keys and sources as the config file says: a command a line, `set`, `bind` and `source`; `#`
/// begins a comment.
struct Config {
  var settings = Settings()
  var keymap = Keymap.vim
  var sources = SourceList()

  /// Reads the file; a missing one is no problem unless it was asked for.
  static func read(_ path: String, isRequired: Bool) -> (config: Config, problems: [String]) {
    var config = Config()
    guard isRequired || access(path, F_OK) == 0 else { return (config, []) }
    let bytes: [UInt8]
    do { bytes = try Input.bytes(of: path) } catch { return (config, [error.message]) }
    var problems: [String] = []
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, line) in lines.enumerated() {
      let text = line.drop { $0.isWhitespace }
      guard !text.isEmpty, !text.hasPrefix("#") else { continue }
      do throws(CommandError) { try config.run(String(text)) } catch {
        problems.append("\(path), line \(index + 1): \(error.message)")
      }
    }
    return (config, problems)
  }

  private mutating func run(_ line: String) throws(CommandError) {
    let invocation = try Invocation(parsing: line)
    switch invocation.command {
    case .set: try settings.set(line: invocation.argument)
    case .bind: try keymap.bind(line: invocation.argument)
    case .source:
      do throws(SourceList.Problem) {
        sources.apply(try sources.change(parsing: invocation.argument))
      } catch { throw CommandError(message: error.message) }
    default:
      throw CommandError(message: "“\(invocation.command.rawValue)” cannot stand in a config file")
    }
  }

  /// Writes a setting into the file: its line is replaced, or added at the end; all others stay.
  ///
  /// - Throws: `Failure` naming the file.
  static func keep(_ name: Settings.Name, _ value: String, in path: String) throws(Failure) {
    var lines = try lines(of: path)
    let line = Substring("set \(name.rawValue) \(value)")
    let index = lines.lastIndex {
      let words = $0.split(whereSeparator: \.isWhitespace)
      return words.count == 3 && words[0] == "set" && words[1] == name.rawValue
    }
    if let index { lines[index] = line } else { lines.append(line) }
    try replaceFile(path, with: lines.joined(separator: "\n") + "\n")
  }

  /// Writes a change of the sources into the file: lines that it makes void go, all others stay.
  ///
  /// - Throws: `Failure` naming the file.
  static func keep(_ change: SourceList.Change, in path: String) throws(Failure) {
    var lines = try lines(of: path)
    lines.removeAll { line in
      let words = line.split(whereSeparator: \.isWhitespace)
      guard words.count >= 3, words[0] == "source" else { return false }
      let (verb, first, last) = (words[1], String(words[2]), words.last.map(String.init))
      switch change {
      case .add(_, let name): return verb == "add" && last == name || verb != "add" && first == name
      case .remove(let name): return last == name
      case .turn(let name, _): return (verb == "on" || verb == "off") && first == name
      case .block(let host), .unblock(let host):
        return (verb == "block" || verb == "unblock") && first == host
      }
    }
    // What is gone needs no line, unless it comes with the program.
    let needsLine =
      switch change {
      case .remove(let name): Source.builtIn.contains { $0.name == name }
      case .unblock: false
      case .add, .turn, .block: true
      }
    if needsLine { lines.append(Substring("source \(change.line)")) }
    try replaceFile(path, with: lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n")
  }

  private static func lines(of path: String) throws(Failure) -> [Substring] {
    guard access(path, F_OK) == 0 else { return [] }
    let text = String(decoding: try Input.bytes(of: path), as: UTF8.self)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}

/// Puts text into a small file of the program's own, all of it or nothing; makes the directory.
///
/// - Throws: `Failure` naming the file.
func replaceFile(_ path: String, with text: String) throws(Failure) {
  func failure() -> Failure { Failure("\(path) cannot be written: \(Output.reason(errno))") }
  makeDirectories(above: path)
  let temporary = "\(path).\(getpid()).tmp"
  let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
  guard descriptor >= 0 else { throw failure() }
  let bytes = Array(text.utf8)
  var sent = 0
  while sent < bytes.count {
    let count = bytes[sent...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    guard count > 0 else {
      let problem = failure()
      close(descriptor)
      unlink(temporary)
      throw problem
    }
    sent += count
  }
  let isWritten = fsync(descriptor) == 0
  close(descriptor)
  guard isWritten, rename(temporary, path) == 0 else {
    let problem = failure()
    unlink(temporary)
    throw problem
  }
}

private func makeDirectories(above path: String) {
  var index = path.startIndex
  while let slash = path[path.index(after: index)...].firstIndex(of: "/") {
    mkdir(String(path[..<slash]), 0o700)
    index = slash
  }
}
