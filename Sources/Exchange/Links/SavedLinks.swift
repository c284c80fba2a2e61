package import ReadingList

/// Finds the addresses in what a person typed, pasted or piped.
package enum SavedLinks {
  /// An address as given, and read.
  package struct Link: Equatable, Sendable {
    package var given: String
    package var address: WebAddress

    init(given: String, address: WebAddress) {
      // Most are given in their canonical form, and there may be very many: one text serves for both.
      self.given = given == address.text ? address.text : given
      self.address = address
    }

    /// Whether a user's name or a password is in it, which is not saved.
    package var hasCredentials: Bool { WebAddress.hasCredentials(given) }
  }

  /// Why a text gives no address, in one line.
  package struct Problem: Error, Equatable, Sendable {
    package let message: String
  }

  /// The one address that a text is, or that a link of the program carries, or every http and https address in it, in order, each once.
  ///
  /// - Returns: at least one link, or what is wrong, in one line that names the text.
  package static func addresses(in text: String) -> Result<[Link], Problem> {
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    if words.count == 1, DeepLink.isOne(words[0]) {
      do throws(DeepLink.Problem) {
        let target = try DeepLink.target(of: words[0])
        return .success([Link(given: target.given, address: target.address)])
      } catch { return .failure(Problem(message: error.rawValue)) }
    }
    if words.count == 1 {
      do throws(WebAddress.Problem) {
        return .success([Link(given: words[0], address: try WebAddress(words[0]))])
      } catch {
        let links = found(in: text)
        return links.isEmpty
          ? .failure(Problem(message: error.message(for: words[0]))) : .success(links)
      }
    }
    let links = found(in: text)
    guard links.isEmpty else { return .success(links) }
    return .failure(
      Problem(
        message: words.isEmpty
          ? "No address to save" : "No web address found in “\(text.prefix(60))”"
      )
    )
  }

  /// What `addresses` finds, and the tags after it, each begun by a `#`: `https://a.example #one #two, three`.
  ///
  /// - Returns: likewise; what begins like tags and is none is wrong too.
  package static func taggedAddresses(
    in text: String
  )
    -> Result<(links: [Link], tags: [String]), Problem>
  {
    // A fragment follows its address at once, and a number sign between addresses belongs to other words.
    var end = text.ranges(of: "://").last?.upperBound ?? text.startIndex
    var isAfterSpace = false
    while end < text.endIndex, !(isAfterSpace && text[end] == "#") {
      isAfterSpace = text[end].isWhitespace
      end = text.index(after: end)
    }
    var listed = ""
    for character in text[end...] {
      listed.append(character == "#" && isAfterSpace ? "," : character)
      isAfterSpace = character.isWhitespace
    }
    let tags: [String]
    do throws(TagProblem) { tags = listed.isEmpty ? [] : try parsedTags(listed) } catch {
      return .failure(Problem(message: error.message))
    }
    return addresses(in: String(text[..<end])).map { ($0, tags) }
  }

  /// Every http and https address in a text, in order, each once.
  static func found(in text: String) -> [Link] {
    var links: [Link] = []
    var known: Set<WebAddress> = []
    var rest = Substring(text)
    while let range = rest.firstRange(of: "http") {
      let start = rest[range.lowerBound...]
      let word = start.prefix { !$0.isWhitespace && !"<>\"“”|".contains($0) }
      rest = rest[range.upperBound...]
      guard word.hasPrefix("http://") || word.hasPrefix("https://") else { continue }
      let clean = trimmed(word)
      if let address = try? WebAddress(clean), known.insert(address).inserted {
        links.append(Link(given: clean, address: address))
      }
      rest = start.dropFirst(clean.count)
    }
    return links
  }

  /// Without the punctuation that belongs to the sentence around a link, and without a closing
  /// bracket that was not opened inside it.
  private static func trimmed(_ word: Substring) -> String {
    var word = word
    while let last = word.last {
      if ".,;:!?'’*_".contains(last) {
        word.removeLast()
      } else if let open = [")": "(", "]": "[", "}": "{"][String(last)],
        word.count(where: { String($0) == open }) < word.count(where: { $0 == last })
      {
        word.removeLast()
      } else {
        break
      }
    }
    return String(word)
  }
}

extension WebAddress.Problem {
  /// One line for the person who gave the address.
  package func message(for given: String) -> String {
    let given = withoutCredentials(given)
    let shown = given.count > 60 ? given.prefix(60) + "…" : given[...]
    return switch self {
    case .notAURL: "“\(shown)” is not a web address"
    case .unsupportedScheme: "“\(shown)”: only http and https can be saved"
    case .badHost: "“\(shown)” has no valid host name"
    case .tooLong: "“\(shown)” is too long for an address"
    }
  }

  /// The text without what may be a password, also where no scheme stands before it.
  private func withoutCredentials(_ text: String) -> String {
    let text = WebAddress.withoutCredentials(text)
    let head = text.utf8.prefix { !"/?# ".utf8.contains($0) }
    guard text.firstRange(of: "://") == nil, let colon = head.firstIndex(of: UInt8(ascii: ":")),
      let at = head.lastIndex(of: UInt8(ascii: "@")), colon < at
    else { return text }
    return text[...colon] + "…" + text[at...]
  }
}
