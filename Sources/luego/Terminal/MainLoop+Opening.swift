import Platform
import Reader
import ReadingList

/// A program started to open an address or a file.
struct Opening {
  let program: BackgroundProgram
  let browser: Browser
  /// The programs to try next if this one fails.
  let others: ArraySlice<Browser>
  /// The articles to archive once it is open.
  let archiving: [ArticleID]
  /// The moment from which it counts as open; nil if it already does.
  var deadline: ContinuousClock.Instant?
}

/// Programs that open addresses and files.
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
      let ending = lend(to: ForegroundProgram(words: words, temporary: temporary))
      guard ending != .interrupted else { return }
      finish(browser, ending, others, archiving)
      return
    }
    do throws(BackgroundProgram.Problem) {
      openings.append(
        Opening(
          program: try BackgroundProgram(browser.words), browser: browser, others: others,
          archiving: archiving, deadline: .now + BackgroundProgram.timeout))
    } catch { finish(browser, error.ending, others, archiving) }
  }

  /// Whether the result of an opening is pending.
  var isOpening: Bool { openings.contains { $0.deadline != nil } }

  /// Whether a pending opening archives articles when it succeeds.
  var isToArchive: Bool { openings.contains { $0.deadline != nil && !$0.archiving.isEmpty } }

  /// Checks the programs that were started, and handles those that ended or reached their deadline.
  ///
  /// - Returns: whether the result of any opening is known now.
  func followOpenings() -> Bool {
    guard !openings.isEmpty else { return false }
    let now = ContinuousClock.now
    var known: [(opening: Opening, ending: ProgramEnding)] = []
    openings = openings.compactMap { opening in
      let ending = opening.program.ending()
      let isDue = opening.deadline.map { $0 <= now } ?? false
      if opening.deadline != nil, ending != nil || isDue {
        known.append((opening, ending ?? .status(0)))
      }
      guard ending == nil else { return nil }
      var next = opening
      if isDue { next.deadline = nil }
      return next
    }
    for (opening, ending) in known {
      finish(opening.browser, ending, opening.others, opening.archiving)
    }
    return !known.isEmpty
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
