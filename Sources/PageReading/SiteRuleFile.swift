import Platform
import Glibc
import PageExtraction

/// What stands in a file of site rules.
enum SiteRuleFile {
  case missing
  /// Words that go on after “the file”.
  case unusable(String)
  case rules(String)

  /// Reads a file, within bounds.
  init(_ path: String) {
    // Without blocking: what stands there may be a pipe that nobody writes to.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else {
      self =
        errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG
        ? .missing
        : .unusable("cannot be read: \(String(cString: strerror(errno)).lowercased())")
      return
    }
    defer { close(file) }
    var info = stat()
    guard fstat(file, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
      self = .unusable("is not a regular file")
      return
    }
    self = Self.bytes(of: file).map { SiteRuleFile(bytes: $0) } ?? .unusable("cannot be read")
  }

  /// Takes what was read of a file, which is all of it or more than it may be.
  init(bytes: [UInt8]) {
    if bytes.count > SiteRule.longest {
      self = .unusable("is larger than \(SiteRule.longest >> 10) KiB")
    } else if !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) {
      self =
        SiteRule(parsing: text).isEmpty
        ? .unusable("has no known rules") : .rules(text)
    } else {
      self = .unusable("is not UTF-8 text")
    }
  }

  /// All of a file, or as much as shows that it is too long; nil when reading fails.
  private static func bytes(of file: CInt) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: SiteRule.longest + 1)
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBytes {
        read(file, $0.baseAddress?.advanced(by: count), $0.count - count)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { return nil }
      if got == 0 { break }
      count += got
    }
    return Array(bytes[..<count])
  }
}
