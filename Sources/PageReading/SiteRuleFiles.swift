import Platform
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
    let lookup = LibraryLookup(directory: directory, warn: warn)
    rules = SiteRules(
      lookup: { lookup.text(of: $0) },
      refuse: { name, problem in
        switch problem {
        case .takesTooLong: lookup.refuse(name, "takes too long")
        }
      })
  }

  private final class LibraryLookup: Sendable {
    private let directory: String
    private let warn: @Sendable (String) -> Void
    private let warned = Mutex<Set<String>>([])

    init(directory: String, warn: @escaping @Sendable (String) -> Void) {
      self.directory = directory
      self.warn = warn
    }

    /// The text of a file with rules in it; nil where there is none.
    func text(of name: String) -> String? {
      switch SiteRuleFile(directory + "/" + name) {
      case .missing: nil
      case .unusable(let problem): refuse(name, problem)
      case .rules(let text): text
      }
    }

    @discardableResult func refuse(_ name: String, _ problem: String) -> String? {
      let path = directory + "/" + name
      if warned.withLock({ $0.insert(path).inserted }) {
        warn("Site rules not used: \(path) \(problem)")
      }
      return nil
    }
  }
}
