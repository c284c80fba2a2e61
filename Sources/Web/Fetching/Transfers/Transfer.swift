import CCurl
import Platform

/// A transfer in progress: an easy handle reused for each hop, and the data received.
///
/// Lives on the loop's thread. Redirects are followed here, not by libcurl, so that each hop waits
/// for a slot of its own host, its body is dropped at once, and the cookie file and the caller's
/// header fields go only where they belong.
final class Transfer {
  let job: TransferLoop.Job

  /// Created at the first hop: waiting transfers cost next to nothing.
  private(set) var easy: UnsafeMutableRawPointer?

  private(set) var location: WebLocation
  private(set) var answer = Answer()

  /// Why a callback ended the transfer.
  private(set) var stopped: FetchProblem?

  private let first: WebLocation
  private var options: FetchOptions { job.options }
  private var hasPasswords = false
  private var hops = 0
  /// How the body is requested again if it could not be decompressed.
  private var retry: Retry?
  /// Addresses whose refresh was followed; each redirects once.
  private var refreshed: Set<String> = []
  private var spentMilliseconds: Int64 = 0
  private var startedAt: Int64 = 0
  private var fields: UnsafeMutablePointer<curl_slist>?
  /// Keeps web pages from leading to addresses of this machine and of private networks.
  private let rule: UnsafeMutablePointer<luego_curl_rule>

  private enum Retry {
    case plain
    /// Any encoding; libcurl decompresses it.
    case unpacked
  }

  struct Answer {
    var headerBytes = 0
    var body: [UInt8] = []
    /// Bytes of an unwanted body.
    var discarded = 0
    var redirectTarget: [UInt8]?
    var headers: [String: String] = [:]

    /// The compressions named in the header; like browsers, ignores unknown ones.
    var compressions: [String] {
      let names = headers["content-encoding", default: ""].lowercased().split {
        ", \t".contains($0)
      }
      return names.map { String($0.hasPrefix("x-") ? $0.dropFirst(2) : $0) }.filter {
        ["gzip", "deflate", "br", "zstd", "compress"].contains($0)
      }
    }
  }

  init(_ job: TransferLoop.Job) throws(FetchProblem) {
    first = try WebLocation(job.request.url)
    location = first
    self.job = job
    rule = .allocate(capacity: 1)
    rule.initialize(to: luego_curl_rule(refuses_private: 0, has_refused: 0))
  }

  deinit {
    if let easy { curl_easy_cleanup(easy) }
    curl_slist_free_all(fields)
    rule.deallocate()
  }

  /// Prepares the handle for the next hop, with the time that is left.
  ///
  /// - Throws: `timedOut` if none is left; `secrets` at the first hop if cookies or passwords may
  ///   not be used.
  func prepare() throws(FetchProblem) -> UnsafeMutableRawPointer {
    guard let handle = easy ?? curl_easy_init() else { throw ResponseCheck.noRoom(location) }
    if easy == nil {
      easy = handle
      setUp()
      try addCookies()
      if let file = options.netrcFile {
        hasPasswords = try PrivateFile.bytes(of: "passwords", in: file) != nil
      }
    }
    answer = Answer()
    stopped = nil
    startedAt = MonotonicClock.milliseconds()
    let left = millisecondsLeft
    guard left > 0 else { throw ResponseCheck.tookTooLong(location, options) }
    let isTrusted = location.isTrusted(by: first)
    set(CURLOPT_URL, location.text)
    // A redirect must not send the reader's name and password to a third party.
    let readsPasswords = hasPasswords && isTrusted
    set(CURLOPT_NETRC_FILE, readsPasswords ? options.netrcFile : nil)
    let netrc = readsPasswords ? CURL_NETRC_OPTIONAL : CURL_NETRC_IGNORED
    _ = luego_curl_set_long(easy, CURLOPT_NETRC, Int(netrc.rawValue))
    set(CURLOPT_ACCEPT_ENCODING, retry == .unpacked ? "identity" : nil)
    _ = luego_curl_set_long(easy, CURLOPT_TIMEOUT_MS, Int(left))
    // The check happens when a connection is opened, so one to another host must be new.
    let needsConnection = rule.pointee.refuses_private != 0 && location.host != first.host
    _ = luego_curl_set_long(easy, CURLOPT_FRESH_CONNECT, needsConnection ? 1 : 0)
    setFields(isTrusted: isTrusted)
    return handle
  }

  private static let maxRedirects = 10

