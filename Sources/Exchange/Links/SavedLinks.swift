package import ReadingList

/// Finds addresses in text that was typed, pasted or piped.
package enum SavedLinks {
  package struct Link: Equatable, Sendable {
    package var given: String
    package var address: WebAddress

    /// Credentials are not saved.
    package var hasCredentials: Bool { WebAddress.hasCredentials(given) }
  }

  /// Why a text contains no address, in one line.
  package struct Problem: Error, Equatable, Sendable { package let message: String }

  /// The single address of a text or of a Luego link, or else every http and https address in the
  /// text, in order, each once.
  ///
  /// - Returns: at least one link, or a one-line problem that names the text.
  package static func addresses(in text: String) -> Result<[Link], Problem> {
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    var problem = "No web address found in “\(text.prefix(60))”"
    if words.isEmpty { problem = "No address to save" }
    // Undecodable bytes came as U+FFFD, which would become part of the address.
    if words.count == 1, words[0].unicodeScalars.contains("\u{fffd}") {
      return .failure(Problem(message: "“\(words[0].prefix(60))” is not valid UTF-8"))
    }
    if words.count == 1, DeepLink.isOne(words[0]) {
      do throws(DeepLink.Problem) {
        let target = try DeepLink.target(of: words[0])
        return .success([Link(given: target.given, address: target.address)])
      } catch { return .failure(Problem(message: error.rawValue)) }
    }
    if words.count == 1 {
      do throws(WebAddress.Problem) {
        return .success([Link(given: words[0], address: try WebAddress(words[0]))])
      } catch { problem = error.message(for: words[0]) }
    }
    let links = found(in: text)
    return links.isEmpty ? .failure(Problem(message: problem)) : .success(links)
  }

  /// Like `addresses`, with the tags after them, each preceded by `#`: `https://a.example #one
  /// #two, three #"and four"`.
  ///
  /// - Returns: at least one link, or a one-line problem, also for invalid tags.
  package static func taggedAddresses(
    in text: String
  ) -> Result<(links: [Link], tags: [String]), Problem> {
    let end = endOfAddresses(in: text)
    var listed = ""
    var isAfterSpace = true
    var isQuoted = false
    for character in text[end...] {
      // A tag may be quoted, as in queries.
      if character == "\"", isQuoted || listed.last == "," {
        isQuoted.toggle()
        continue
      }
      listed.append(character == "#" && isAfterSpace ? "," : character)
      isAfterSpace = character.isWhitespace
    }
    let tags: [String]
    do throws(TagProblem) { tags = listed.isEmpty ? [] : try parsedTags(listed) } catch {
      return .failure(Problem(message: error.message))
    }
    return addresses(in: String(text[..<end])).map { ($0, tags) }
  }

  private static func endOfAddresses(in text: String) -> String.Index {
    // A fragment follows its address directly; a number sign between addresses belongs to other
    // words.
    var end = text.ranges(of: "://").last?.upperBound ?? text.startIndex
    var isAfterSpace = false
    while end < text.endIndex, !(isAfterSpace && text[end] == "#") {
      isAfterSpace = text[end].isWhitespace
      end = text.index(after: end)
    }
    return end
  }

  /// The incomplete tag at the end of such a text.
  package static func unfinishedTag(in text: String) -> String? {
    var tag: String?
    var isAfterSpace = true
    for character in text[endOfAddresses(in: text)...] {
      if character == "," || character == "#" && isAfterSpace {
        tag = ""
      } else {
        tag?.append(character)
      }
      isAfterSpace = character.isWhitespace
    }
    return tag.map { String($0.drop { $0 == " " || $0 == "#" }) }
  }

  /// In order, each address once.
  static func found(in text: String) -> [Link] {
    var known: Set<WebAddress> = []
    return places(in: text).map(\.link).filter { known.insert($0.address).inserted }
  }

  static func places(in text: String) -> [(link: Link, range: Range<String.Index>)] {
    var links: [(link: Link, range: Range<String.Index>)] = []
    var rest = Substring(text)
    // Open brackets before `rest`.
    var open = 0
    while let range = rest.firstRange(of: "http") {
      for byte in rest[..<range.lowerBound].utf8 {
        if byte == UInt8(ascii: "[") { open += 1 } else if byte == UInt8(ascii: "]") { open -= 1 }
        if byte == 10 { open = 0 }
      }
      let start = rest[range.lowerBound...]
      let before =
        range.lowerBound > text.startIndex ? text[text.index(before: range.lowerBound)] : " "
      rest = rest[range.upperBound...]
      guard start.hasPrefix("http:/") || start.hasPrefix("https:/") else { continue }
      let word = word(in: start, behind: before, isInBrackets: open > 0)
      let clean = trimmed(word)
      if let address = try? WebAddress(String(clean)) {
        links.append(
          (Link(given: String(clean), address: address), clean.startIndex..<clean.endIndex))
      }
      rest = clean.endIndex > rest.startIndex ? text[clean.endIndex...] : rest
    }
    return links
  }

  /// The characters that may belong to an address: up to white space, a quote, or the bracket that
  /// closes one before it.
  private static func word(
    in text: Substring, behind before: Character, isInBrackets: Bool
  ) -> Substring {
    var round = 0
    var square = 0
    for index in text.indices {
      switch text[index] {
      case "<", ">", "\"", "“", "”", "|": return text[..<index]
      case "'" where before == "'": return text[..<index]
      case "(": round += 1
      case ")":
        round -= 1
        if round < 0, before == "(" { return text[..<index] }
      case "[": square += 1
      case "]":
        square -= 1
        if square < 0, isInBrackets { return text[..<index] }
      case let character where character.isWhitespace: return text[..<index]
      default: break
      }
    }
    return text
  }

  /// Removes the punctuation of the surrounding sentence, and closing brackets not opened inside
  /// the link.
  private static func trimmed(_ word: Substring) -> Substring {
    let pairs: [Character: Character] = [")": "(", "]": "[", "}": "{"]
    // Unmatched closing brackets of each kind.
    var excess: [Character: Int] = [:]
    for character in word {
      if pairs[character] != nil { excess[character, default: 0] += 1 }
      for (close, open) in pairs where character == open { excess[close, default: 0] -= 1 }
    }
    var word = word
    while let last = word.last {
      if ".,;:!?'’*_".contains(last) {
        word.removeLast()
      } else if let extra = excess[last], extra > 0 {
        excess[last] = extra - 1
        word.removeLast()
      } else {
        break
      }
    }
    return word
  }
}

extension WebAddress.Problem {
  /// A line for the person who entered the address.
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

  /// Also in a text without a scheme.
  private func withoutCredentials(_ text: String) -> String {
    let text = WebAddress.withoutCredentials(text)
    let head = text.utf8.prefix { !"/?# ".utf8.contains($0) }
    guard text.firstRange(of: "://") == nil, let colon = head.firstIndex(of: UInt8(ascii: ":")),
      let at = head.lastIndex(of: UInt8(ascii: "@")), colon < at
    else { return text }
    return text[...colon] + "…" + text[at...]
  }
}
