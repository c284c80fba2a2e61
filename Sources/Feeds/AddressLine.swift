import PageExtraction
import ReadingList

/// A line of a file of addresses, one a line, as newsboat has them.
///
/// Behind an address may stand tags, and a title behind a tilde; what is in quotes is one word, and a number
/// sign begins a comment.
package enum AddressLine: Equatable, Sendable {
  /// Nothing, or only a comment.
  case blank
  /// An address with its tags as categories; it may be a feed or a page.
  case named(Outline)
  /// Why nothing can be picked from the line.
  case unusable(String)

  /// How many bytes of a line are read.
  package static let maxLength = 8192

  /// Reads a line, without its end.
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
      let hiding = words.dropFirst().first { $0.hasPrefix("!") }
      let named = Outline(
        kind: .page, address: address, title: Self.title(of: words).map { PageText.line($0) } ?? "",
        categories: words.dropFirst().filter { !$0.hasPrefix("~") }.map { PageText.line($0) })
      self = hiding.map { .unusable("hidden by its tag \($0)") } ?? .named(named)
    default: self = .unusable(SkippedLine.noAddress)
    }
  }

  /// The title that a line gives, which stands behind a tilde.
  private static func title(of words: [String]) -> String? {
    words.dropFirst().first { $0.hasPrefix("~") }.map { String($0.dropFirst()) }
  }

  /// The words of a line before a comment; what is in quotes is one.
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

/// Whether a text is newsboat's file of feeds, and no list of pages.
package enum FeedList {
  /// Judges by the first lines of a text.
  ///
  /// It is one when every line could stand there, and either something stands that only newsboat writes
  /// (a query, a program, a title behind a tilde), or most addresses look like feeds'.
  /// - Parameters:
  ///   - head: the beginning of the text; its last line may be cut off.
  ///   - isNamedSo: whether the file has the name that newsboat gives it; one tag, or one address that looks
  ///     like a feed's, is sign enough then.
  /// - Returns: whether it is one.
  package static func isOne(_ head: ArraySlice<UInt8>, isNamedSo: Bool) -> Bool {
    var (named, feeds, tagged, signs) = (0, 0, 0, 0)
    for bytes in head.split(separator: 10).prefix(maxLines) {
      let line = String(decoding: bytes.prefix(AddressLine.maxLength), as: UTF8.self)
      // Exports of tabs separate address and title by a bar.
      guard !line.contains(" | ") else { return false }
      switch AddressLine(line) {
      case .blank: break
      case .named(let outline):
        named += 1
        if looksLikeFeed(outline.address) { feeds += 1 }
        if !outline.categories.isEmpty { tagged += 1 }
        if !outline.title.isEmpty { signs += 1 }
      case .unusable(SkippedLine.noAddress): return false
      case .unusable: signs += 1
      }
    }
    return signs > 0 || feeds * 2 > named || isNamedSo && feeds + tagged > 0
  }

  /// How many lines are looked at.
  private static let maxLines = 1000

  /// Whether the last part of an address says that a feed stands there.
  private static func looksLikeFeed(_ address: WebAddress) -> Bool {
    let path = address.text.lowercased().prefix { $0 != "?" && $0 != "#" }
    guard let last = path.split(separator: "/").dropFirst(2).last else { return false }
    return ["feed", "feeds", "rss", "atom"].contains { last == $0 }
      || [".xml", ".rss", ".atom", ".rdf", "feed.json"].contains { last.hasSuffix($0) }
  }
}

/// A line of a list of feeds or addresses that names nothing to pick from.
package struct SkippedLine: Equatable, Sendable {
  /// From 1.
  package let number: Int
  /// The beginning of the line's text, without line breaks.
  package let text: String
  /// Why nothing can be picked from it, in a few words.
  package let reason: String

  /// Takes a line's number, its text and the reason.
  package init(number: Int, text: String, reason: String = noAddress) {
    self.number = number
    self.text = text.bounded(.line)
    self.reason = reason
  }

  /// The reason of most.
  package static let noAddress = "no address"
}
