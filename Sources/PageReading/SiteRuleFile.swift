import Platform
import PageExtraction

/// What stands in a file of site rules.
enum SiteRuleFile {
  case missing
  /// Words that go on after “the file”.
  case unusable(String)
  case rules(String)

  /// Reads a file, within bounds.
  init(_ path: String) {
    do throws(RegularFile.Problem) {
      self = SiteRuleFile(bytes: try RegularFile(path).bytes(limit: SiteRule.maxLength))
    } catch {
      switch error {
      case .missing: self = .missing
      case .notRegular: self = .unusable("is not a regular file")
      case .tooLarge: self = Self.tooLarge
      case .failed: self = .unusable("cannot be read: \(error.reason.lowercased())")
      }
    }
  }

  private static let tooLarge = unusable("is larger than \(SiteRule.maxLength >> 10) KiB")

  /// Takes what was read of a file, which is all of it or more than it may be.
  init(bytes: [UInt8]) {
    if bytes.count > SiteRule.maxLength {
      self = Self.tooLarge
    } else if !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) {
      self = SiteRule(parsing: text).isEmpty ? .unusable("has no known rules") : .rules(text)
    } else {
      self = .unusable("is not UTF-8 text")
    }
  }
}
