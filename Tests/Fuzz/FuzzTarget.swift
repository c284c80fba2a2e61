import Glibc

/// A part of the program that reads external input, and what must hold for any bytes.
struct FuzzTarget: Sendable {
  let name: String
  /// Runs the part once; a failed `check` ends the process.
  let run: @Sendable ([UInt8]) -> Void

  static let all: [FuzzTarget] = [
    FuzzTarget(name: "page", run: fuzzPage), FuzzTarget(name: "fragment", run: fuzzFragment),
    FuzzTarget(name: "markdown", run: fuzzMarkdown),
    FuzzTarget(name: "encoding", run: fuzzEncoding), FuzzTarget(name: "feed", run: fuzzFeed),
    FuzzTarget(name: "import", run: fuzzImport), FuzzTarget(name: "captured", run: fuzzCaptured),
    FuzzTarget(name: "record", run: fuzzRecord), FuzzTarget(name: "merge", run: fuzzMerge),
    FuzzTarget(name: "query", run: fuzzQuery), FuzzTarget(name: "address", run: fuzzAddress),
    FuzzTarget(name: "json", run: fuzzJSON), FuzzTarget(name: "config", run: fuzzConfig),
    FuzzTarget(name: "keys", run: fuzzKeys), FuzzTarget(name: "interface", run: fuzzInterface),
    FuzzTarget(name: "sync", run: fuzzSync), FuzzTarget(name: "table", run: fuzzTable),
  ]
}

/// Ends the process with a message if the condition fails; the fuzzer blames the current input.
func check(_ holds: Bool, _ message: @autoclosure () -> String) {
  guard !holds else { return }
  _ = (message() + "\n").withCString { write(STDERR_FILENO, $0, strlen($0)) }
  abort()
}

/// Checks that a displayable text has no control characters except line feeds and tabs.
func checkHarmless(_ text: String?, _ what: String) {
  guard let text else { return }
  let isHarmless = text.unicodeScalars.allSatisfy { scalar in
    scalar == "\n" || scalar == "\t"
      || scalar.value >= 0x20 && !(0x7f..<0xa0).contains(scalar.value)
  }
  check(isHarmless, "\(what) has control characters: \(Array(text.utf8.prefix(200)))")
}
