import PageExtraction

/// Why a page could not be fetched, in one line.
package struct FetchProblem: Error, Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case invalidURL
    /// No such host, no network, or a connection refused or broken.
    case network
    case timedOut
    /// No secure connection, or an invalid certificate.
    case tls
    /// A redirect to nowhere, in a circle, or to neither http nor https.
    case badRedirect
    /// 404, 410 or 451: gone for good.
    case notFound
    /// 401, 402, 403 or 407.
    case needsLogin
    /// A page that lets only browsers through; several statuses.
    case robotCheck
    /// 408, 425, 429 or 5xx: the site asks to wait.
    case tryLater
    /// The body or the header exceeds its limit.
    case tooLarge
    /// Not a page, cut off, or invalid HTTP.
    case badResponse
    /// The file of cookies or passwords must not be used as it is.
    case secrets
    case cancelled
  }

  package let kind: Kind

  /// Says what failed, on what, and what to do; one line without control characters.
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

  package static let cancelled = FetchProblem(
    kind: .cancelled, message: "Fetching was cancelled", isTransient: true)

  /// Rounded down.
  package static func duration(_ seconds: Int) -> String {
    switch seconds {
    case ..<120: "\(seconds) s"
    case ..<7200: "\(seconds / 60) min"
    default: "\(seconds / 3600) h"
    }
  }

  /// The text cut to `limit` characters, with an ellipsis if it was longer.
  static func excerpt(_ text: String, limit: Int = 100) -> String {
    let start = PageText.line(String(text.prefix(limit + 1)))
    return start.count > limit ? start.prefix(limit - 1) + "…" : start
  }
}
