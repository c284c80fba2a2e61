import Glibc

/// A program that has the terminal while the interface is away.
///
/// It is the terminal's foreground process group, so that interrupt and suspend keys reach it
/// alone. Its input is the terminal, or a file in memory: input left unread is no failure.
package struct ForegroundProgram {
  package let words: [String]
  /// Nil for the terminal.
  package var input: [UInt8]?

  package init(words: [String], input: [UInt8]? = nil) {
    self.words = words
    self.input = input
  }

  /// Runs it to its end, or until `shouldEnd`, which is polled.
  ///
  /// Calls `isStopped` when the terminal has stopped it, before it continues.
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
        // A program that reads before it owns the terminal is stopped by the system, not by the
        // person.
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

  /// A background process that does this is stopped unless it ignores SIGTTOU.
  private static func giveTerminal(to group: pid_t) {
    let before = signal(SIGTTOU, SIG_IGN)
    _ = tcsetpgrp(STDIN_FILENO, group)
    signal(SIGTTOU, before)
  }
}
