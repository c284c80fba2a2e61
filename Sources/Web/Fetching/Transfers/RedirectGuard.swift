import CCurl
import Platform

/// Keeps pages of the web from leading to addresses of this machine and of private networks.
///
/// A page at a private address may redirect to others. Behind a proxy, which looks up names itself, only literal
/// addresses are checked.
final class RedirectGuard {
  private let first: WebLocation
  private let options: FetchOptions
  private let usesProxy: Bool
  private let rule: UnsafeMutablePointer<luego_curl_rule>
  /// Whether the page that was asked for is one of the web.
  private(set) var isGuarded: Bool

  init(from first: WebLocation, _ options: FetchOptions) {
    self.first = first
    self.options = options
    let names = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    usesProxy =
      options.proxy.map { !$0.isEmpty }
      ?? names.contains { CurrentProcess.variable($0).map { !$0.isEmpty } ?? false }
    rule = .allocate(capacity: 1)
    rule.initialize(to: luego_curl_rule(refuses_private: 0, has_refused: 0))
    isGuarded = !options.trustsPrivateRedirects || !Self.isPrivate(first.host)
  }

  deinit { rule.deallocate() }

  /// Has a transfer ask before it opens a connection.
  func attach(to easy: UnsafeMutableRawPointer?) { _ = luego_curl_set_rule(easy, rule) }

  /// Whether a connection was refused.
  var hasRefused: Bool { rule.pointee.has_refused != 0 }

  /// Begins to guard, unless the page that was asked for turned out to be at a private address.
  func begin(after easy: UnsafeMutableRawPointer) {
    if options.trustsPrivateRedirects, !usesProxy,
      let address = luego_curl_get_text(easy, CURLINFO_PRIMARY_IP),
      luego_is_private_address(address) != 0
    {
      isGuarded = false
    }
    rule.pointee.refuses_private = isGuarded && !usesProxy ? 1 : 0
  }

  /// Looks at the target of a redirect.
  ///
  /// - Throws: `badRedirect` where it is private and the page is not.
  func check(_ target: WebLocation) throws(FetchProblem) {
    if isGuarded, Self.isPrivate(target.host) { throw Self.refusal(from: first, to: target) }
  }

  static func refusal(from first: WebLocation, to target: WebLocation) -> FetchProblem {
    FetchProblem(
      kind: .badRedirect,
      message:
        "\(first.site) redirects to \(target.site), which is on a private network; open it in a browser",
      isTransient: false)
  }

  private static func isPrivate(_ host: String) -> Bool {
    if host == "localhost" || host.hasSuffix(".localhost") { return true }
    let bare = host.hasPrefix("[") ? host.dropFirst().prefix { $0 != "]" && $0 != "%" } : host[...]
    return luego_is_private_address(String(bare)) != 0
  }
}
