import PageExtraction
import Platform

/// The content of a site rule file.
enum SiteRuleFile {
  case missing
  /// A predicate for “the file” that says why.
  case unusable(String)
  case rules(String)

  /// Reads a file of at most `SiteRule.maxLength` bytes.
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

  /// Checks the bytes of a file: all of them, or more than the maximum.
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
