import Glibc

/// A TLS server on 127.0.0.1 with a certificate of its own making, run by the `openssl` program.
///
/// Any path gives a page of status 200. Use it in tests that are enabled if `isAvailable`.
package final class TLSServer: Sendable {
  /// The port that the system chose.
  package let port: Int

  /// The file with the certificate, for clients that are to trust it.
  package let certificate: String

  private let directory: TemporaryDirectory
  private let process: pid_t

  /// Whether the `openssl` program is there.
  package static let isAvailable = (getenv("PATH").map { String(cString: $0) } ?? "/usr/bin").split(
    separator: ":"
  ).contains { access($0 + "/openssl", X_OK) == 0 }

  /// Makes a self-signed certificate for an alternative name such as `IP:127.0.0.1` and serves it.
  package init(alternativeName: String) throws {
    directory = try TemporaryDirectory()
    certificate = directory.path("certificate.pem")
    let key = directory.path("key.pem")
    let (maker, _) = try Self.spawn([
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
      "-nodes", "-keyout", key, "-out", certificate, "-days", "2", "-subj", "/CN=loopback",
      "-addext", "subjectAltName=" + alternativeName,
    ])
    var status: CInt = 0
    while waitpid(maker, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else { throw SystemFailure("openssl req", code: 0) }
    let (process, firstLine) = try Self.spawn(
      ["openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key, "-www"],
      until: "ACCEPT ")
    self.process = process
    guard let port = firstLine.split(separator: ":").last.flatMap({ Int($0) }) else {
      throw SystemFailure("openssl s_server", code: 0)
    }
    self.port = port
  }

  deinit {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// An address there.
  package var url: String { "https://127.0.0.1:\(port)/" }

  /// Starts a program; with `until`, reads its output up to the line that starts so.
  private static func spawn(
    _ words: [String], until prefix: String? = nil
  ) throws(SystemFailure) -> (pid_t, line: String) {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemFailure("pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    var process = pid_t()
    let code = posix_spawnp(&process, words[0], &actions, nil, arguments, environ)
    close(ends[1])
    guard code == 0 else { throw SystemFailure("posix_spawnp", code: code) }
    guard let prefix else { return (process, "") }
    var line = ""
    var byte: UInt8 = 0
    while read(ends[0], &byte, 1) == 1 {
      if byte != 10 {
        line.unicodeScalars.append(Unicode.Scalar(byte))
      } else if line.hasPrefix(prefix) {
        return (process, line)
      } else {
        line = ""
      }
    }
    throw SystemFailure("openssl", code: 0)
  }
}
