/// A page to fetch, with the validators of an earlier fetch.
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
    url: String, etag: String? = nil, lastModified: String? = nil,
    extraHeaders: [(String, String)] = []
  ) {
    self.url = url
    self.etag = etag
    self.lastModified = lastModified
    self.extraHeaders = extraHeaders
  }
}

/// Something that fetches pages: libcurl, or a test's script.
package protocol PageFetching: Sendable {
  /// Fetches one page, following redirects.
  ///
  /// Cancelling the task ends the transfer.
  ///
  /// - Returns: the page; nil if the copy named in the request is still the newest.
  /// - Throws: `FetchProblem`, of kind `cancelled` after a cancellation.
  func fetch(_ request: PageRequest) async throws(FetchProblem) -> FetchedPage?
}

/// Fetches pages with libcurl, several at once.
///
/// Making one costs nothing: libcurl and its thread start with the first fetch.
package final class CurlPageFetcher: PageFetching {
  private let options: FetchOptions

  package init(options: FetchOptions = FetchOptions()) { self.options = options }

  package func fetch(_ request: PageRequest) async throws(FetchProblem) -> FetchedPage? {
    let loop = TransferLoop.process
    let id = loop.nextID()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        loop.submit(
          TransferLoop.Job(
            id: id, fetcher: ObjectIdentifier(self), options: options, request: request,
            continuation: continuation))
        // A cancellation from before the submission found nothing to cancel.
        if Task.isCancelled { loop.cancel(id) }
      }
    } onCancel: {
      loop.cancel(id)
    }
    return try result.get()
  }
}
