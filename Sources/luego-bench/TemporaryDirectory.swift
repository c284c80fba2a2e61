import Glibc

/// Calls `body` with a new directory, and removes it with all that is in it.
///
/// It is made where POSIX has temporary files: in `TMPDIR`, and in /tmp where that is not set.
func withTemporaryDirectory(_ body: (String) throws -> Int32) rethrows -> Int32 {
  var parent = getenv("TMPDIR").map { String(cString: $0) } ?? ""
  if parent.isEmpty { parent = "/tmp" }
  var template = Array("\(parent)/luego-bench-XXXXXX".utf8CString)
  guard let made = mkdtemp(&template) else {
    complain("luego-bench: \(parent): \(String(cString: strerror(errno)))\n")
    return 1
  }
  let directory = String(cString: made)
  defer { _ = Child.run("rm", ["-rf", directory]) }
  return try body(directory)
}
