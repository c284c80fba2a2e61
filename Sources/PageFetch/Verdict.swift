import CCurl
import Glibc

/// What the end of one hop means.
struct Verdict {
  /// The ways on from a hop that did not fail.
  enum Decision {
    case done(FetchOutcome)
    case redirect([UInt8])
    /// The compressed body is damaged; worth asking for it uncompressed.
    case badCompression(FetchProblem)
  }

  private let code: CURLcode
  private let transfer: Transfer
  private let options: FetchOptions

  init(code: CURLcode, transfer: Transfer, options: FetchOptions) {
    self.code = code
    self.transfer = transfer
    self.options = options
  }

  private var site: String { transfer.location.site }
  private var answer: Transfer.Answer { transfer.answer }

  func decide() throws(FetchProblem) -> Decision {
    if let problem = transfer.stopped { throw problem }
    let status = transfer.status
    let redirects = [300, 301, 302, 303, 307, 308].contains(status)
    // Its body was refused on purpose, which libcurl reports as a failure.
    if redirects, let target = answer.redirectTarget, code == CURLE_OK || code == CURLE_WRITE_ERROR
    {
      return .redirect(target)
    }
    if (100..<200).contains(status), code == CURLE_OK || code == CURLE_GOT_NOTHING {
      throw problem(
        .badResponse,
        "\(site) does not answer as a web server does (\(status)); check the address"
      )
    }
    if code == CURLE_BAD_CONTENT_ENCODING || code == CURLE_WRITE_ERROR {
      return .badCompression(damaged)
    }
    guard code == CURLE_OK else { throw transportProblem }
    switch status {
    case 204, 205:
      throw problem(
        .noContent,
        "\(site) answers that there is no page to send (\(status)); open it in a browser"
      )
    case 206:
      throw problem(
        .badResponse,
        "\(site) sent a part of the page (206) though all of it was asked for; try again later",
        isTransient: true
      )
    case 200..<300: return try page(status)
    case 304:
      guard transfer.job.request.etag != nil || transfer.job.request.lastModified != nil else {
        throw problem(
          .badResponse,
          "\(site) answers \"not modified\" (304) to a first request; try again later",
          isTransient: true
        )
      }
      return .done(.notModified)
    case 300, 301, 302, 303, 307, 308:
      throw problem(
        .badRedirect,
        "\(site) redirects without saying where to (\(status)); open it in a browser"
      )
    default: throw statusProblem(status)
    }
  }

  private func page(_ status: Int) throws(FetchProblem) -> Decision {
    let encoding = answer.headers["content-encoding"]?.lowercased()
    if encoding == "gzip" || encoding == "x-gzip",
      !answer.tail.endsGzip(ofLength: answer.body.count)
    {
      return .badCompression(damaged)
    }
    guard !answer.body.isEmpty else {
      throw problem(
        .noContent,
        "\(site) sent an empty page; try again later or open it in a browser"
      )
    }
    let type = answer.headers["content-type"] ?? ""
    let kind = ContentSniffer.kind(of: answer.body, contentType: type, path: transfer.location.path)
    return .done(
      .page(
        FetchedPage(
          finalURL: transfer.location.publicText,
          status: status,
          kind: kind,
          body: kind.isText
            ? CharacterEncoding.utf8(answer.body, contentType: type) : answer.body,
          contentType: type,
          etag: answer.headers["etag"],
          lastModified: answer.headers["last-modified"]
        )
      )
    )
  }

  private func statusProblem(_ status: Int) -> FetchProblem {
    switch status {
    case 404, 410:
      return problem(.notFound, "\(site) has no such page (\(status)); check the address")
    case 451:
      return problem(
        .notFound,
        "\(site) may not show this page for legal reasons (451); try an archive of it"
      )
    case 401, 402, 403, 407:
      return problem(
        .needsLogin,
        "\(site) needs a login for this page (\(status)); put your browser's cookies into "
          + "cookies.txt, or save the page there and add it with: luego add --html FILE"
      )
    case 429:
      return later("\(site) asks for fewer requests (429)")
    case 408, 425, 500...599:
      return later("\(site) cannot send the page just now (\(status))")
    default:
      return problem(
        .httpStatus(status),
        "\(site) answers with status \(status) instead of a page; open it in a browser"
      )
    }
  }

  private func later(_ what: String) -> FetchProblem {
    let wait = answer.headers["retry-after"].flatMap {
      RetryAfter.seconds($0, now: options.now())
    }
    let when = wait.map { "try again in \(Self.duration($0))" } ?? "try again later"
    return problem(.tryLater, "\(what); \(when)", isTransient: true, retryAfterSeconds: wait)
  }

  private var damaged: FetchProblem {
    problem(
      .badResponse,
      "\(site) sent the page with damaged or incomplete compression; try again later",
      isTransient: true
    )
  }

