import Platform
import PageExtraction

/// The files of site rules as a whole.
package enum SiteRuleCollection {
  /// What is wrong with a file of rules.
  package struct Finding: Equatable, Sendable {
    /// The file's name in its directory.
    package var name: String
    /// Words that go on after “the file”, or a sentence about one line.
    package var problem: String
  }

  /// A file of rules under the name by which it is found.
  package struct File: Equatable, Sendable {
    package var name: String
    package var text: String
  }

  /// The files of a directory that hold rules, by name, and what is wrong with those and with others that
  /// are named like one; nil where there is no directory that can be read.
  package static func read(_ directory: String) -> (files: [File], findings: [Finding])? {
    guard let names = fileNames(in: directory) else { return nil }
    return sorted(names.filter(isRuleName)) { SiteRuleFile(directory + "/" + $0) }
  }

  /// The same of files that were read already, such as those of an archive.
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

  /// Whether a file is named for a host, as `example.com.txt`, or for all below one, as `.example.com.txt`.
  package static func isRuleName(_ name: String) -> Bool {
    let host = name.hasPrefix(".") ? name.dropFirst().dropLast(4) : name.dropLast(4)
    return name.hasSuffix(".txt") && host.contains(".") && name.utf8.count <= 255
      && !host.hasPrefix(".")
      && host.utf8.allSatisfy {
        (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d || $0 == 0x2e
      }
  }
}
