import PageExtraction
import Platform

package enum SiteRuleFile {
  case missing
  /// Why, as a predicate for “the file”.
  case unusable(String)
  case rules(String)

  init(_ path: String) {
    do throws(RegularFile.Problem) {
      let bytes = try RegularFile(path).bytes(limit: SiteRule.maxLength)
      if !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) {
        self = SiteRule(parsing: text).isEmpty ? .unusable("has no known rules") : .rules(text)
      } else {
        self = .unusable("is not UTF-8 text")
      }
    } catch {
      switch error {
      case .missing: self = .missing
      case .notRegular: self = .unusable("is not a regular file")
      case .tooLarge: self = .unusable("is larger than \(SiteRule.maxLength >> 10) KiB")
      case .failed: self = .unusable("cannot be read: \(error.reason.lowercased())")
      }
    }
  }

  package struct Finding: Equatable, Sendable {
    package var name: String
    /// A predicate for “the file”, or a sentence about one line.
    package var problem: String
  }

  /// The problems in a directory's rule files, sorted by name.
  package static func findings(in directory: String) -> [Finding] {
    (fileNames(in: directory) ?? []).filter(isRuleName).sorted().flatMap { name in
      let problems =
        switch SiteRuleFile(directory + "/" + name) {
        case .missing: [String]()
        case .unusable(let problem): ["it " + problem]
        case .rules(let text): SiteRule(parsing: text).problems
        }
      return problems.map { Finding(name: name, problem: $0) }
    }
  }

  /// Whether it names a rule file: `example.com.txt` for a host, or `.example.com.txt` for its
  /// subdomains.
  private static func isRuleName(_ name: String) -> Bool {
    let host = name.hasPrefix(".") ? name.dropFirst().dropLast(4) : name.dropLast(4)
    return name.hasSuffix(".txt") && host.contains(".") && name.utf8.count <= 255
      && !host.hasPrefix(".")
      && host.utf8.allSatisfy {
        (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d || $0 == 0x2e
      }
  }
}
