import Glibc

/// Calls `body` with a new directory under `TMPDIR`, and removes it with all that is in it.
func withTemporaryDirectory(_ body: (String) throws -> Int32) rethrows -> Int32 {
  let parent = getenv("TMPDIR").map { String(cString: $0) } ?? ""
  var template = Array("\(parent.isEmpty ? "/tmp" : parent)/luego-bench-XXXXXX".utf8CString)
  guard let made = mkdtemp(&template) else {
    complain("\(parent): \(String(cString: strerror(errno)))\n")
    return 1
  }
  let directory = String(cString: made)
  defer { _ = Child.run("rm", ["-rf", directory]) }
  return try body(directory)
}
