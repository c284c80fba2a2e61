import CFileSystem
import Glibc

/// The process that this program is.
package enum CurrentProcess {
  /// Its number.
  package static var id: Int32 { getpid() }

  /// Makes new files private to the user, also those of child processes.
  package static func keepFilesPrivate() { umask(0o077) }

  /// The file that it runs; nil where `/proc` is not mounted.
  package static var executable: String? { resolvedPath("/proc/self/exe") }

  /// The value of a variable of the environment, which may name a file.
  package static func variable(_ name: String) -> String? {
    getenv(name).map { String(fileName: $0) }
  }

  /// The environment; its values may name files.
  package static var environment: [String: String] {
    var result: [String: String] = [:]
    var entry = environ
    while let pointer = entry.pointee {
      let text = String(fileName: pointer)
      if let equals = text.firstIndex(of: "=") {
        result[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      entry += 1
    }
    return result
  }

  /// The words of the command line behind the program's name, which may name files; `CommandLine.arguments` repairs
  /// what is not text.
  package static var arguments: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { String(fileName: $0) }
    }
  }

  /// Ignores SIGPIPE and similar signals, so that the calls fail instead.
  package static func ignoreSignals() {
    // A reader that goes away, as in `luego list | head -1`, is an error to report, not a signal to die of.
    signal(SIGPIPE, SIG_IGN)
    // A file that may not become larger, as one that a full disk has no room for.
    signal(SIGXFSZ, SIG_IGN)
    // Ignored by whoever started this, how programs ended would never be known.
    signal(SIGCHLD, SIG_DFL)
  }

  /// Opens the null device where a standard stream was closed, so that using it fails.
  ///
  /// The next file opened would take its number, and messages would land in the library.
  package static func occupyStandardStreams() {
    for (descriptor, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ] where fcntl(descriptor, F_GETFD) == -1 { _ = open("/dev/null", mode) }
  }

  /// Limits this process's addresses, in bytes; a crash leaves no core file.
  package static func limit(memory: Int) { luego_limit(getpid(), UInt64(memory), .max) }

  /// Ends this process with SIGXCPU when it has used so many more seconds of processor time.
  package static func limit(seconds: Int) { luego_limit_time(UInt64(seconds)) }

  /// Stops this process as the terminal's key does, until somebody has it go on.
  package static func stop() { raise(SIGSTOP) }

  /// Ends it at once: what libraries have registered for its end is not done.
  package static func end(_ status: Int32) -> Never {
    fflush(nil)
    _exit(status)
  }
}

/// The machine that the program runs on.
package enum Machine {
  /// An identifier of this machine among those that may share a directory: the system's id, else the host name.
  package static let id: String = {
    if let file = try? Descriptor.open("/etc/machine-id") {
      defer { close(file) }
      var text = [UInt8](repeating: 0, count: 32)
      if read(file, &text, text.count) == text.count {
        return String(decoding: text, as: UTF8.self)
      }
    }
    return hostName
  }()

  /// The host's name.
  package static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    return name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }
}
