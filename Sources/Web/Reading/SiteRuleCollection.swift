import PageExtraction
import Platform

/// Reads and checks collections of site rule files.
package enum SiteRuleCollection {
  /// A problem in a file of rules.
  package struct Finding: Equatable, Sendable {
    /// The file's name in its directory.
    package var name: String
    /// A predicate for “the file”, or a sentence about one line.
    package var problem: String
  }

  package struct File: Equatable, Sendable {
    package var name: String
    package var text: String
  }

  /// Returns the rule files of a directory, sorted by name, and the problems in all files named
  /// like one; nil if the directory cannot be read.
  package static func read(_ directory: String) -> (files: [File], findings: [Finding])? {
    guard let names = fileNames(in: directory) else { return nil }
    return sorted(names.filter(isRuleName)) { SiteRuleFile(directory + "/" + $0) }
  }

  /// Does the same for files already in memory, such as those of an archive.
  package static func read(_ files: [String: [UInt8]]) -> (files: [File], findings: [Finding]) {
    sorted(files.keys.filter(isRuleName)) { SiteRuleFile(bytes: files[$0] ?? []) }
  }

  private static func sorted(
    _ names: [String], _ content: (String) -> SiteRuleFile
  ) -> (files: [File], findings: [Finding]) {
    var files: [File] = []
    var findings: [Finding] = []
    for name in names.sorted() {
      switch content(name) {
      case .missing: continue
      case .unusable(let problem): findings.append(Finding(name: name, problem: "it " + problem))
      case .rules(let text):
        files.append(File(name: name, text: text))
        findings += SiteRule(parsing: text).problems.map { Finding(name: name, problem: $0) }
      }
    }
    return (files, findings)
  }

  /// Whether a name is that of a rule file: `example.com.txt` for a host, or `.example.com.txt` for
  /// all hosts below one.
  package static func isRuleName(_ name: String) -> Bool {
    let host = name.hasPrefix(".") ? name.dropFirst().dropLast(4) : name.dropLast(4)
    return name.hasSuffix(".txt") && host.contains(".") && name.utf8.count <= 255
      && !host.hasPrefix(".")
      && host.utf8.allSatisfy {
        (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d || $0 == 0x2e
      }
  }
}
