import ReadingList
import Web

/// Finds the addresses in an HTML text, such as a mail's: the targets of links, and addresses in
/// the text outside links.
enum HTMLLinks {
  /// Elements whose text is not displayed.
  private static let hidden: Set<String> = ["style", "script", "title", "head"]

  /// A link and its text, which is empty for an address in plain text.
  struct Found {
    var link: SavedLinks.Link
    var words = ""
  }

  /// The maximum length of a link's text, in bytes.
  private static let maxWordsLength = 1024

  /// Returns the links in order, with repetitions.
  static func found(in html: [UInt8]) -> [Found] {
    var links: [Found] = []
    var text: [UInt8] = []
    var isInLink = false
    // Whether the text belongs to a link to something other than a web page.
    var isInOther = false
    var hiddenBy: String?
    func finishText() {
      // The text of a link may be a truncated address, so it is not searched.
      defer { text = [] }
      guard !text.isEmpty, hiddenBy == nil else { return }
      if !isInLink {
        links += SavedLinks.found(in: decoded(text)).map { Found(link: $0) }
      } else if !isInOther, let last = links.indices.last,
        links[last].words.utf8.count < maxWordsLength
      {
        links[last].words += decoded(Array(text.prefix(maxWordsLength)))
      }
    }
    // The last tag may be cut off.
    var scanner = MarkupScanner(html + [UInt8(ascii: ">")])
    while let token = scanner.next() {
      let (name, isEnd): (Range<Int>, Bool)
      switch token {
      case .text(let range), .literal(let range):
        text += scanner.bytes[range]
        continue
      case .start(let range, _): (name, isEnd) = (range, false)
      case .end(let range): (name, isEnd) = (range, true)
      }
      let element = String(decoding: scanner.bytes[name], as: UTF8.self).lowercased()
      // Inline tags, such as emphasis, do not split a word.
      guard !inline.contains(element) else { continue }
      finishText()
      if let by = hiddenBy {
        if isEnd, element == by { hiddenBy = nil }
      } else if !isEnd, hidden.contains(element) {
        hiddenBy = element
      } else if element == "a" {
        (isInLink, isInOther) = (false, false)
        if !isEnd, let address = scanner.value("href") {
          // An unclosed quote is part of the value.
          let given = String(
            decoded(Array(scanner.bytes[address]), isAddress: true).filter { !$0.isNewline }.drop {
              $0.isWhitespace || $0 == "\"" || $0 == "'"
            })
          isInLink = true
          if given.hasPrefix("http"), let address = try? WebAddress(given) {
            links.append(Found(link: SavedLinks.Link(given: given, address: address)))
          } else {
            isInOther = true
          }
        }
      }
    }
    finishText()
    return links
  }

  private static let inline: Set<String> = ["b", "i", "em", "strong", "wbr", "span", "font", "u"]

  private static func decoded(_ text: [UInt8], isAddress: Bool = false) -> String {
    String(decoding: MarkupText.decoded(text, isAddress: isAddress), as: UTF8.self)
  }
}

/// Distinguishes unsubscribe and settings links from pages to read.
enum SubscriptionLink {
  /// Parts of the addresses of such links.
  private static let parts: Set<String> = [
    "unsubscribe", "unsub", "optout", "opt-out", "opt_out", "email-preferences",
    "email_preferences", "manage-preferences", "manage_preferences", "update-preferences",
    "update_preferences", "manage-subscription", "manage_subscription", "subscription-preferences",
  ]
  /// First words of such links.
  private static let words = [
    "unsubscribe", "opt out", "opt-out", "manage preferences", "manage your preferences",
    "update preferences", "update your preferences", "email preferences", "manage subscription",
    "manage your subscription", "change your preferences",
  ]
  /// The maximum number of words; a longer text is a title.
  private static let maxWords = 6

  /// Whether a link is clearly one, by a whole part of its address or by its first words.
  static func isOne(_ found: HTMLLinks.Found) -> Bool {
    let address = found.link.address.text.lowercased()
    if address.split(whereSeparator: { "/?&=#.".contains($0) }).contains(where: {
      parts.contains(String($0))
    }) {
      return true
    }
    let said = found.words.lowercased().split(whereSeparator: \.isWhitespace)
    guard !said.isEmpty, said.count <= maxWords else { return false }
    let text = said.joined(separator: " ")
    return words.contains { text.hasPrefix($0) }
  }
}
