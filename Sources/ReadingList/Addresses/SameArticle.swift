// When two saved addresses are one article: the one place that says so.

extension Article {
  /// How many addresses of an article count; those beyond stay in its record and find nothing.
  package static let maxAddresses = 1000

  /// The addresses that a person gave it: the one it was saved by, and those of articles that were
  /// merged with it.
  package var ownAddresses: [WebAddress] {
    var found = [WebAddress(canonical: canonicalURL)].compactMap(\.self)
    var texts: Set = [canonicalURL]
    for text in CollectionOfOne(url) + otherURLs.prefix(Self.maxAddresses) {
      guard texts.insert(text).inserted, let address = try? WebAddress(text),
        address.text != canonicalURL
      else { continue }
      if texts.insert(address.text).inserted || address.text == text { found.append(address) }
    }
    return found
  }

  /// The address that answered with its text, where the requests for it ended.
  package var answeringAddress: WebAddress? { finalURL.flatMap { try? WebAddress($0) } }

  /// The address that its page names as its own, where that can be believed: on the site that the page
  /// itself is on.
  package var namedAddress: WebAddress? {
    guard let pageURL, let named = try? WebAddress(pageURL),
      let place = answeringAddress ?? (try? WebAddress(url)), named.isOfSameSite(as: place)
    else { return nil }
    return named
  }

  /// The addresses that it is found by: its own, and the one that answered.
  ///
  /// The canonical URL that a page names is not among them: it may have another text.
  package var addresses: [WebAddress] {
    let own = ownAddresses
    guard let answering = answeringAddress, !own.contains(answering) else { return own }
    return own + [answering]
  }

  /// Whether addresses show that two articles may be one; only if their texts are the same too are they.
  ///
  /// The request for one ended at an address of the other, or its page names one on its own site; or
  /// the requests for two addresses of different sites ended at one. One site that sends several of its
  /// addresses to one place, or names one for all of them, has put something in their way: a login, a
  /// section, its home page.
  package func isLinked(to other: Article) -> Bool {
    guard id != other.id else { return false }
    if leads(to: other) || other.leads(to: self) { return true }
    guard let end = answeringAddress?.deduplicationKey,
      end == other.answeringAddress?.deduplicationKey, Self.isMoreThanHome(end),
      let mine = try? WebAddress(url), let theirs = try? WebAddress(other.url)
    else { return false }
    return !mine.isOfSameSite(as: theirs)
  }

  /// Whether two articles are one: their addresses, their pages' titles and their texts say so.
  ///
  /// - Parameters:
  ///   - other: another article.
  ///   - texts: the stored texts of this one and the other.
  /// - Returns: false as well when one of them has no text that can be trusted.
  package func isSame(as other: Article, texts: (String, String)) -> Bool {
    fetch == .ready && other.fetch == .ready && isLinked(to: other) && hasTitle(of: other)
      && SameText.areSame(texts.0, texts.1)
  }

  /// Titles that a person chose say nothing.
  private func hasTitle(of other: Article) -> Bool {
    guard let mine = isTitleEdited ? pageTitle : title,
      let theirs = other.isTitleEdited ? other.pageTitle : other.title
    else { return true }
    return mine == theirs
  }

  private func leads(to other: Article) -> Bool {
    let ends = Set([answeringAddress, namedAddress].compactMap { $0?.deduplicationKey }).filter(
      Self.isMoreThanHome)
    return !ends.isEmpty && other.ownAddresses.contains { ends.contains($0.deduplicationKey) }
  }

  private static func isMoreThanHome(_ deduplicationKey: String) -> Bool {
    deduplicationKey.utf8.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
  }
}
