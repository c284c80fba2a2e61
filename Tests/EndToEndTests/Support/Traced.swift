import TestSupport

/// Whether programs can be run under strace.
let hasStrace = runShell("strace -f -qq -o /dev/null true 2>/dev/null")

/// strace that sends a signal at a call by which files get their names or are saved; before a program's words.
///
/// - Parameters:
///   - signal: its name.
///   - call: the number of the call in each thread, from 1; `N+M` for each M-th after it as well.
/// - Returns: its words.
func traced(sending signal: String, at call: String) -> [String] {
  let calls = "rename,renameat,renameat2,fsync,fdatasync,syncfs"
  return [
    "/usr/bin/env", "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(calls)", "-e",
    "inject=\(calls):signal=\(signal):when=\(call)",
  ]
}
