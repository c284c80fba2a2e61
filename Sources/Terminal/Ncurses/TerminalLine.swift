import CNcurses
import Glibc

/// Why no terminal can be used, and what to do.
package struct TerminalError: Error, Equatable, Sendable { package var message: String }

/// A terminal's descriptors, and its environment.
package struct TerminalLine: Sendable {
  package var input: Int32
  package var output: Int32
  /// Only `variables` are read.
  package var environment: [String: String]
  /// Milliseconds to wait for a terminal that takes no output.
  package var patience: Int32 = 1000

  package init(input: Int32, output: Int32, environment: [String: String]) {
    self.input = input
    self.output = output
    self.environment = environment
  }

  private static let variables = ["TERM", "COLORTERM", "LC_ALL", "LC_CTYPE", "LANG"]

  package static var standard: TerminalLine {
    var environment: [String: String] = [:]
    for name in variables { environment[name] = getenv(name).map { String(cString: $0) } }
    return TerminalLine(input: STDIN_FILENO, output: STDOUT_FILENO, environment: environment)
  }

  /// Bytes received but not read yet.
  package var waitingBytes: Int {
    var count: Int32 = 0
    return ioctl(input, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }

  private func variable(_ name: String) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Sets the character encoding, and returns whether more than ASCII can be shown.
  ///
  /// UTF-8 if the environment names no encoding, or one that the system lacks.
  package func setLocale() -> Bool {
    let name = variable("LC_ALL") ?? variable("LC_CTYPE") ?? variable("LANG") ?? "C.UTF-8"
    if setlocale(LC_CTYPE, name) == nil { setlocale(LC_CTYPE, "C.UTF-8") }
    return String(cString: nl_langinfo(Int32(CODESET))) == "UTF-8"
  }

  /// Whether the environment claims 24-bit colors, whatever the terminal's description says.
  var claimsFullColor: Bool { ["truecolor", "24bit"].contains(variable("COLORTERM") ?? "") }

  /// Finds a usable description of the terminal, makes it current and returns its name.
  func describe() throws(TerminalError) -> String {
    guard isatty(input) == 1, isatty(output) == 1 else {
      throw TerminalError(
        message: "Standard input and output are not a terminal; luego list prints the list")
    }
    let name = variable("TERM")
    guard let name, name != "dumb", luego_describe(name, output) else {
      throw TerminalError(
        message: (name.map { "The terminal “\($0)” cannot show a screen" } ?? "TERM is not set")
          + "; try TERM=xterm-256color, or luego list and luego show, which print text")
    }
    return name
  }

  /// The window's size as the system knows it, within bounds.
  package func askSize() -> (columns: Int, rows: Int)? {
    reportedSize.map { (min($0.columns, Self.maxColumns), min($0.rows, Self.maxRows)) }
  }

  var isSizeAbsurd: Bool {
    reportedSize.map { $0.columns > Self.maxColumns || $0.rows > Self.maxRows } ?? false
  }

  private var reportedSize: (columns: Int, rows: Int)? {
    var window = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
      return nil
    }
    return (Int(window.ws_col), Int(window.ws_row))
  }

  /// The largest plausible window, whatever the terminal claims.
  private static let maxColumns = 1000
  private static let maxRows = 500

  var isHungUp: Bool {
    var entry = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, 0) > 0 else { return false }
    return Int32(entry.revents) & (POLLHUP | POLLERR | POLLNVAL) != 0
  }

  /// Writes all of it, in pieces if need be; false if the terminal takes no more for a while, or is
  /// gone.
  @discardableResult func write(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var entry = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        guard poll(&entry, 1, patience) > 0 else { return false }
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}
