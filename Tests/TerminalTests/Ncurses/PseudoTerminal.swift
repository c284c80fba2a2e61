import CNcurses
import Foundation
import Glibc
import Synchronization
import Terminal

/// A pseudo terminal: the program has one end, the test the other.
///
/// A thread reads the program's output, so that the program never blocks; markers sent through the
/// terminal itself show when all of it has arrived.
final class PseudoTerminal {
  /// The output received so far, and a signal for more.
  private final class Received: Sendable {
    let bytes = Mutex<[UInt8]>([])
    let arrivals = DispatchSemaphore(value: 0)
    let end = DispatchSemaphore(value: 0)
  }

  /// Linux's TIOCSPTLCK and TIOCGPTN, macros that Swift cannot import.
  private static let unlock: UInt = 0x4004_5431
  private static let number: UInt = 0x8004_5430

  let programEnd: Int32
  private let testEnd: Int32
  private let received = Received()
  private let stop = WakeDescriptor()
  private var markers = 0

  init(columns: Int = 140, rows: Int = 40) throws {
    testEnd = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var number: UInt32 = 0
    var unlocked: Int32 = 0
    guard testEnd >= 0, ioctl(testEnd, Self.unlock, &unlocked) == 0,
      ioctl(testEnd, Self.number, &number) == 0
    else { throw POSIXError(.ENXIO) }
    programEnd = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard programEnd >= 0 else { throw POSIXError(.ENXIO) }
    resize(columns: columns, rows: rows)
    let thread = Thread { [received, testEnd, stop] in
      let poller = Poller(descriptors: [testEnd, stop.descriptor])
      var buffer = [UInt8](repeating: 0, count: 65536)
      while !poller.wait(milliseconds: nil).contains(stop.descriptor) {
        let count = Glibc.read(testEnd, &buffer, buffer.count)
        guard count > 0 else { break }
        received.bytes.withLock { $0 += buffer[..<count] }
        received.arrivals.signal()
      }
      received.end.signal()
    }
    thread.start()
  }

  deinit {
    stop.wake()
    received.end.wait()
    close(programEnd)
    close(testEnd)
  }

  func resize(columns: Int, rows: Int) {
    var window = winsize()
    window.ws_col = UInt16(columns)
    window.ws_row = UInt16(rows)
    _ = ioctl(testEnd, UInt(TIOCSWINSZ), &window)
  }

  /// Removes and returns the output since the last call.
  func takeOutput() -> [UInt8] {
    markers += 1
    let marker = Array("\u{1b}]999;\(markers)\u{7}".utf8)
    _ = write(programEnd, marker, marker.count)
    while true {
      let taken: [UInt8]? = received.bytes.withLock { bytes in
        guard let range = bytes.firstRange(of: marker) else { return nil }
        let before = Array(bytes[..<range.lowerBound])
        bytes.removeSubrange(..<range.upperBound)
        return before
      }
      if let taken { return taken }
      received.arrivals.wait()
    }
  }

  /// Types bytes, or replies as a terminal would.
  func type(_ bytes: [UInt8]) { _ = write(testEnd, bytes, bytes.count) }
  func type(_ text: String) { type(Array(text.utf8)) }

  /// The number of bytes that the program has not read yet.
  var waitingBytes: Int { line().waitingBytes }

  var lineDiscipline: termios {
    var line = termios()
    tcgetattr(programEnd, &line)
    return line
  }

  func line(_ environment: [String: String] = [:]) -> TerminalLine {
    let usual = ["TERM": "xterm-256color", "LANG": "C.UTF-8"]
    return TerminalLine(
      input: programEnd, output: programEnd,
      environment: usual.merging(environment) { $1 }.filter { !$0.value.isEmpty })
  }
}

extension NcursesTerminal {
  /// In milliseconds; longer than any answer takes.
  static let timeout = 3_600_000

  /// Opens a session on a terminal for tests.
  convenience init(
    _ terminal: PseudoTerminal, _ environment: [String: String] = [:], theme: Theme = .night,
    hasColor: Bool = true, hasMouse: Bool = true, backgroundDelay: Int? = nil
  ) throws(TerminalError) {
    try self.init(
      on: terminal.line(environment), theme: theme, hasColor: hasColor, hasMouse: hasMouse,
      backgroundDelay: backgroundDelay)
  }

  /// Reads at least `count` events, waiting on the descriptor.
  func read(atLeast count: Int) -> [InputEvent] {
    var events: [InputEvent] = []
    let poller = Poller(descriptors: [inputDescriptor])
    while events.count < count, !poller.wait(milliseconds: nil).isEmpty { events += readInput() }
    return events
  }
}
