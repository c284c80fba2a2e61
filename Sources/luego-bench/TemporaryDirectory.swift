import Glibc

/// A new directory, removed with all that is in it when the value goes away.
///
/// It is made where POSIX has temporary files: in `TMPDIR`, and in /tmp where that is not set.
final class TemporaryDirectory {
  let path: String

  /// Makes it; nil, having said why, where that cannot be.
  init?() {
    var parent = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    if parent.isEmpty { parent = "/tmp" }
    var template = Array("\(parent)/luego-bench-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else {
      complain("luego-bench: \(parent): \(String(cString: strerror(errno)))\n")
      return nil
    }
    path = String(cString: made)
  }

  deinit { _ = Child.run("rm", ["-rf", path]) }
}

/// Calls `body` with a new directory, and removes it with all that is in it.
func withTemporaryDirectory(_ body: (String) throws -> Int32) rethrows -> Int32 {
  guard let directory = TemporaryDirectory() else { return 1 }
  return try withExtendedLifetime(directory) { try body(directory.path) }
}