  /// Interprets the end of a hop: the fetch's result, or nil to continue.
  func finish(_ code: CURLcode) -> Result<FetchedPage?, FetchProblem>? {
    spentMilliseconds += max(0, MonotonicClock.milliseconds() - startedAt)
    if rule.pointee.has_refused != 0 { return .failure(privateRedirect) }
    if hops == 0 { rule.pointee.refuses_private = isOfTheWeb ? 1 : 0 }
    let check = ResponseCheck(code: code, transfer: self, options: options)
    do throws(FetchProblem) {
      switch try check.decide() {
      case .done(let page): return .success(page)
      case .redirect(let target):
        hops += 1
        guard hops <= Self.maxRedirects else {
          throw FetchProblem(
            kind: .badRedirect,
            message: "\(location.site) redirects more than \(Self.maxRedirects) times; "
              + "open the page in a browser, or use its final address")
        }
        location = try location.redirected(to: target)
        return nil
      case .refresh(let target, let page):
        // A page that refreshes in a circle, or to no address, is one to read.
        guard hops < Self.maxRedirects, refreshed.insert(location.text).inserted,
          let next = try? location.redirected(to: target), next != location
        else { return .success(page) }
        hops += 1
        location = next
        return nil
      case .badCompression(let problem):
        guard retry == nil else { throw problem }
        retry = answer.compressions.contains("gzip") ? .plain : .unpacked
        return nil
      }
    } catch { return .failure(error) }
  }

  var isUnpacked: Bool { retry == .unpacked }

  var millisecondsLeft: Int64 { Int64(options.wholeSeconds) * 1000 - spentMilliseconds }

  /// Whether the requested page came from a public address, or is treated so.
  private var isOfTheWeb: Bool {
    guard options.trustsPrivateRedirects else { return true }
    return luego_curl_get_text(easy, CURLINFO_PRIMARY_IP).map {
      luego_is_private_address($0) == 0
    } ?? false
  }

  private var privateRedirect: FetchProblem {
    FetchProblem(
      kind: .badRedirect,
      message: "\(first.site) redirects to \(location.site), which is on a private network; "
        + "open it in a browser")
  }

