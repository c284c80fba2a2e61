/// The expressions of a rule take too many steps on a page.
struct SiteRuleTooSlow: Error {}

/// Rules for sites, in the FiveFilters site-config format.
///
/// The files are looked up by name on demand, so a collection of thousands takes no time until one
/// is required.
package struct SiteRules: Sendable {
  package static let none = SiteRules(lookup: { _ in nil })

  private let text: @Sendable (String) -> String?
  /// Reports that the rule in a file took too long and was not applied.
  let tooSlow: @Sendable (String) -> Void

  /// Creates rules from a lookup of files.
  ///
  /// - Parameters:
  ///   - lookup: returns the text of a file with a name such as `example.com.txt`, or
  ///     `.example.com.txt` for all subdomains; nil if there is no such file. The name contains
  ///     only a host's letters, digits, dots and hyphens, and is safe as a file name.
  ///   - tooSlow: receives the name of a file whose rule took too long and was not applied.
  package init(
    lookup: @escaping @Sendable (String) -> String?,
    tooSlow: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    text = lookup
    self.tooSlow = tooSlow
  }

  /// Returns the rule for a page's address, from the most specific file.
  package func rule(for url: String?) -> SiteRule? {
    file(for: url).map { SiteRule(parsing: $0.text) }
  }

  /// Returns the file with the rule for a page's address.
  package func file(for url: String?) -> (name: String, text: String)? {
    guard let host = url.flatMap(Self.host) else { return nil }
    for name in Self.fileNames(for: host) {
      if let text = text(name) { return (name, text) }
    }
    return nil
  }

  /// The names of the files that may contain the rule for a host.
  static func fileNames(for host: String) -> [String] {
    var host = host[...]
    if host.hasPrefix("www.") { host = host.dropFirst(4) }
    var names = ["\(host).txt"]
    var parents = host.split(separator: ".").dropFirst()
    names.append(".\(host).txt")
    while parents.count >= 2 {
      names.append(".\(parents.joined(separator: ".")).txt")
      parents = parents.dropFirst()
    }
    return names
  }

  private static func host(of url: String) -> String? {
    let parts = WebLink.Parts(url)
    guard !parts.scheme.isEmpty, let host = parts.authority?.split(separator: "@").last else {
      return nil
    }
    let name = host.prefix { $0 != ":" }.lowercased()
    guard !name.isEmpty, name.utf8.count <= 253, !name.hasPrefix("."),
      name.utf8.allSatisfy({
        (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d || $0 == 0x2e
      })
    else { return nil }
    return name
  }
}
