import Library
import Platform
import Reader
import ReadingList
import Terminal

extension MainLoop {
  /// Runs a command line and waits for Enter so that its output can be read.
  private static let script = """
    (eval "$1"); s=$?; printf '\\nPress Enter to go back ' >/dev/tty; stty -echo </dev/tty 2>/dev/null; read -r _ </dev/tty; echo >/dev/tty; exit $s
    """

  func runShell(_ command: String, input: [UInt8]? = nil) {
    let program = ForegroundProgram(
      words: ["/bin/sh", "-c", Self.script, "sh", command], input: input)
    let name = "“\(command.prefix(40))”"
    let ending = lend(to: program)
    guard ending != .interrupted else { return }
    session.model.status = ending.problem(of: name).map { .error($0) } ?? .info("Ran \(name)")
  }

  func pipe(_ line: String, _ output: ArticleOutput) {
    let line = HandoffLine(line)
    guard !line.goal.isEmpty else { return session.model.status = .error(Command.pipe.row.usage) }
    makeOutput { [program, library] in
      do {
        let text = try program.text(of: output, as: line.format ?? .text, from: library)
        return { loop in
          if loop.session.model.session.isQuitting {
            loop.session.model.session.show(error: "“\(line.goal.prefix(40))” was not run")
          } else {
            loop.runShell(line.goal, input: Array(text.utf8))
          }
        }
      } catch { return { $0.session.model.session.show(error: Failure(error).message) } }
    }
  }

  /// Writes an article or a part of it to a file; asks before overwriting.
  func write(_ line: String, _ output: ArticleOutput, overwrites: Bool) {
    let typed = line
    let line = HandoffLine(line)
    guard !line.goal.isEmpty else { return session.model.status = .error(Command.write.row.usage) }
    let path = line.goal.expandingHome(program.environment["HOME"])
    makeOutput { [program, library] in
      do {
        let text = try program.text(of: output, as: line.formatOfFile, from: library)
        // Opening a named pipe would block.
        if let status = try? FileStatus(path), !status.isRegular {
          throw Failure("\(path) is not a regular file; choose another name")
        }
        do throws(SystemError) {
          let file = try NewFile(path, replaces: overwrites)
          try file.write(text)
          try file.keep(replaces: overwrites)
        } catch {
          if error == .exists { return { $0.askToOverwrite(path, typed: typed) } }
          throw Failure("\(path) cannot be written: \(error.reason)")
        }
        return { $0.interface.reader.wrote(path) }
      } catch { return { $0.session.model.session.show(error: Failure(error).message) } }
    }
  }

  private func askToOverwrite(_ path: String, typed line: String) {
    if session.model.session.isQuitting {
      session.model.session.show(error: "\(path) exists and was not overwritten")
    } else {
      interface.reader.askToOverwrite(path, typed: line)
    }
  }

  func edit(_ target: NoteTarget, _ note: String, over before: String) {
    let editor = NoteFile.editor(in: program.environment)
    let file: NoteFile
    do { file = try NoteFile(note, in: program.temporary) } catch {
      return session.model.status = .error(Failure(error).message)
    }
    let ending = lend(to: ForegroundProgram(words: file.command(of: editor)))
    switch file.result(of: editor, ending) {
    case .written(let text): interface.reader.noteWritten(target, text, over: before)
    case .unchanged: session.model.status = .info("Note unchanged")
    case .failed(let reason): session.model.status = .error(reason)
    }
  }

  func lend(to program: ForegroundProgram) -> ProgramEnding {
    var ending = ProgramEnding.interrupted
    lendTerminal {
      ending = program.run(
        whenStopped: { terminal.stop() },
        shouldEnd: {
          guard terminal.takeSignals().contains(.terminate) else { return false }
          session.model.quit()
          return true
        })
    }
    return ending
  }

  /// Restores the terminal while `use` runs.
  func lendTerminal(_ use: () -> Void) {
    session.model.reader.savePosition()
    terminal.lend(use)
    interface.handle(.resized(terminal.size))
    present()
  }
}
