package import PageExtraction
import Synchronization

extension SiteRules {
  /// Creates rules that are looked up in a directory with a file per host, such as
  /// `example.com.txt`.
  ///
  /// The directory may be missing and is never listed: only the files that a page's host may have
  /// are opened. `warn` gets a line, once per file, about a file that is unusable, or unusable on a
  /// page.
  package init(directory: String, warn: @escaping @Sendable (String) -> Void) {
    let warned = Mutex<Set<String>>([])
    let refuse: @Sendable (String, String) -> Void = { name, problem in
      if warned.withLock({ $0.insert(name).inserted }) {
        warn("Site rules not used: \(directory)/\(name) \(problem)")
      }
    }
    self.init(
      lookup: { name in
        switch SiteRuleFile(directory + "/" + name) {
        case .missing: return nil
        case .rules(let text): return text
        case .unusable(let problem):
          refuse(name, problem)
          return nil
        }
      },
      tooSlow: { refuse($0, "takes too long") })
  }
}
