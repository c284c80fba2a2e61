import Glibc

/// A TLS server on 127.0.0.1 with a self-signed certificate, run by the `openssl` program.
///
/// Every path returns status 200. Enable tests that use it only if `isAvailable`.
package final class TLSServer: Sendable {
  /// The port that the system chose.
  package let port: Int

  /// The file with the certificate, for clients that should trust it.
  package let certificate: String

  private let directory: TemporaryDirectory
  private let process: pid_t

  /// Whether the `openssl` program is installed.
  package static let isAvailable = (getenv("PATH").map { String(cString: $0) } ?? "/usr/bin").split(
    separator: ":"
  ).contains { access($0 + "/openssl", X_OK) == 0 }

  /// Creates a self-signed certificate for an alternative name such as `IP:127.0.0.1` and serves it.
  package init(alternativeName: String) throws {
    directory = try TemporaryDirectory()
    certificate = directory.path("certificate.pem")
    let key = directory.path("key.pem")
    let maker = try spawn([
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
      "-nodes", "-keyout", key, "-out", certificate, "-days", "2", "-subj", "/CN=loopback",
      "-addext", "subjectAltName=" + alternativeName,
    ]) { posix_spawn_file_actions_addopen(&$0, 2, "/dev/null", O_WRONLY, 0) }
    guard waitForEnd(of: maker) == 0 else { throw SystemFailure("openssl req", code: 0) }
    let (process, firstLine) = try Self.serve([
      "openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key, "-www",
    ])
    self.process = process
    guard let port = firstLine.split(separator: ":").last.flatMap({ Int($0) }) else {
      throw SystemFailure("openssl s_server", code: 0)
    }
    self.port = port
  }

  deinit {
    kill(process, SIGKILL)
    waitForEnd(of: process)
  }

  package var url: String { "https://127.0.0.1:\(port)/" }

  /// Starts the server and reads its output up to the line with its port.
  private static func serve(_ words: [String]) throws(SystemFailure) -> (pid_t, line: String) {
    let ends = try makePipe()
    defer { close(ends.reading) }
    let process = try spawn(words) {
      posix_spawn_file_actions_addopen(&$0, 0, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_adddup2(&$0, ends.writing, 1)
      posix_spawn_file_actions_addopen(&$0, 2, "/dev/null", O_WRONLY, 0)
    }
    close(ends.writing)
    var line = ""
    var byte: UInt8 = 0
    while read(ends.reading, &byte, 1) == 1 {
      if byte != 10 {
        line.unicodeScalars.append(Unicode.Scalar(byte))
      } else if line.hasPrefix("ACCEPT ") {
        return (process, line)
      } else {
        line = ""
      }
    }
    throw SystemFailure("openssl", code: 0)
  }
}
