import Platform

/// The limits and the identity of a fetcher.
package struct FetchOptions: Sendable {
  /// How the program names itself to sites.
  package var userAgent = FetchOptions.userAgent(version: nil)

  /// Seconds until a connection must stand, name lookup and TLS included.
  package var connectSeconds = 10

  /// Seconds without a single byte after which an answer counts as stalled.
  package var stallSeconds = 15

  /// Seconds for the whole page, redirects included, waiting for a free slot not included.
  package var wholeSeconds = 60

  /// The largest body in bytes, counted after decompression.
  package var maxBodySize = 16 << 20

  /// The most bytes of header fields that one answer may have.
  package var maxHeaderSize = 256 << 10

  /// Whether a page at a private address may redirect to others of a private network.
  package var trustsPrivateRedirects = true

  /// A Netscape cookie file, read before each page and never written; missing means no cookies.
  package var cookiesFile: String?

  /// A netrc file with passwords, each for its own host, as libcurl reads it; absent means none.
  package var netrcFile: String?

  /// A proxy's address; nil goes by the environment, `""` means none.
  package var proxy: String?

  /// A file of certificates to trust instead of the system's.
  package var certificatesFile: String?

  package init() {}

  /// The advice for a page that is served to browsers only.
  package static let savingAdvice =
    "save the page in a browser and add it with: luego add --html FILE"

  package var loginAdvice: String {
    var file = cookiesFile ?? "cookies.txt"
    if let home = CurrentProcess.variable("HOME"), file.hasPrefix(home + "/") {
      file = "~" + file.dropFirst(home.count)
    }
    return "put your browser's cookies in \(file), or \(Self.savingAdvice)"
  }

  /// The honest name of a version of the program.
  package static func userAgent(version: String?) -> String {
    "Luego" + (version.map { "/" + $0 } ?? "") + " (+terminal reading list)"
  }
}