  private var transportProblem: FetchProblem {
    switch code {
    case CURLE_URL_MALFORMAT:
      return problem(
        .invalidURL,
        "Not a web address: \(FetchProblem.excerpt(transfer.location.publicText)); it should look "
          + "like https://example.com/page"
      )
    case CURLE_COULDNT_RESOLVE_HOST:
      return problem(
        .unknownHost,
        "Cannot find \(transfer.location.host); check the address and your network connection",
        isTransient: true
      )
    case CURLE_COULDNT_RESOLVE_PROXY:
      return problem(
        .unknownHost,
        "Cannot find the proxy on the way to \(site); check the http_proxy and https_proxy settings",
        isTransient: true
      )
    case CURLE_COULDNT_CONNECT: return connectProblem
    case CURLE_OPERATION_TIMEDOUT: return timeProblem
    case CURLE_PARTIAL_FILE:
      return problem(
        .network,
        "\(site) broke off in the middle of the page; try again later",
        isTransient: true
      )
    case CURLE_GOT_NOTHING:
      return problem(
        .network,
        "\(site) hung up without an answer; try again later",
        isTransient: true
      )
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
      return problem(
        .badResponse,
        "\(site) does not answer as a web server does; check the address"
      )
    case CURLE_OUT_OF_MEMORY, CURLcode(rawValue: 100):
      // A single header field beyond libcurl's own limit ends so; since 8.6 with a code of its own.
      return problem(
        .tooLarge,
        "\(site) sends a header field that is too long; open the page in a browser instead"
      )
    case CURLE_RECV_ERROR
    where answer.headerBytes > 0
      && luego_curl_get_long(
        transfer.easy,
        CURLINFO_OS_ERRNO
      ) == 0:
      return problem(
        .badResponse,
        "\(site) sends the page in a form that breaks the rules of HTTP; try again later",
        isTransient: true
      )
    case CURLE_SEND_ERROR, CURLE_RECV_ERROR:
      return problem(
        .network,
        "The connection to \(site) broke; try again later",
        isTransient: true
      )
    case CURLE_HTTP2, CURLE_HTTP2_STREAM:
      return problem(
        .network,
        "The HTTP/2 connection to \(site) broke; try again later",
        isTransient: true
      )
    default:
      return tlsProblem
        ?? problem(
          .network,
          "Fetching from \(site) failed (\(reason)); try again later",
          isTransient: true
        )
    }
  }

  private var connectProblem: FetchProblem {
    switch CInt(truncatingIfNeeded: luego_curl_get_long(transfer.easy, CURLINFO_OS_ERRNO)) {
    case ETIMEDOUT: return timeProblem
    case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EADDRNOTAVAIL:
      return problem(
        .network,
        "There is no way to \(site) from here; check your network connection",
        isTransient: true
      )
    default:
      return problem(
        .refused,
        "\(site) refuses connections; check the address, or try again later",
        isTransient: true
      )
    }
  }

  private var timeProblem: FetchProblem {
    let isConnected = luego_curl_get_offset(transfer.easy, CURLINFO_PRETRANSFER_TIME_T) > 0
    if isConnected { return Self.tookTooLong(transfer.location, options) }
    return problem(
      .timedOut,
      "\(site) does not answer: no connection within \(Self.duration(options.connectSeconds)); "
        + "try again later",
      isTransient: true
    )
  }

  /// The problem of an answer that ceased.
  static func stalled(_ location: WebLocation, _ options: FetchOptions) -> FetchProblem {
    FetchProblem(
      kind: .stalled,
      message: "\(location.site) sent no more of the page for \(duration(options.stallSeconds)); "
        + "try again later",
      isTransient: true
    )
  }

  /// The problem of a page that is still not whole when all its time is spent.
  static func tookTooLong(_ location: WebLocation, _ options: FetchOptions) -> FetchProblem {
    FetchProblem(
      kind: .timedOut,
      message: "\(location.site) did not send the whole page within "
        + "\(duration(options.wholeSeconds)); try again later",
      isTransient: true
    )
  }

  private var tlsProblem: FetchProblem? {
    switch code {
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS,
      CURLE_SSL_PINNEDPUBKEYNOTMATCH:
      return problem(
        .tls,
        "The certificate of \(site) does not prove that it is that site (\(certificateFlaw)); "
          + "check the address, your clock and your network"
      )
    case CURLE_SSL_CACERT_BADFILE:
      return problem(
        .tls,
        "No certificates to check \(site) against; install your system's ca-certificates",
        isTransient: true
      )
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_CERTPROBLEM, CURLE_USE_SSL_FAILED,
      CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_CLIENTCERT:
      return problem(
        .tls,
        "Cannot make a secure connection to \(site); check the address, or try again later",
        isTransient: true
      )
    default: return nil
    }
  }

  /// The flaw by OpenSSL's numbers for it (`X509_V_ERR_…`), else in libcurl's words.
  private var certificateFlaw: String {
    switch luego_curl_get_long(transfer.easy, CURLINFO_SSL_VERIFYRESULT) {
    case 9: "it is not valid yet"
    case 10: "it has expired"
    case 18, 19: "it is self-signed"
    case 20, 21: "its issuer is not known"
    case 23: "it was revoked"
    // libcurl compares names itself, before it asks OpenSSL: 1 is the value it starts with.
    case 0, 1, 62, 64: "it is for another name"
    default: reason
    }
  }

  private var reason: String {
    curl_easy_strerror(code).map { FetchProblem.excerpt(String(cString: $0)) } ?? "unknown error"
  }

  private func problem(
    _ kind: FetchProblem.Kind,
    _ message: String,
    isTransient: Bool = false,
    retryAfterSeconds: Int? = nil
  ) -> FetchProblem {
    FetchProblem(
      kind: kind,
      message: message,
      isTransient: isTransient,
      retryAfterSeconds: retryAfterSeconds
    )
  }

  /// A number of bytes as people say it.
  static func size(_ bytes: Int) -> String {
    bytes >= 1 << 20
      ? "\(bytes >> 20) MiB" : bytes >= 1 << 10 ? "\(bytes >> 10) KiB" : "\(bytes) bytes"
  }

  /// A number of seconds as people say it.
  static func duration(_ seconds: Int) -> String {
    switch seconds {
    case ..<120: "\(seconds) s"
    case ..<7200: "\(seconds / 60) min"
    default: "\(seconds / 3600) h"
    }
  }
}
