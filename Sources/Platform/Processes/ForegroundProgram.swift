import Glibc

/// A program that has the terminal to itself, while the interface is away.
///
/// It is a process group of its own and the terminal's foreground, so that keys that end or stop programs mean
/// it alone. Its input is the terminal, or a file that holds some bytes: what it does not read is no
/// failure.
package struct ForegroundProgram {
  /// The program and its arguments.
  package let words: [String]
  /// Its standard input; nil for the terminal.
  package var input: [UInt8]?

  /// Says what is to be run.
  package init(words: [String], input: [UInt8]? = nil) {
    self.words = words
    self.input = input
  }

  /// Runs it to its end.
  ///
  /// - Parameters:
  ///   - isStopped: called when the terminal stopped it, before it continues.
  ///   - shouldEnd: whether to end it, asked again and again.
  /// - Returns: how it ended.
  package func run(whenStopped isStopped: () -> Void, shouldEnd: () -> Bool) -> ProgramEnding {
    let process: Subprocess
    do throws(SystemError) {
      var streams: [Int32: Int32] = [:]
      defer { for descriptor in streams.values { close(descriptor) } }
      if let input { streams[STDIN_FILENO] = try ChildProcess.file(holding: input) }
      process = try Subprocess(words, streams: streams)
    } catch { return .notStarted(error) }
    let own = getpgrp()
    Self.giveTerminal(to: process.id)
    defer { Self.giveTerminal(to: own) }
    var isEnding = false
    while true {
      if let status = process.status(WUNTRACED) {
        guard status & 0xff == 0x7f else {
          return isEnding ? .interrupted : ProgramEnding(waiting: status)
        }
        // A program that reads before it owns the terminal is stopped by the system, not by the person.
        let reason = status >> 8 & 0xff
        if reason != SIGTTIN, reason != SIGTTOU {
          Self.giveTerminal(to: own)
          isStopped()
        }
        Self.giveTerminal(to: process.id)
        process.signal(SIGCONT)
      } else if !isEnding, shouldEnd() {
        isEnding = true
        process.signal(SIGHUP)
        process.signal(SIGCONT)
      } else {
        SystemThread.sleep(milliseconds: isEnding ? 2 : 20)
      }
    }
  }

  /// From the background, which is stopped for it unless it asks not to be.
  private static func giveTerminal(to group: pid_t) {
    let before = signal(SIGTTOU, SIG_IGN)
    _ = tcsetpgrp(STDIN_FILENO, group)
    signal(SIGTTOU, before)
  }
}
