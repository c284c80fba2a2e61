import CFileSystem
import Glibc

package enum CurrentProcess {
  package static var id: Int32 { getpid() }

  /// Makes new files private to the user, also those of child processes.
  package static func keepFilesPrivate() { umask(0o077) }

  /// The path of the running binary; nil if `/proc` is not mounted.
  package static var executable: String? { resolvedPath("/proc/self/exe") }

  /// May be a file name.
  package static func variable(_ name: String) -> String? {
    getenv(name).map { String(fileName: $0) }
  }

  /// The values may be file names.
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

  /// The command line without the program's name.
  ///
  /// Words may be file names; `CommandLine.arguments` would repair those that are not UTF-8.
  package static var arguments: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { String(fileName: $0) }
    }
  }

  /// Ignores SIGPIPE and SIGXFSZ, so that the calls fail instead.
  package static func ignoreSignals() {
    // A reader that goes away, as in `luego list | head -1`, is an error to report.
    signal(SIGPIPE, SIG_IGN)
    // A file over the size limit is an error like a full disk.
    signal(SIGXFSZ, SIG_IGN)
    // If inherited as ignored, exit statuses would be lost.
    signal(SIGCHLD, SIG_DFL)
  }

  /// Opens the null device for closed standard streams.
  ///
  /// Otherwise the next file opened would take the number, and messages would land in the library.
  package static func occupyStandardStreams() {
    for (descriptor, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ] where fcntl(descriptor, F_GETFD) == -1 { _ = open("/dev/null", mode) }
  }

  /// Limits the address space, in bytes, and disables core files.
  package static func limit(memory: Int) { luego_limit(getpid(), UInt64(memory), .max) }

  /// Ends this process with SIGXCPU after that many more seconds of processor time.
  package static func limit(seconds: Int) { luego_limit_time(UInt64(seconds)) }

  /// Stops this process until it is continued, as the terminal's suspend key does.
  package static func stop() { raise(SIGSTOP) }

  /// Exits at once, without the libraries' exit handlers.
  package static func end(_ status: Int32) -> Never {
    fflush(nil)
    _exit(status)
  }
}

package enum Machine {
  /// Identifies this machine among those that may share a directory: the machine id, else the host
  /// name.
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

  package static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    return name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }
}
