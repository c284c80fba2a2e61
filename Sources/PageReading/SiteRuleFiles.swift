import FileNames
import Glibc
package import PageExtraction
import Synchronization

/// A directory of site rules in the FiveFilters format, a file for each host.
///
/// Only the files that a page's host may have are opened, when the page is read; the directory itself is
/// never listed, so that a collection of thousands costs nothing.
package struct SiteRuleFiles: Sendable {
  /// The rules, ready for a `PageReader` or a `PageExtractor`.
  package let rules: SiteRules

  /// Takes a directory, which need not exist.
  ///
  /// - Parameters:
  ///   - directory: where the files are, such as `example.com.txt`.
  ///   - warn: takes one line about a file that cannot be used, or not on a page, once for each file;
  ///     pages are read without it.
  package init(directory: String, warn: @escaping @Sendable (String) -> Void) {
    let shelf = Shelf(directory: directory, warn: warn)
    rules = SiteRules(
      lookup: { shelf.text(of: $0) },
      refuse: { name, problem in
        switch problem {
        case .takesTooLong: shelf.refuse(name, "takes too long on a page")
        }
      }
    )
  }

  private final class Shelf: Sendable {
    private let directory: String
    private let warn: @Sendable (String) -> Void
    private let warned = Mutex<Set<String>>([])

    init(directory: String, warn: @escaping @Sendable (String) -> Void) {
      self.directory = directory
      self.warn = warn
    }

    /// The text of a file with rules in it; nil where there is none.
    func text(of name: String) -> String? {
      let path = directory + "/" + name
      // Without blocking: what stands there may be a pipe that nobody writes to.
      let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
      guard file >= 0 else {
        if errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG { return nil }
        return refuse(name, "cannot be read: \(String(cString: strerror(errno)).lowercased())")
      }
      defer { close(file) }
      var info = stat()
      guard fstat(file, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
        return refuse(name, "is not a plain file")
      }
      guard let bytes = Self.bytes(of: file) else { return refuse(name, "cannot be read") }
      guard bytes.count <= SiteRule.longest else {
        return refuse(name, "is larger than \(SiteRule.longest >> 10) KiB")
      }
      guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
        return refuse(name, "is not text in UTF-8")
      }
      guard !SiteRule(parsing: text).isEmpty else {
        return refuse(name, "has no rule that Luego knows")
      }
      return text
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

    @discardableResult
    func refuse(_ name: String, _ problem: String) -> String? {
      let path = directory + "/" + name
      if warned.withLock({ $0.insert(path).inserted }) {
        warn("The site rules in \(path) are not used: the file \(problem)")
      }
      return nil
    }
  }
}
