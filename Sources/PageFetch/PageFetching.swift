/// What to fetch, and what is already known of it.
package struct PageRequest: Sendable {
  /// The address: http or https, absolute.
  package let url: String

  /// The entity tag of the copy that is there, as the server gave it, quotes included.
  package let etag: String?

  /// The `Last-Modified` value of the copy that is there, as the server gave it.
  package let lastModified: String?

  /// Further header fields, sent as they are; one of a standard name replaces the usual value.
  ///
  /// Fields that may carry secrets are not sent on to another host after a redirect.
  package let extraHeaders: [(String, String)]

  package init(
    url: String,
    etag: String? = nil,
    lastModified: String? = nil,
    extraHeaders: [(String, String)] = []
  ) {
    self.url = url
    self.etag = etag
    self.lastModified = lastModified
    self.extraHeaders = extraHeaders
  }
}

/// How a fetch that succeeded ended.
package enum FetchOutcome: Sendable {
  /// A page came.
  case page(FetchedPage)

  /// The copy named in the request is still the newest.
  case notModified
}

/// Something that fetches pages: libcurl, or a test's script.
package protocol PageFetching: Sendable {
  /// Fetches one page, following redirects.
  ///
  /// Cancelling the task ends the transfer.
  ///
  /// - Throws: `FetchProblem`, of kind `cancelled` after a cancellation.
  func fetch(_ request: PageRequest) async throws(FetchProblem) -> FetchOutcome
}
