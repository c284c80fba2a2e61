import Glibc

/// Runs a shell script, with `words` as `$1` and so on, and waits until it ends.
///
/// It waits for the process itself. Foundation waits until every process that inherited a socket has
/// ended, including those of other tests, and `system` ignores signals in all tests meanwhile.
///
/// - Returns: whether it succeeded.
package func runShell(_ script: String, _ words: String...) -> Bool {
  // The user's git settings must not affect the tests.
  let script = "export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1\n" + script
  guard let child = try? spawn(["/bin/sh", "-c", script, "sh"] + words) else { return false }
  return waitForEnd(of: child) == 0
}
