import Exchange
import Platform
import ReadingList
import Synchronization
import Terminal

enum Output {
  static func line(_ text: String) throws { try write(text + "\n") }

  /// On a terminal with an ASCII locale, writes the nearest ASCII.
  static func write(_ text: String) throws { try write(bytes(text, for: Descriptor.output)) }

  static func write(_ bytes: [UInt8]) throws {
    do throws(SystemError) { try SystemError.check(writeAll(bytes, to: Descriptor.output)) } catch {
      // A reader that closes the pipe early, as in `luego list | head -1`, deserves no message.
      throw Failure(
        error == .brokenPipe ? "" : "Standard output cannot be written: \(error.reason)")
    }
  }

  /// Logs a problem and writes it to standard error as one line; failures are ignored.
  static func complain(_ text: String) {
    Log.line(text)
    writeAll(bytes("luego: \(message(text))\n", for: Descriptor.error), to: Descriptor.error)
  }

  /// Logs a notice and writes it to standard error as one line.
  static func tell(_ text: String) {
    Log.line(text)
    writeAll(bytes("\(message(text))\n", for: Descriptor.error), to: Descriptor.error)
  }

  private static let showsUnicode = TerminalLine.standard.setLocale()

  /// UTF-8, or ASCII for a terminal with an ASCII locale.
  static func bytes(_ text: String, for descriptor: Int32) -> [UInt8] {
    let isPoor = Descriptor.isTerminal(descriptor) && !showsUnicode
    return Array((isPoor ? text.nearestASCII : text).utf8)
  }

  static func printable(_ text: String) -> String { text.printableLine }

  /// One printable line without passwords, for the screen and the log.
  static func message(_ text: String) -> String {
    WebAddress.withoutCredentials(text).printableLine
  }

  static var isTerminal: Bool { Descriptor.isTerminal(Descriptor.output) }

  static var columns: Int? { TerminalLine.standard.askSize()?.columns }

  /// Serializes JSON on one line with everything unprintable escaped: terminals obey more scalars
  /// than JSON requires to be escaped.
  static func escaped(_ value: JSON) -> String {
    value.compact.replacingUnprintable { scalar in
      String(scalar).utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    }
  }

  /// Markup with references for unprintable scalars, and without control characters.
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

  /// `-` is standard input.
  static func page(of path: String) throws -> SavedPage {
    let bytes = try bytes(of: path)
    do throws(ExchangeProblem) { return try SavedPage(bytes) } catch {
      throw Failure("\(path == "-" ? "Standard input" : path): \(error.message)")
    }
  }

  /// Reads a file that the program itself looks for; the null device counts as empty.
  ///
  /// - Throws: `Failure` naming the file; `notFound` if it is missing.
  static func own(_ path: String, limit: Int = maxSize) throws -> [UInt8] {
    do throws(RegularFile.Problem) { return try RegularFile(path).bytes(limit: limit) } catch {
      if resolvedPath(path) == "/dev/null" { return [] }
      throw Failure(
        "\(path) cannot be read: \(error.reason)", error == .missing ? .notFound : .failed)
    }
  }

  /// Reads a file named by a person, possibly a pipe; `-` is standard input.
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

/// The file of `--log`: one line per message, with its time.
enum Log {
  private static let path = Mutex<String?>(nil)

  /// Prints a problem and continues if the file cannot be written.
  static func begin(_ file: String?) {
    guard let file else { return }
    do throws(SystemError) {
      try SmallFile.append([], to: file)
      path.withLock { $0 = file }
    } catch {
      Output.complain("\(file.asText) cannot be written: \(error.reason); nothing is logged")
    }
  }

  /// A failure to write is ignored.
  static func line(_ text: String) {
    guard let file = path.withLock({ $0 }) else { return }
    let line = "\(systemNow().rfc3339) \(Output.message(text))\n"
    try? SmallFile.append(Array(line.utf8), to: file)
  }
}
