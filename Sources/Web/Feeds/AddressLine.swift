import PageExtraction
import ReadingList

/// A line of a newsboat `urls` file, or of any file with one address per line.
///
/// Tags may follow the address, and a title after a tilde. Quotes hold a word together, and a
/// number sign begins a comment.
package enum AddressLine: Equatable, Sendable {
  case blank
  /// An address with its tags as categories; it may be a feed or a page.
  case named(FeedEntry)
  /// The reason why the line names no address.
  case unusable(String)

  package static let maxLength = 8192

  package static let noAddress = "no address"

  package init(_ line: some StringProtocol) {
    let words = Self.words(of: PageText.line(String(line)))
    guard let first = words.first else {
      self = .blank
      return
    }
    let scheme = first.prefix { $0 != ":" }.lowercased()
    switch scheme {
    case "query" where first.contains(":"): self = .unusable("a query of newsboat")
    case "exec" where first.contains(":"), "filter" where first.contains(":"):
      self = .unusable("the output of a program")
    case "http", "https", "feed":
      guard let address = FeedAddress.address(first, against: "") else { fallthrough }
      let tags = words.dropFirst().filter { !$0.hasPrefix("~") }
      let title = words.dropFirst().first { $0.hasPrefix("~") }?.dropFirst() ?? ""
      if let hiding = tags.first(where: { $0.hasPrefix("!") }) {
        self = .unusable("hidden by its tag \(hiding)")
      } else {
        let name = PageText.line(String(title))
        self = .named(FeedEntry(address: address, title: name, categories: tags))
      }
    default: self = .unusable(Self.noAddress)
    }
  }

  private static func words(of line: String) -> [String] {
    var words: [String] = []
    var rest = line[...]
    while true {
      rest = rest.drop { $0 == " " }
      guard let first = rest.first, first != "#" else { return words }
      var word = ""
      if first == "\"" {
        rest.removeFirst()
        while let next = rest.popFirst(), next != "\"" {
          // A backslash escapes the next character.
          word.append(next == "\\" ? rest.popFirst() ?? next : next)
        }
      } else {
        word = String(rest.prefix { $0 != " " })
        rest = rest.dropFirst(word.count)
      }
      words.append(word)
    }
  }
}

package enum FeedList {
  /// Returns whether a text is a list of feeds, judged by its beginning.
  ///
  /// Every line must be valid in such a list, and either one line must be newsboat's own (a query,
  /// a program, a title after a tilde) or most addresses must look like feeds. If the file has
  /// newsboat's name, one tag or one such address is enough.
  package static func isOne(_ head: ArraySlice<UInt8>, isNamedSo: Bool) -> Bool {
    var (named, feeds, tagged, signs) = (0, 0, 0, 0)
    for bytes in head.split(separator: 10).prefix(maxLines) {
      let line = String(decoding: bytes.prefix(AddressLine.maxLength), as: UTF8.self)
      // Tab exports separate address and title by a bar.
      guard !line.contains(" | ") else { return false }
      switch AddressLine(line) {
      case .blank: break
      case .named(let outline):
        named += 1
        if outline.address.looksLikeFeed { feeds += 1 }
        if !outline.categories.isEmpty { tagged += 1 }
        if !outline.title.isEmpty { signs += 1 }
      case .unusable(AddressLine.noAddress): return false
      case .unusable: signs += 1
      }
    }
    return signs > 0 || feeds * 2 > named || isNamedSo && feeds + tagged > 0
  }

  private static let maxLines = 1000
}
