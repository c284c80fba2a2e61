/// A page to fetch, with the validators of an earlier fetch.
package struct PageRequest: Sendable {
  /// http or https, absolute.
  package let url: String

  /// Of the known copy, as the server sent it, quotes included.
  package let etag: String?

  /// Of the known copy, as the server sent it.
  package let lastModified: String?

  /// Further header fields; one of a standard name replaces the usual value.
  ///
  /// Fields that may carry secrets are not sent to another host after a redirect.
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

/// Fetches pages: libcurl, or a test's script.
package protocol PageFetching: Sendable {
  /// Fetches one page, following redirects; cancelling the task ends the transfer.
  ///
  /// - Returns: the page; nil if the copy named in the request is current.
  /// - Throws: `FetchProblem`, of kind `cancelled` after a cancellation.
  func fetch(_ request: PageRequest) async throws(FetchProblem) -> FetchedPage?
}

/// Fetches pages with libcurl, several at once; libcurl and its thread start with the first fetch.
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
        // An earlier cancellation found nothing to cancel.
        if Task.isCancelled { loop.cancel(id) }
      }
    } onCancel: {
      loop.cancel(id)
    }
    return try result.get()
  }
}
