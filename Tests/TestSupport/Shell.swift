import Glibc

/// Runs a script of the shell, with its words as `$1` and so on, and waits for its end.
///
/// By the system's own call, which waits for the process itself. Foundation waits until all that inherited a
/// socket from it has ended, which may be whatever other tests have started meanwhile.
/// - Returns: whether it ended well.
package func runShell(_ script: String, _ words: String...) -> Bool {
  let quoted = words.map { word in
    "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
      + "'"
  }
  return system("set -- \(quoted.joined(separator: " "))\n\(script)") == 0
}
