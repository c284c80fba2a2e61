package import PageExtraction
import Platform
import Synchronization

/// A directory of site rules in the FiveFilters format, one file per host.
///
/// Opens only the files that a page's host may have, when the page is read, and never lists the
/// directory, so that a collection of thousands costs nothing.
package struct SiteRuleFiles: Sendable {
  /// The rules, for a `PageReader` or a `PageExtractor`.
  package let rules: SiteRules

  /// Creates rules that are looked up in a directory, which may be missing.
  ///
  /// - Parameters:
  ///   - directory: the directory with files such as `example.com.txt`.
  ///   - warn: called with a line about a file that is unusable, or unusable on a page, once per
  ///     file; the page is read without it.
  package init(directory: String, warn: @escaping @Sendable (String) -> Void) {
    let lookup = LibraryLookup(directory: directory, warn: warn)
    rules = SiteRules(
      lookup: { lookup.text(of: $0) },
      tooSlow: { lookup.refuse($0, "takes too long") })
  }

  private final class LibraryLookup: Sendable {
    private let directory: String
    private let warn: @Sendable (String) -> Void
    private let warned = Mutex<Set<String>>([])

    init(directory: String, warn: @escaping @Sendable (String) -> Void) {
      self.directory = directory
      self.warn = warn
    }

    /// The text of a file that contains rules; nil if there is none.
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
