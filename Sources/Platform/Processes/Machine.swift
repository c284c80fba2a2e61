import Glibc

/// The machine that the program runs on.
package enum Machine {
  /// What tells it from others that may share a directory with it: the system's own id or, without one, its name.
  package static let id: String = {
    if let file = try? Descriptor.open("/etc/machine-id") {
      defer { close(file) }
      var text = [UInt8](repeating: 0, count: 32)
      if read(file, &text, text.count) == text.count {
        return String(decoding: text, as: UTF8.self)
      }
    }
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    return name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }()
}
