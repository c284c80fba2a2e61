import Platform
import ReadingList

/// A program that opens an address or a file.
struct Browser {
  let words: [String]
  /// Whether it shows pages in the terminal until it ends.
  let isInTerminal: Bool

  private static let terminalBrowsers: Set = [
    "w3m", "lynx", "links", "links2", "elinks", "browsh", "carbonyl",
  ]
  private static let desktop = "xdg-open"
  /// From `xdg-open`, if it finds no program.
  private static let nothingFound: Int32 = 3

  /// In order, for a web address.
  static func choices(
    for url: String, _ environment: [String: String], isInTerminal: Bool
  ) throws -> [Browser] {
    guard let address = try? WebAddress(url) else {
      throw Failure("“\(url.prefix(60))” is not a web address")
    }
    let named = named(address.text, environment, isInTerminal)
    return named.isEmpty ? [ofDesktop(address.text, environment)] : named
  }

  private static func named(
    _ address: String, _ environment: [String: String], _ isInTerminal: Bool
  ) -> [Browser] {
    (environment["BROWSER"] ?? "").split(separator: ":").compactMap { line in
      var words = line.split(whereSeparator: \.isWhitespace).map(String.init)
      guard let program = words.first else { return nil }
      // The address must not choose the program.
      let places = words.indices.dropFirst().filter { words[$0].contains("%s") }
      for index in places { words[index].replace("%s", with: address) }
      if places.isEmpty { words.append(address) }
      let name = program.split(separator: "/").last.map(String.init) ?? program
      return Browser(words: words, isInTerminal: isInTerminal || terminalBrowsers.contains(name))
    }
  }

  /// The desktop's opener; without a display it starts a program in the terminal.
  static func ofDesktop(_ goal: String, _ environment: [String: String]) -> Browser {
    let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
    return Browser(words: [desktop, goal], isInTerminal: !hasDisplay)
  }

  private var isDesktop: Bool { words[0] == Self.desktop }

  /// Why nothing was opened, in one line.
  func problem(after ending: ProgramEnding) -> String? {
    let name = isDesktop ? Self.desktop : "“\(words[0].prefix(40))”"
    guard let problem = ending.problem(of: name) else { return nil }
    guard isDesktop else { return problem + "; check BROWSER" }
    let found = ending == .status(Self.nothingFound) ? "xdg-open found no program for it" : problem
    return found + "; set BROWSER to your browser"
  }

  /// Opens something with the first program that succeeds, from a command.
  ///
  /// - Throws: `Failure` with the last problem if none does.
  static func open(_ choices: [Browser]) throws {
    let hasTerminal = Output.isTerminal && Input.isTerminal
    var problem = ""
    for browser in choices {
      let ending: ProgramEnding
      if browser.isInTerminal, hasTerminal {
        ending = ForegroundProgram(words: browser.words).run(
          whenStopped: { CurrentProcess.stop() }, shouldEnd: { false })
      } else if browser.isInTerminal, !browser.isDesktop {
        problem = "“\(browser.words[0].prefix(40))” shows pages in a terminal, and there is none"
        continue
      } else {
        ending = Subprocess.runInBackground(browser.words)
      }
      guard let found = browser.problem(after: ending) else { return }
      problem = found
    }
    throw Failure(problem)
  }
}
