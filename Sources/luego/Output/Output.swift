import Exchange
import Platform
import ReadingList
import Synchronization
import Terminal

enum Output {
  static func line(_ text: String) throws { try write(text + "\n") }

  /// Writes text; on a terminal with an ASCII locale, its nearest ASCII form.
  static func write(_ text: String) throws { try write(bytes(text, for: Descriptor.output)) }

  static func write(_ bytes: [UInt8]) throws {
    do throws(SystemError) { try SystemError.check(writeAll(bytes, to: Descriptor.output)) } catch {
      // A reader that closes the pipe early, as in `luego list | head -1`, deserves no message.
      throw Failure(
        error == .brokenPipe ? "" : "Standard output cannot be written: \(error.reason)")
    }
  }

  /// Logs a problem and writes it to standard error as one line; a failure to write is ignored.
  static func complain(_ text: String) {
    Log.line(text)
    writeAll(bytes("luego: \(message(text))\n", for: Descriptor.error), to: Descriptor.error)
  }

  /// Logs a notice and writes it to standard error as one line.
  static func tell(_ text: String) {
    Log.line(text)
    writeAll(bytes("\(message(text))\n", for: Descriptor.error), to: Descriptor.error)
  }

  /// Whether the locale supports more than ASCII.
  private static let showsUnicode = TerminalLine.standard.setLocale()

  /// Encodes a text for a descriptor: in UTF-8, or in ASCII on a terminal with an ASCII locale.
  static func bytes(_ text: String, for descriptor: Int32) -> [UInt8] {
    let isPoor = Descriptor.isTerminal(descriptor) && !showsUnicode
    return Array((isPoor ? text.nearestASCII : text).utf8)
  }

  /// Returns the text as one line without anything that could be a control sequence.
  static func printable(_ text: String) -> String { text.printableLine }

  /// Returns a message fit for the screen and the log: one printable line without passwords.
  static func message(_ text: String) -> String {
    WebAddress.withoutCredentials(text).printableLine
  }

  static var isTerminal: Bool { Descriptor.isTerminal(Descriptor.output) }

  static var columns: Int? { TerminalLine.standard.askSize()?.columns }

  /// Serializes a JSON value on one line, with everything unprintable escaped.
  ///
  /// JSON requires escapes only for the first 32 scalars, but terminals obey others, too.
  static func escaped(_ value: JSON) -> String {
    value.compact.replacingUnprintable { scalar in
      String(scalar).utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    }
  }

  /// Returns markup with references for unprintable scalars, and without control characters.
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

enum Input {
  static var isTerminal: Bool { Descriptor.isTerminal(Descriptor.input) }

  static let maxSize = 64 << 20

  /// Reads a web page from a file, or from standard input for `-`.
  static func page(of path: String) throws -> SavedPage {
    let bytes = try bytes(of: path)
    do throws(ExchangeProblem) { return try SavedPage(bytes) } catch {
      throw Failure("\(path == "-" ? "Standard input" : path): \(error.message)")
    }
  }

  /// Reads a regular file that the program itself looks for; the null device counts as empty.
  ///
  /// - Throws: `Failure` naming the file; `notFound` if it is missing.
  static func own(_ path: String, limit: Int = maxSize) throws -> [UInt8] {
    do throws(RegularFile.Problem) { return try RegularFile(path).bytes(limit: limit) } catch {
      if resolvedPath(path) == "/dev/null" { return [] }
      throw Failure(
        "\(path) cannot be read: \(error.reason)", error == .missing ? .notFound : .failed)
    }
  }

  /// Reads a file named by a person, which may be a pipe, or standard input for `-`.
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

/// The log file that `--log` names: one line per message, with its time.
enum Log {
  private static let path = Mutex<String?>(nil)

  /// Begins to log to a file; prints a problem and continues if the file cannot be written.
  static func begin(_ file: String?) {
    guard let file else { return }
    do throws(SystemError) {
      try SmallFile.append([], to: file)
      path.withLock { $0 = file }
    } catch {
      Output.complain("\(file.asText) cannot be written: \(error.reason); nothing is logged")
    }
  }

  /// Appends a line with the time; a failure to write is ignored.
  static func line(_ text: String) {
    guard let file = path.withLock({ $0 }) else { return }
    let line = "\(systemNow().rfc3339) \(Output.message(text))\n"
    try? SmallFile.append(Array(line.utf8), to: file)
  }
}
