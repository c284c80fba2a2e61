import ReadingList

/// Separates an article's title from the site's name.
struct PageTitle {
  private let tree: PageTree
  private let site: String
  /// The site's names in the address: `example`, `exampleorg`, `blogexampleorg`.
  private let hosts: [String]

  private static let separators: Set<Character> = [
    "|", "-", "–", "—", "−", "\\", "/", ">", "<", "»", "«", "›", "‹", "·", "•", "∙", "_", "~", ":",
    "∷", "│", "｜", "：", "－",
  ]
  /// Separators that do not require white space around them.
  private static let tight: Set<Character> = ["|", "»", "«", "_", "│", "｜", "：", "－"]
  /// The maximum number of parts of a title.
  private static let maxParts = 12
  /// The maximum length of a headline, in characters.
  private static let maxHeadingLength = 500

  /// Creates a title reader for a page; `host` is that of its address.
  init(_ tree: PageTree, site: String?, host: String?) {
    self.tree = tree
    self.site = Self.letters(site ?? "")
    var labels = (host ?? "").lowercased().split(separator: ".").map(String.init)
    if labels.first == "www" { labels.removeFirst() }
    var hosts = [labels.joined()]
    if labels.count > 1 { hosts.append(labels.suffix(2).joined()) }
    hosts += labels.dropLast()
    self.hosts = hosts.map(Self.letters).filter { $0.count > 2 }
  }

  /// The stated title without the site's name.
  func withoutSite(_ title: String) -> String {
    let parts = Self.parts(of: title)
    guard parts.count > 1, parts.count <= Self.maxParts else { return title }
    guard let headline = headline(of: title, parts) else {
      return withoutName(title, parts) ?? title
    }
    // A headline may also end with the site's name.
    let own = Self.parts(of: headline)
    return own.count > 1 ? withoutName(headline, own) ?? headline : headline
  }

  /// Whether a title is only the site's name.
  func isOnlySite(_ title: String) -> Bool { isSite(Self.letters(title)) }

  /// The page's only headline, if it says the same as the stated title.
  ///
  /// Titles written for search engines and previews often differ from the headline.
  func shown(for stated: String, pageTitle: String, isArticle: Bool) -> String? {
    guard let heading = onlyHeading.map(withoutSite) else { return nil }
    let letters = Self.letters(heading)
    let given = Self.letters(stated)
    guard letters != given, letters.count > 5, !isSite(letters) else { return nil }
    // The preview may name the whole site instead of the page.
    let whole = Self.letters(pageTitle)
    if whole.hasPrefix(letters), letters.count * 2 > whole.count, !whole.contains(given) {
      return heading
    }
    // A short heading may be the site's name.
    let isTitle = isArticle && Self.count(heading) > 3
    return isTitle && TitleText.similarity(stated, heading) >= 0.3 ? heading : nil
  }

  /// The first headline that is not the site's name.
  var headline: String? {
    for level in [Tag.h1, .h2] {
      for node in tree.elements([level], in: PageTree.root).prefix(10)
      where tree.textLength(node) <= Self.maxHeadingLength && !tree[node].flags.contains(.hidden) {
        let text = tree.innerText(node)
        if !text.isEmpty, !isOnlySite(text) { return text }
      }
      if !tree.elements([level], in: PageTree.root).isEmpty { break }
    }
    return nil
  }

  /// Removes markup that was escaped into the title, if the page shows the title without it.
  func withoutMarkup(_ title: String, pageTitle: String) -> String {
    guard title.contains("<"), title.contains(">") else { return title }
    let plain = ArticleBody(fragment: title).plainText.onOneLine
    let letters = Self.letters(plain)
    return !letters.isEmpty
      && (headings.contains(letters) || Self.letters(pageTitle).hasPrefix(letters)) ? plain : title
  }

  /// The article's title from a `<title>`.
  func article(from pageTitle: String) -> String? {
    let whole = PageText.decoded(pageTitle)
    let known = withoutSite(whole)
    guard known == whole else { return known }
    if let onlyHeading, !whole.isEmpty, PageText.decoded(onlyHeading) == whole { return whole }
    let parts = Self.parts(of: whole, isSpaced: true)
    if parts.count > 1 {
      // It is unknown which end is the site's name: the last part, unless too little remains.
      var title = String(whole[..<parts[parts.count - 2].upperBound])
      if Self.count(title) < 3 { title = String(whole[parts[1].lowerBound...]) }
      let hasHierarchy = whole.contains { "\\/>»".contains($0) }
      let words = Self.count(title)
      if words > 4 || hasHierarchy && words == Self.count(whole) - parts.count { return title }
    } else if whole.count > 150 || whole.count < 15, let onlyHeading, Self.count(onlyHeading) > 4 {
      return onlyHeading
    }
    return whole.isEmpty ? nil : whole
  }

