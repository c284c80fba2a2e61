import Glibc

/// Runs a script of the shell, with its words as `$1` and so on, and waits for its end.
///
/// It waits for the process itself: Foundation waits until all that inherited a socket from it has ended, which may be
/// whatever other tests have started meanwhile. `system` would ignore signals in all tests meanwhile.
/// - Returns: whether it ended well.
package func runShell(_ script: String, _ words: String...) -> Bool {
  // What a person has set for git is not the tests'.
  let script = "export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1\n" + script
  guard let child = try? spawn(["/bin/sh", "-c", script, "sh"] + words) else { return false }
  return waitForEnd(of: child) == 0
}
