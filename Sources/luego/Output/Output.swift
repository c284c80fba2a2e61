import Exchange
import NcursesTerminal
import Platform
import ReadingList
import Synchronization
import TerminalKit

/// Standard output and standard error, written whole or not at all.
enum Output {
  /// Writes a line of the result.
  ///
  /// - Throws: `Failure` when standard output is closed or full.
  static func line(_ text: String) throws { try write(text + "\n") }

  /// Writes text as it is; on a terminal whose locale has only ASCII, the nearest to it.
  ///
  /// - Throws: `Failure` when standard output is closed or full.
  static func write(_ text: String) throws { try write(bytes(text, for: Descriptor.output)) }

  /// Writes bytes as they are.
  ///
  /// - Throws: `Failure` when standard output is closed or full.
  static func write(_ bytes: [UInt8]) throws {
    do throws(SystemError) { try SystemError.check(writeAll(bytes, to: Descriptor.output)) } catch {
      // A reader that has seen enough, as in `luego list | head -1`, is no news.
      throw Failure(
        error == .brokenPipe ? "" : "Standard output cannot be written: \(error.reason)")
    }
  }

  /// Writes one line to standard error; nothing can be done when that fails.
  static func complain(_ text: String) {
    Log.line(text)
    writeAll(bytes("luego: \(message(text))\n", for: Descriptor.error), to: Descriptor.error)
  }

  /// Writes one line to standard error that is no complaint.
  static func tell(_ text: String) {
    Log.line(text)
    writeAll(bytes("\(message(text))\n", for: Descriptor.error), to: Descriptor.error)
  }

  /// Whether the locale can show more than ASCII.
  private static let showsUnicode = TerminalLine.standard.setLocale()

  /// A text as a descriptor gets it: elsewhere than on a terminal always UTF-8.
  static func bytes(_ text: String, for descriptor: Int32) -> [UInt8] {
    let isPoor = Descriptor.isTerminal(descriptor) && !showsUnicode
    return Array((isPoor ? text.nearestASCII : text).utf8)
  }

  /// One line of text without anything that a terminal could take for a control sequence.
  static func printable(_ text: String) -> String { text.printableLine }

  /// A message as it may be shown and kept: one line, printable, without passwords.
  static func message(_ text: String) -> String {
    WebAddress.withoutCredentials(text).printableLine
  }

  /// Whether standard output is a terminal.
  static var isTerminal: Bool { Descriptor.isTerminal(Descriptor.output) }

  /// Columns of the terminal that standard output is; nil where it does not say.
  static var columns: Int? { TerminalLine.standard.askSize()?.columns }

  /// A JSON value on one line, with everything escaped that is not printable.
  ///
  /// JSON itself asks that of the first 32 scalars only, but terminals obey others, too.
  static func escaped(_ value: JSON) -> String {
    value.compact.replacingUnprintable { scalar in
      String(scalar).utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    }
  }

  /// Markup with references in place of what is not printable; control characters are left out.
  static func markup(_ html: String) -> String {
    html.replacingUnprintable { scalar in
      switch scalar.value {
      case 0x09, 0x0a: String(scalar)
      case ..<0xa0: ""
      default: "&#x\(String(scalar.value, radix: 16));"
      }
    }
  }
}

/// Files and standard input as commands read them.
enum Input {
  /// Whether standard input is a terminal.
  static var isTerminal: Bool { Descriptor.isTerminal(Descriptor.input) }

  /// The largest file read whole.
  static let maxSize = 64 << 20

  /// Reads a web page in a file, or standard input for `-`.
  ///
  /// - Throws: `Failure` naming the file, also when it is no page.
  static func page(of path: String) throws -> SavedPage {
    let bytes = try bytes(of: path)
    do throws(ExchangeProblem) { return try SavedPage(bytes) } catch {
      throw Failure("\(path == "-" ? "Standard input" : path): \(error.message)")
    }
  }

  /// Reads a file that the program itself looks for: a regular one, or the null device where a person wants none.
  ///
  /// - Throws: `Failure` naming the file.
  static func own(_ path: String, limit: Int = maxSize) throws -> [UInt8] {
    do throws(RegularFile.Problem) { return try RegularFile(path).bytes(limit: limit) } catch {
      if resolvedPath(path) == "/dev/null" { return [] }
      throw Failure(
        "\(path) cannot be read: \(error.reason)", error == .missing ? .notFound : .failed)
    }
  }

  /// Reads a file that a person named, which may be a pipe, or standard input for `-`.
  ///
  /// - Throws: `Failure` naming the file.
  static func bytes(of path: String) throws -> [UInt8] {
    let name = path == "-" ? "Standard input" : path
    func problem(_ error: SystemError) -> Failure {
      Failure("\(name) cannot be read: \(error.reason)", error == .notFound ? .notFound : .failed)
    }
    let descriptor: Int32
    do throws(SystemError) {
      descriptor = path == "-" ? Descriptor.input : try Descriptor.open(path)
    } catch { throw problem(error) }
    defer { if path != "-" { Descriptor.close(descriptor) } }
    var bytes: [UInt8] = []
    if let status = try? FileStatus(of: descriptor), status.isRegular {
      bytes.reserveCapacity(min(Int(status.size), maxSize))
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count: Int
      do throws(SystemError) { count = try Descriptor.read(descriptor, into: &buffer) } catch {
        throw problem(error)
      }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= maxSize else {
        throw Failure("\(name) is larger than \(maxSize >> 20) MiB")
      }
    }
  }
}

/// The file that `--log` names: what happened, a line each with its time.
enum Log {
  private static let path = Mutex<String?>(nil)

  /// Begins to log into a file; one that cannot be written is named and is no reason to fail.
  static func begin(_ file: String?) {
    guard let file else { return }
    do throws(SystemError) {
      try SmallFile.append([], to: file)
      path.withLock { $0 = file }
    } catch {
      Output.complain("\(file.asText) cannot be written: \(error.reason); nothing is logged")
    }
  }

  /// Appends a line.
  static func line(_ text: String) {
    guard let file = path.withLock({ $0 }) else { return }
    let line = "\(systemNow().rfc3339) \(Output.message(text))\n"
    try? SmallFile.append(Array(line.utf8), to: file)
  }
}
