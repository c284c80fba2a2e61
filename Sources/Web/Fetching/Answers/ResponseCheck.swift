import CCurl

struct ResponseCheck {
  /// The next step after a hop that did not fail.
  enum Decision {
    /// Nil if the known copy is current.
    case done(FetchedPage?)
    case redirect([UInt8])
    case refresh([UInt8], FetchedPage)
    /// The body cannot be decompressed; worth asking for it in another encoding.
    case badCompression(FetchProblem)
  }

  let code: CURLcode
  let transfer: Transfer
  let options: FetchOptions

  var site: String { transfer.location.site }
  var answer: Transfer.Answer { transfer.answer }

  func decide() throws(FetchProblem) -> Decision {
    if let problem = transfer.stopped { throw problem }
    let status = transfer.status
    // An unwanted body is cut off; whether it is sound does not matter.
    let isDecided =
      code == CURLE_OK
      || status >= 300
        && [CURLE_WRITE_ERROR, CURLE_BAD_CONTENT_ENCODING, CURLE_PARTIAL_FILE].contains(code)
    if (100..<200).contains(status), code == CURLE_OK || code == CURLE_GOT_NOTHING {
      throw problem(
        .badResponse, "\(site) does not answer like a web server (\(status)); check the address")
    }
    guard isDecided else {
      if code == CURLE_BAD_CONTENT_ENCODING || code == CURLE_WRITE_ERROR {
        return .badCompression(damaged)
      }
      throw transportProblem
    }
    switch status {
    case 204, 205:
      throw problem(
        .badResponse, "\(site) has no content to send (\(status)); open it in a browser")
    case 206: throw transient(.badResponse, "\(site) sent only part of the page (206)")
    case 200..<300: return try page()
    case 304:
      guard transfer.job.request.etag != nil || transfer.job.request.lastModified != nil else {
        throw transient(.badResponse, "\(site) wrongly answered “not modified” (304)")
      }
      return .done(nil)
    case 300, 301, 302, 303, 307, 308:
      if let target = answer.redirectTarget { return .redirect(target) }
      throw problem(
        .badRedirect, "\(site) redirects to no address (\(status)); open it in a browser")
    default: throw statusProblem(status)
    }
  }

  private func page() throws(FetchProblem) -> Decision {
    guard let content = try unpackedBody() else { return .badCompression(damaged) }
    guard !content.isEmpty else {
      throw problem(
        .badResponse, "\(site) sent an empty page; try again later or open it in a browser")
    }
    let type = answer.headers["content-type"] ?? ""
    let kind = ContentSniffer.kind(of: content, contentType: type, path: transfer.location.path)
    let body = kind.isText ? CharacterEncoding.utf8(content, contentType: type) : content
    let page = FetchedPage(
      finalURL: transfer.location.text, kind: kind, body: body, contentType: type,
      etag: answer.headers["etag"], lastModified: answer.headers["last-modified"])
    let target =
      answer.headers["refresh"].flatMap { PageRefresh.target(in: Array($0.utf8)) }
      ?? (kind == .html ? PageRefresh.target(ofPage: body) : nil)
    return target.map { .refresh($0, page) } ?? .done(page)
  }

  /// The decompressed body; nil if it is damaged, or of an encoding not asked for.
  private func unpackedBody() throws(FetchProblem) -> [UInt8]? {
    if transfer.isUnpacked || answer.compressions.isEmpty || answer.body.isEmpty {
      return answer.body
    }
    guard answer.compressions.contains("gzip"), Gunzip.isOne(answer.body) else { return nil }
    let (content, end) = Gunzip.read(answer.body, limit: options.maxBodySize)
    switch end {
    case .whole: return content
    case .damaged: return nil
    case .tooLarge: throw transfer.tooLarge
    }
  }

