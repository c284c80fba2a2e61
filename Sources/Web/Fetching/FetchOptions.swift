import Platform

package struct FetchOptions: Sendable {
  package var userAgent = FetchOptions.userAgent(version: nil)

  /// For a connection, including name lookup and TLS.
  package var connectSeconds = 10

  /// Seconds without a byte after which an answer counts as stalled.
  package var stallSeconds = 15

  /// For the whole page, redirects included but not the wait for a slot.
  package var wholeSeconds = 60

  /// In bytes, after decompression.
  package var maxBodySize = 16 << 20

  /// In bytes, for one answer.
  package var maxHeaderSize = 256 << 10

  /// Whether a page at a private address may redirect to others of a private network.
  package var trustsPrivateRedirects = true

  /// A Netscape cookie file, read before each page and never written; may be missing.
  package var cookiesFile: String?

  /// A netrc file with passwords by host; may be missing.
  package var netrcFile: String?

  /// Nil follows the environment, `""` means none.
  package var proxy: String?

  /// A file of certificates to trust instead of the system's.
  package var certificatesFile: String?

  package init() {}

  /// For a page that is served to browsers only.
  package static let savingAdvice =
    "save the page in a browser and add it with: luego add --html FILE"

  package var loginAdvice: String {
    var file = cookiesFile ?? "cookies.txt"
    if let home = CurrentProcess.variable("HOME"), file.hasPrefix(home + "/") {
      file = "~" + file.dropFirst(home.count)
    }
    return "put your browser's cookies in \(file), or \(Self.savingAdvice)"
  }

  package static func userAgent(version: String?) -> String {
    "Luego" + (version.map { "/" + $0 } ?? "") + " (+terminal reading list)"
  }
}
