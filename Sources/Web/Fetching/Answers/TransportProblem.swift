import CCurl
import Platform

extension ResponseCheck {
  var transportProblem: FetchProblem {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST:
      problem(
        .network,
        "Cannot find \(transfer.location.host); check the address and your network connection",
        isTransient: true)
    case CURLE_COULDNT_RESOLVE_PROXY:
      problem(
        .network,
        "Cannot find the proxy on the way to \(site); check the http_proxy and https_proxy settings",
        isTransient: true)
    case CURLE_COULDNT_CONNECT:
      problem(
        .network,
        "\(site) cannot be reached; check \(proxy.map { "the proxy \($0), " } ?? "")"
          + "the address and your network connection", isTransient: true)
    case CURLE_OPERATION_TIMEDOUT: timeProblem
    case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING:
      transient(.network, "\(site) closed the connection before the page was whole")
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
      problem(.badResponse, "\(site) does not answer like a web server; check the address")
    case CURLE_OUT_OF_MEMORY, CURLcode(rawValue: 100):
      // libcurl's own limit of a header field; a code of its own since 8.6.
      problem(
        .tooLarge,
        "\(site) sends a header field that is too long; open the page in a browser instead")
    case CURLE_RECV_ERROR
    where answer.headerBytes > 0 && luego_curl_get_long(transfer.easy, CURLINFO_OS_ERRNO) == 0:
      transient(.badResponse, "\(site) sent an invalid HTTP response")
    case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM:
      transient(.network, "The connection to \(site) broke")
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
      problem(
        .tls,
        "The certificate of \(site) is not valid (\(certificateFlaw)); "
          + "check the address, your clock and your network")
    case CURLE_SSL_CACERT_BADFILE:
      problem(
        .tls,
        "Cannot check the certificate of \(site): no CA certificates found; install your system's ca-certificates",
        isTransient: true)
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_CERTPROBLEM:
      problem(
        .tls, "Cannot make a secure connection to \(site); check the address, or try again later",
        isTransient: true)
    default: transient(.network, "Fetching from \(site) failed (\(reason))")
    }
  }

  /// The proxy of the options or the environment, without credentials.
  private var proxy: Substring? {
    let scheme = transfer.location.scheme
    // Like libcurl, which does not read HTTP_PROXY.
    let own = scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["\(scheme)_proxy"]
    let all = own + ["all_proxy", "ALL_PROXY"]
    let named = options.proxy ?? all.lazy.compactMap { CurrentProcess.variable($0) }.first
    return named?.split(separator: "@").last
  }

  private var timeProblem: FetchProblem {
    guard luego_curl_get_long(transfer.easy, CURLINFO_REQUEST_SIZE) > 0 else {
      return problem(
        .timedOut,
        "\(site) does not answer: no connection within \(FetchProblem.duration(options.connectSeconds)); "
          + "try again later", isTransient: true)
    }
    // All time is used up, or the transfer stalled; the clocks differ a little.
    if transfer.millisecondsLeft < 100 { return Self.tookTooLong(transfer.location, options) }
    return transient(
      .badResponse, "\(site) stopped sending for \(FetchProblem.duration(options.stallSeconds))")
  }

  /// By OpenSSL's codes (`X509_V_ERR_…`), else in libcurl's words.
  private var certificateFlaw: String {
    switch luego_curl_get_long(transfer.easy, CURLINFO_SSL_VERIFYRESULT) {
    case 9: "it is not valid yet"
    case 10: "it has expired"
    case 18, 19: "it is self-signed"
    case 20, 21: "its issuer is unknown"
    case 23: "it was revoked"
    // libcurl compares names itself, before OpenSSL: 1 is the initial value.
    case 0, 1, 62, 64: "it is for another name"
    default: reason
    }
  }

  private var reason: String {
    curl_easy_strerror(code).map { FetchProblem.excerpt(String(cString: $0)) } ?? "unknown error"
  }
}