  private func setUp() {
    let me = Unmanaged.passUnretained(self).toOpaque()
    let numbers: [(CURLoption, Int)] = [
      (CURLOPT_NOSIGNAL, 1), (CURLOPT_QUICK_EXIT, 1), (CURLOPT_FOLLOWLOCATION, 0),
      (CURLOPT_HTTP09_ALLOWED, 0), (CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
      (CURLOPT_CONNECTTIMEOUT_MS, options.connectSeconds * 1000),
      (CURLOPT_BUFFERSIZE, 64 << 10), (CURLOPT_LOW_SPEED_LIMIT, 1),
      (CURLOPT_LOW_SPEED_TIME, options.stallSeconds),
    ]
    for (option, value) in numbers { _ = luego_curl_set_long(easy, option, value) }
    let texts: [(CURLoption, String?)] = [
      (CURLOPT_PROTOCOLS_STR, "http,https"), (CURLOPT_REDIR_PROTOCOLS_STR, "http,https"),
      (CURLOPT_USERAGENT, options.userAgent),
      // An empty name enables cookies without reading a file.
      (CURLOPT_COOKIEFILE, ""), (CURLOPT_PROXY, options.proxy),
      (CURLOPT_CAINFO, options.certificatesFile),
    ]
    for (option, value) in texts where value != nil { set(option, value) }
    _ = luego_curl_set_rule(easy, rule)
    _ = luego_curl_set_body(easy, receiveBody, me)
    _ = luego_curl_set_header(easy, receiveHeader, me)
  }

  /// Adds the cookies of the user's file (`cookies.txt`, in Netscape's format).
  ///
  /// libcurl itself would read the file again for each hop, and bring back what the site has
  /// deleted.
  private func addCookies() throws(FetchProblem) {
    guard let file = options.cookiesFile,
      let bytes = try PrivateFile.bytes(of: "cookies", in: file)
    else { return }
    for line in bytes.split(separator: 10) where line.contains(9) {
      set(CURLOPT_COOKIELIST, String(decoding: line, as: UTF8.self))
    }
  }

  /// libcurl copies the text; nil resets the option.
  private func set(_ option: CURLoption, _ text: String?) {
    guard let text else {
      _ = luego_curl_set_text(easy, option, nil)
      return
    }
    _ = luego_curl_set_text(easy, option, text.fileName)
  }

  private func setFields(isTrusted: Bool) {
    let request = job.request
    var all = [("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")]
    // Decompressed here: libcurl does not report when gzip ends too early.
    if retry != .unpacked { all.append(("Accept-Encoding", retry == nil ? "gzip" : "identity")) }
    if let etag = request.etag { all.append(("If-None-Match", etag)) }
    if let date = request.lastModified { all.append(("If-Modified-Since", date)) }
    let mayTravel: Set = ["user-agent", "referer", "accept", "accept-language"]
    for (name, value) in request.extraHeaders
    where isTrusted || mayTravel.contains(name.lowercased()) {
      all.removeAll { $0.0.lowercased() == name.lowercased() }
      all.append((name, value))
    }
    curl_slist_free_all(fields)
    fields = nil
    for (name, value) in all {
      let line = "\(name): \(value)"
      // A line break would smuggle in another field.
      guard !line.utf8.contains(where: { $0 < 0x20 && $0 != 9 || $0 == 0x7f }) else { continue }
      if let longer = curl_slist_append(fields, line) { fields = longer }
    }
    _ = luego_curl_set_list(easy, CURLOPT_HTTPHEADER, fields)
  }

  /// How much of an error page is read, in bytes.
  private static let maxRefusalSize = 64 << 10

  fileprivate func accept(body bytes: UnsafeRawBufferPointer) -> Bool {
    guard (200..<300).contains(status) else {
      // A short one is read to its end, so that the connection can be reused; it may also say that
      // only browsers are let through.
      answer.discarded += bytes.count
      if status >= 400 {
        answer.body.append(contentsOf: bytes.prefix(Self.maxRefusalSize - answer.body.count))
      }
      return answer.discarded <= Self.maxRefusalSize
    }
    // A body announced as too large is refused before it is received; decompression only makes it
    // larger.
    let announced = answer.body.isEmpty ? answer.headers["content-length"].flatMap { Int($0) } : nil
    guard bytes.count <= options.maxBodySize - answer.body.count,
      announced ?? 0 <= options.maxBodySize
    else {
      stopped = tooLarge
      return false
    }
    answer.body.append(contentsOf: bytes)
    return true
  }

  var tooLarge: FetchProblem {
    FetchProblem(
      kind: .tooLarge,
      message: "The page at \(location.site) is larger than "
        + "\(ResponseCheck.size(options.maxBodySize)); open it in a browser instead")
  }

  fileprivate func accept(header bytes: UnsafeRawBufferPointer) -> Bool {
    answer.headerBytes += bytes.count
    guard answer.headerBytes <= options.maxHeaderSize else {
      stopped = FetchProblem(
        kind: .tooLarge,
        message: "\(location.site) sends more than \(ResponseCheck.size(options.maxHeaderSize)) of "
          + "header fields; open the page in a browser instead")
      return false
    }
    if bytes.starts(with: "HTTP/".utf8) {
      answer.headers = [:]
      answer.redirectTarget = nil
      return true
    }
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return true }
    let name = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
    var value = bytes[bytes.index(after: colon)...]
    while let first = value.first, first <= 0x20 { value.removeFirst() }
    while let last = value.last, last <= 0x20 { value.removeLast() }
    switch name {
    case "location":
      if answer.redirectTarget == nil, !value.isEmpty { answer.redirectTarget = Array(value) }
    case "content-type", "content-encoding", "content-length", "etag", "last-modified", "refresh":
      // A value that long, or with control characters, is useless.
      if answer.headers[name] == nil, value.count <= 1024,
        !value.contains(where: { $0 < 0x20 || $0 == 0x7f })
      {
        answer.headers[name] = String(decoding: value, as: UTF8.self)
      }
    default: break
    }
    return true
  }

  /// 0 before there is an answer.
  var status: Int { luego_curl_get_long(easy, CURLINFO_RESPONSE_CODE) }
}

private func receiveBody(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int { receive(bytes, size, count, context) { $0.accept(body: $1) } }

private func receiveHeader(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int { receive(bytes, size, count, context) { $0.accept(header: $1) } }

private func receive(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?, _ accept: (Transfer, UnsafeRawBufferPointer) -> Bool
) -> Int {
  let (length, overflow) = size.multipliedReportingOverflow(by: count)
  guard !overflow, let context else { return 0 }
  guard length > 0, let bytes else { return length }
  let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  return accept(transfer, UnsafeRawBufferPointer(start: bytes, count: length)) ? length : 0
}
