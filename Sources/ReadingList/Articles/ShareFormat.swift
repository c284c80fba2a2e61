/// The forms in which an article is handed to somebody else.
package enum ShareFormat: String, CaseIterable, Sendable {
  /// The address.
  case link
  /// A Markdown link.
  case markdown
  /// Title and address, a line each.
  case text
  /// A `mailto:` address of a message with title and address.
  case mail
  /// A shell command that saves the article.
  case command

  /// The name in menus and messages.
  package var title: String {
    switch self {
    case .link: "the URL"
    case .markdown: "a Markdown link"
    case .text: "title and URL"
    case .mail: "a mailto: address"
    case .command: "a command that saves it"
    }
  }

  /// Why an article can be neither shared nor opened in a browser, in one line; nil if it can.
  package static func problem(title: String, url: String) -> String? {
    (try? WebAddress(url)) == nil ? "“\(title)” has no web address" : nil
  }

  /// Returns the shared text, without a line feed at its end.
  ///
  /// - Parameters:
  ///   - title: the article's title; one line is made of it.
  ///   - url: its address.
  /// - Returns: one line, or two of `text`.
  package func text(title: String, url: String) -> String {
    let title = title.onOneLine
    switch self {
    case .link: return url
    case .markdown:
      let signs = "\\[]`*_<".unicodeScalars.map { ($0, "\\\($0)") }
      let text = title.replacingScalars(Dictionary(uniqueKeysWithValues: signs))
      return "[\(text)](<\(url.replacingScalars(["<": "%3C", ">": "%3E"]))>)"
    case .text: return "\(title)\n\(url)"
    case .mail: return "mailto:?subject=\(title.percentEncoded())&body=\(url.percentEncoded())"
    case .command: return "luego add --title \(Self.quoted(title)) -- \(Self.quoted(url))"
    }
  }

  /// As one word of a shell.
  package static func quoted(_ text: String) -> String {
    "'" + text.replacingScalars(["'": "'\\''"]) + "'"
  }
}
