import TestSupport

let hasStrace = runShell("strace -f -qq -o /dev/null true 2>/dev/null")

/// Returns the strace words, put before a program's own, that send a signal at a call that names or
/// saves a file.
///
/// - Parameters:
///   - signal: its name.
///   - call: the number of the call in each thread, from 1; `N+M` for each M-th after it as well.
///   - others: names of more calls, each behind a comma.
/// - Returns: its words.
func traced(sending signal: String, at call: String, and others: String = "") -> [String] {
  traced(
    "rename,renameat,renameat2,fsync,fdatasync,syncfs" + others, "signal=\(signal):when=\(call)")
}

/// Returns the strace words, put before a program's own, that make a file unreadable.
func traced(failingToRead path: String) -> [String] {
  traced("read,pread64", "error=EIO", ["-P", path])
}

private func traced(_ calls: String, _ fault: String, _ options: [String] = []) -> [String] {
  ["/usr/bin/env", "strace", "-f", "-qq", "-o", "/dev/null"] + options + [
    "-e", "trace=\(calls)", "-e", "inject=\(calls):\(fault)",
  ]
}
