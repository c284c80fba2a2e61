import Glibc

/// Writes to standard error; the C library's own variable for it is not for concurrent programs.
func complain(_ text: String) {
  var text = text
  text.withUTF8 { _ = write(2, $0.baseAddress, $0.count) }
}