  private func statusProblem(_ status: Int) -> FetchProblem {
    var text = answer.body
    if Gunzip.isOne(text) { text = Gunzip.read(text, limit: 1 << 20).bytes }
    if let name = RobotCheck.name(in: text, status: status) {
      return problem(
        .robotCheck,
        "\(site) checks for robots\(name.isEmpty ? "" : " with \(name)") and did not send the page "
          + "(\(status)); \(FetchOptions.savingAdvice)")
    }
    switch status {
    case 404, 410:
      return problem(.notFound, "\(site) has no such page (\(status)); check the address")
    case 451:
      return problem(
        .notFound, "\(site) may not show this page for legal reasons (451); try an archive of it")
    case 401, 402, 403, 407:
      return problem(
        .needsLogin, "\(site) needs a login for this page (\(status)); \(options.loginAdvice)")
    case 429: return later("\(site) asks for fewer requests (429)")
    case 408, 425, 500...599: return later("\(site) cannot send the page right now (\(status))")
    default:
      return problem(
        .badResponse,
        "\(site) answers with status \(status) instead of a page; open it in a browser")
    }
  }

  /// The longest plausible wait: 30 days, in seconds.
  private static let maxWait = 30 * 86_400

  private func later(_ what: String) -> FetchProblem {
    let seconds = luego_curl_retry_after(transfer.easy)
    let wait = seconds > 0 ? min(seconds, Self.maxWait) : nil
    let when = wait.map { "try again in \(FetchProblem.duration($0))" } ?? "try again later"
    return problem(.tryLater, "\(what); \(when)", isTransient: true, retryAfterSeconds: wait)
  }

  private var damaged: FetchProblem {
    transient(.badResponse, "\(site) sent the page with damaged or incomplete compression")
  }

  /// Out of memory.
  static func noRoom(_ location: WebLocation) -> FetchProblem {
    FetchProblem(
      kind: .network,
      message: "Cannot fetch from \(location.site): out of memory; close some programs",
      isTransient: true)
  }

  static func tookTooLong(_ location: WebLocation, _ options: FetchOptions) -> FetchProblem {
    FetchProblem(
      kind: .timedOut,
      message: "\(location.site) did not send the whole page within "
        + "\(FetchProblem.duration(options.wholeSeconds)); try again later", isTransient: true)
  }

  func transient(_ kind: FetchProblem.Kind, _ what: String) -> FetchProblem {
    problem(kind, what + "; try again later", isTransient: true)
  }

  func problem(
    _ kind: FetchProblem.Kind, _ message: String, isTransient: Bool = false,
    retryAfterSeconds: Int? = nil
  ) -> FetchProblem {
    FetchProblem(
      kind: kind, message: message, isTransient: isTransient, retryAfterSeconds: retryAfterSeconds)
  }

  static func size(_ bytes: Int) -> String {
    bytes >= 1 << 20
      ? "\(bytes >> 20) MiB" : bytes >= 1 << 10 ? "\(bytes >> 10) KiB" : "\(bytes) bytes"
  }
}

/// A page sent instead of the article to visitors that may be programs.
enum RobotCheck {
  private static let statuses: Set<Int> = [403, 405, 406, 418, 429, 503]

  /// Text of such pages in lower case, and the service's name; the first match wins.
  private static let signs: [(words: String, name: String)] = [
    ("attention required! | cloudflare", "Cloudflare"), ("_cf_chl_opt", "Cloudflare"),
    ("<title>just a moment...</title>", "Cloudflare"), ("cf-browser-verification", "Cloudflare"),
    ("captcha-delivery.com", "DataDome"), ("geo.datadome", "DataDome"),
    ("px-captcha", "PerimeterX"), ("_pxappid", "PerimeterX"), ("perimeterx", "PerimeterX"),
    ("errors.edgesuite.net", "Akamai"), ("_incapsula_resource", "Imperva"),
    ("incapsula incident id", "Imperva"), ("pardon our interruption", "Imperva"),
    ("ddos-guard", "DDoS-Guard"), ("awswaf", "AWS"), ("sucuri website firewall", "Sucuri"),
    ("g-recaptcha", "reCAPTCHA"), ("h-captcha", "hCaptcha"), ("verify you are human", ""),
    ("verify that you are human", ""), ("are you a robot", ""), ("checking your browser", ""),
    ("unusual traffic from your", ""),
  ]

  /// The service that checks; empty if unknown, nil if this is no check.
  static func name(in body: [UInt8], status: Int) -> String? {
    guard statuses.contains(status) else { return nil }
    let text = String(decoding: body, as: UTF8.self).lowercased()
    return signs.first { text.contains($0.words) }?.name
  }
}