  /// The letters of each headline of the page.
  private var headings: Set<String> {
    Set(
      tree.elements([.h1, .h2], in: PageTree.root).prefix(30).filter {
        tree.textLength($0) <= Self.maxHeadingLength
      }.map { Self.letters(tree.innerText($0)) }.filter { !$0.isEmpty })
  }

  /// The only first-level headline.
  private var onlyHeading: String? {
    let first = tree.elements([.h1], in: PageTree.root)
    return first.count == 1 ? tree.innerText(first[0], limit: Self.maxHeadingLength) : nil
  }

  /// The parts of the title that a headline of the page repeats.
  private func headline(of title: String, _ parts: [Range<String.Index>]) -> String? {
    let headings = headings
    // A longer headline may include the section's name; text after a colon belongs to the title.
    for end in parts.indices.dropLast()
    where !title[parts[end].upperBound..<parts[end + 1].lowerBound].contains(":") {
      let start = String(title[..<parts[end].upperBound])
      if Self.count(start) >= 4, headings.contains(Self.letters(start)),
        !isSite(Self.letters(start))
      {
        return start
      }
    }
    for length in stride(from: parts.count, to: 0, by: -1) {
      for start in 0...(parts.count - length) {
        let run = title[parts[start].lowerBound..<parts[start + length - 1].upperBound]
        // A short headline at the end is a logo.
        guard start == 0 || run.count * 2 >= title.count else { continue }
        let letters = Self.letters(String(run))
        if headings.contains(letters), !isSite(letters) { return String(run) }
      }
    }
    return nil
  }

  /// The title without parts at either end that are the site's name.
  private func withoutName(_ title: String, _ parts: [Range<String.Index>]) -> String? {
    for cut in 1..<parts.count {
      let end = title[parts[cut].lowerBound...]
      let letters = Self.letters(String(end))
      if isSite(letters) || (Self.count(String(end)) <= 5 && beginsAsSite(letters)) {
        return withoutSections(title, Array(parts[..<cut]))
      }
    }
    for cut in 1..<parts.count
    where isSite(Self.letters(String(title[..<parts[cut - 1].upperBound]))) {
      return String(title[parts[cut].lowerBound...])
    }
    return nil
  }

  /// The title without the site's sections, which precede its name with the same separators.
  private func withoutSections(_ title: String, _ parts: [Range<String.Index>]) -> String {
    let whole = String(title[..<parts[parts.count - 1].upperBound])
    guard parts.count > 1, parts.count <= 3 else { return whole }
    let rest = title[parts[parts.count - 1].upperBound...]
    let mark = rest.drop { $0 == " " }.prefix { $0 != " " }
    let first = String(title[..<parts[0].upperBound])
    let gaps = zip(parts, parts.dropFirst()).map {
      title[$0.upperBound..<$1.lowerBound].filter { $0 != " " }
    }
    // Dashes and colons also separate parts of sentences.
    guard gaps.allSatisfy({ $0 == mark }), !"-–—−:".contains(mark), Self.count(first) >= 4,
      parts.dropFirst().allSatisfy({ Self.count(String(title[$0])) <= 3 })
    else { return whole }
    return first
  }

  private func isSite(_ letters: String) -> Bool {
    !letters.isEmpty && (letters == site || hosts.contains(letters))
  }

  private func beginsAsSite(_ letters: String) -> Bool {
    ([site] + hosts).contains { $0.count > 4 && (letters.hasPrefix($0)) }
      || letters.count > 4 && site.hasPrefix(letters)
  }

  // MARK: Parts

  /// Splits a title at separators, most of which require white space around them; returns at least
  /// one part.
  private static func parts(of title: String, isSpaced: Bool = false) -> [Range<String.Index>] {
    var parts: [Range<String.Index>] = []
    var start = title.startIndex
    var index = title.startIndex
    func add(to end: String.Index) {
      let part = title[start..<end]
      guard let first = part.firstIndex(where: { $0 != " " }),
        let last = part.lastIndex(where: { $0 != " " })
      else { return }
      parts.append(first..<title.index(after: last))
    }
    while index < title.endIndex {
      let next = title.index(after: index)
      let mark = title[index]
      if separators.contains(mark) {
        var after = next
        if mark == ":", after < title.endIndex, title[after] == ":" {
          after = title.index(after: after)
        }
        let isBefore = index > title.startIndex && title[title.index(before: index)] == " "
        let isAfter = after < title.endIndex && title[after] == " "
        let isDouble = after != next
        // "Site: Title" has a space only after the separator.
        let parts =
          isBefore && isAfter
          || !isSpaced && (tight.contains(mark) || isDouble || mark == ":" && isAfter)
        if parts {
          add(to: index)
          start = after
          index = after
          continue
        }
      }
      index = next
    }
    add(to: title.endIndex)
    return parts
  }

  private static func letters(_ text: String) -> String {
    text.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  private static func count(_ text: String) -> Int {
    text.split(whereSeparator: \.isWhitespace).count
  }
}
