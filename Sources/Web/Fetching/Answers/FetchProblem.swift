import PageExtraction

/// Why a page did not come, as one clear line.
package struct FetchProblem: Error, Sendable, Hashable {
  /// The sorts of failure that callers tell apart.
  package enum Kind: Sendable, Hashable {
    case invalidURL
    /// Nobody answers: no such host, no network, or a connection that is refused or breaks.
    case network
    case timedOut
    /// No secure connection, or a certificate that does not prove the site.
    case tls
    /// A redirect to nowhere, in a circle, or to something that is not http or https.
    case badRedirect
    /// 404, 410 or 451: gone for good.
    case notFound
    /// 401, 402, 403 or 407.
    case needsLogin
    /// A page that lets only browsers through, with any of several statuses.
    case robotCheck
    /// 408, 425, 429 or 5xx: the site asks to wait.
    case tryLater
    /// More than the limit, in the body or in the header.
    case tooLarge
    /// An answer that is not a page, stops, or breaks the rules of HTTP.
    case badResponse
    /// The file of cookies or of passwords may not be used as it is.
    case secrets
    case cancelled
  }

  package let kind: Kind

  /// A line of English that says what failed, on what, and what to do; without control characters.
  package let message: String

  /// Whether the same request may well succeed later.
  package let isTransient: Bool

  package let retryAfterSeconds: Int?

  package init(
    kind: Kind, message: String, isTransient: Bool = false, retryAfterSeconds: Int? = nil
  ) {
    self.kind = kind
    self.message = PageText.line(message)
    self.isTransient = isTransient
    self.retryAfterSeconds = retryAfterSeconds
  }

  /// The problem of a request that was given up.
  package static let cancelled = FetchProblem(
    kind: .cancelled, message: "Fetching was cancelled", isTransient: true)

  /// Seconds in words, rounded down.
  package static func duration(_ seconds: Int) -> String {
    switch seconds {
    case ..<120: "\(seconds) s"
    case ..<7200: "\(seconds / 60) min"
    default: "\(seconds / 3600) h"
    }
  }

  /// `text` cut to `limit` characters, with an ellipsis when it was longer.
  static func excerpt(_ text: String, limit: Int = 100) -> String {
    let start = PageText.line(String(text.prefix(limit + 1)))
    return start.count > limit ? start.prefix(limit - 1) + "…" : start
  }
}
