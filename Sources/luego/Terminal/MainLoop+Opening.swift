import Platform
import Reader
import ReadingList

extension MainLoop {
  /// Runs a program and, if it fails, waits for Enter so that its output can be read.
  private static let script = """
    command -v "$1" >/dev/null 2>&1 || exit 127
    "$@"; s=$?; [ $s = 0 ] && exit; printf '\\nPress Enter to go back ' >/dev/tty
    read -r _ </dev/tty; exit $s
    """

  /// Opens something with the first program that succeeds, then archives articles.
  func openFirst(of choices: ArraySlice<Browser>, archiving: [ArticleID] = []) {
    guard let browser = choices.first else { return }
    let others = choices.dropFirst()
    if browser.isInTerminal {
      let words = ["/bin/sh", "-c", Self.script, "sh"] + browser.words
      let ending = lend(to: ForegroundProgram(words: words))
      guard ending != .interrupted else { return }
      finish(browser, ending, others, archiving)
      return
    }
    if !archiving.isEmpty { pendingArchives += 1 }
    let ended = session.model.tasks.answer { [unowned self] (ending: ProgramEnding) in
      if !archiving.isEmpty { pendingArchives -= 1 }
      finish(browser, ending, others, archiving)
    }
    let words = browser.words
    Task.detached(executorPreference: WorkerPool.namedFiles) {
      ended(Subprocess.runInBackground(words))
    }
  }

  private func finish(
    _ browser: Browser, _ ending: ProgramEnding, _ others: ArraySlice<Browser>,
    _ archiving: [ArticleID]
  ) {
    guard let problem = browser.problem(after: ending) else {
      return session.model.articles.opened(archiving: archiving)
    }
    // A person who ends the program does not want the next one.
    if case .signal = ending { return session.model.status = .error(problem) }
    if others.isEmpty { session.model.status = .error(problem) }
    openFirst(of: others, archiving: archiving)
  }
}
