import CCurl

/// The `Retry-After` field of an answer (RFC 9110, 10.2.3).
package enum RetryAfter {
  /// The longest wait that is believed: 30 days.
  package static let maxLength = 30 * 86_400

  /// The seconds to wait, from a number of seconds or an HTTP date.
  ///
  /// - Parameters:
  ///   - value: The field's value.
  ///   - now: Unix seconds from which a date counts; a date that is past means 0.
  /// - Returns: The seconds, at most `longest`; nil when the value is neither.
  package static func seconds(_ value: String, now: Int64) -> Int? {
    let text = value.filter { $0 != " " && $0 != "\t" }
    guard !text.isEmpty, value.utf8.count <= 64 else { return nil }
    if text.utf8.allSatisfy({ (48...57).contains($0) }) {
      return min(Int(text) ?? maxLength, maxLength)
    }
    guard text.utf8.first.map({ (65...90).contains($0) || (97...122).contains($0) }) == true else {
      return nil
    }
    let date = Int64(curl_getdate(value, nil))
    guard date >= 0 else { return nil }
    let (wait, overflow) = date.subtractingReportingOverflow(now)
    return overflow ? maxLength : Int(max(0, min(wait, Int64(maxLength))))
  }
}
