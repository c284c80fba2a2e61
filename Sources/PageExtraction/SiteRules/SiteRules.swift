/// Why a page is read without the rule for its site.
package enum SiteRuleProblem: Error, Equatable, Sendable {
  /// Its expressions take more steps on the page than they may.
  case takesTooLong
}

/// Rules for single sites, in the FiveFilters site-config format.
///
/// The rules themselves come from whoever keeps the files, by name, so that a collection of
/// thousands costs nothing until one of them is needed.
package struct SiteRules: Sendable {
  /// No rules.
  package static let none = SiteRules(lookup: { _ in nil })

  private let text: @Sendable (String) -> String?
  private let refuse: @Sendable (String, SiteRuleProblem) -> Void

  /// Makes rules from a source of file contents.
  ///
  /// - Parameters:
  ///   - lookup: gives the text of the file with a name such as `example.com.txt`, or
  ///     `.example.com.txt` for all hosts below a domain; nil where there is no such file. The name is
  ///     made of a host's letters, digits, dots and hyphens only, and is safe as a file name.
  ///   - refuse: takes the name of a file whose rule a page is read without, and why.
  package init(
    lookup: @escaping @Sendable (String) -> String?,
    refuse: @escaping @Sendable (String, SiteRuleProblem) -> Void = { _, _ in }
  ) {
    text = lookup
    self.refuse = refuse
  }

  /// Makes rules from file contents by file name.
  package init(files: [String: String]) { self.init(lookup: { files[$0] }) }

  /// The rule for a page's address, most particular first.
  package func rule(for url: String?) -> SiteRule? { named(for: url)?.rule }

  /// Tells that the rule for a page's address cannot be applied to the page.
  func refuse(ruleFor url: String?, _ problem: SiteRuleProblem) {
    if let name = named(for: url)?.name { refuse(name, problem) }
  }

  /// The rule for a page's address, with the name of the file that it is from.
  package func named(for url: String?) -> (name: String, rule: SiteRule)? {
    guard let host = url.flatMap(Self.host) else { return nil }
    for name in Self.fileNames(for: host) {
      if let text = text(name) { return (name, SiteRule(parsing: text)) }
    }
    return nil
  }

  /// The names of the files that may hold the rule for a host.
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
    guard let start = url.firstRange(of: "://") else { return nil }
    var host = url[start.upperBound...].prefix { !"/?#".contains($0) }
    if let at = host.lastIndex(of: "@") { host = host[host.index(after: at)...] }
    host = host.prefix { $0 != ":" }
    let name = host.lowercased()
    guard !name.isEmpty, name.utf8.count <= 253, !name.hasPrefix("."),
      name.utf8.allSatisfy({
        (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d || $0 == 0x2e
      })
    else { return nil }
    return name
  }
}
