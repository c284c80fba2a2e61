package import ReadingList

/// Articles like those that a user saves over some years, the same for the same seed.
package struct ArticleGenerator {
  private var random: SeededNumbers
  private let sites: [(host: String, name: String)]
  private let authors: [String]
  private let tags: [String]
  private let sentences: [String]
  private let end: Timestamp

  /// Twelve years, in seconds.
  private static let span: Int64 = 12 * 365 * 86_400

  package init(seed: UInt64) {
    random = SeededNumbers(seed: seed)
    end = Timestamp(year: 2026, month: 11, day: 1) ?? Timestamp(seconds: 0)
    var names = random
    sites = (0..<400).map { _ in
      let words = [names.pick(Vocabulary.nouns), names.pick(Vocabulary.nouns)]
      let host =
        "\(words[0])\(names.pick(["", "-", "."]))\(words[1]).\(names.pick(["com", "org", "net", "de"]))"
      return (host, "\(words[0].capitalizedFirst) \(words[1].capitalizedFirst)")
    }
    authors = (0..<900).map { _ in
      "\(names.pick(Vocabulary.nouns)) \(names.pick(Vocabulary.nouns))".capitalizedFirst
    }
    tags = Vocabulary.tags
    sentences = (0..<800).map { _ in Self.sentence(&names) }
  }

  package mutating func article(number: Int) -> Article? {
    let site = random.skewed(sites)
    let title = self.title()
    let slug = title.lowercased().split { !$0.isLetter }.prefix(7).joined(separator: "-")
    let saved = end.advanced(bySeconds: -Int64.random(in: 0..<Self.span, using: &random))
    let given = "https://\(site.host)/\(2014 + number % 12)/\(slug)-\(number)"
    guard let address = try? WebAddress(given) else { return nil }
    var article = Article(
      address: address, given: random.chance(15) ? given + "?utm_source=mail" : given,
      savedAt: saved)
    article.title = title
    article.site = site.name
    article.author = random.chance(70) ? random.skewed(authors) : nil
    article.language = random.chance(85) ? "en" : random.pick(["de", "es", "fr", "ja"])
    article.excerpt = random.pick(sentences) + " " + random.pick(sentences)
    article.finalURL = random.chance(60) ? address.text : nil
    article.image = random.chance(50) ? "https://\(site.host)/images/\(number).jpg" : nil
    article.publishedAt =
      random.chance(80)
      ? saved.advanced(bySeconds: -Int64.random(in: 0..<8_000_000, using: &random)) : nil
    for _ in 0..<random.pick([0, 0, 1, 1, 2, 3]) {
      let tag = random.skewed(tags)
      if !article.tags.contains(tag) { article.tags.append(tag) }
    }
    read(&article, since: saved)
    return article
  }

  /// Adds what a reader did with the article since it was saved.
  private mutating func read(_ article: inout Article, since saved: Timestamp) {
    article.fetch = .ready
    article.fetchedAt = saved.advanced(bySeconds: 3)
    if random.chance(3) {
      article.fetch = .failed(reason: "The server answers 404 Not Found.")
    } else {
      let share = Double.random(in: 0..<1, using: &random)
      article.wordCount = 120 + Int(share * share * share * 9000)
    }
    let later = saved.advanced(bySeconds: Int64.random(in: 600..<4_000_000, using: &random))
    if random.chance(55) {
      article.isArchived = true
    } else if random.chance(12) {
      article.isFavorite = true
    }
    if random.chance(3) { article.isDeleted = true }
    if random.chance(article.isArchived ? 70 : 12) {
      let percent = random.chance(75) ? 100 : Int.random(in: 1..<95, using: &random)
      article.progress = Progress(percent: percent)
      article.position = ReadingPosition(block: percent / 3, offset: percent)
      article.readAt = later
    }
  }

  /// The text of an article, roughly as long as the article says; empty if it has none.
  package mutating func body(for article: Article) -> String {
    var html = ""
    var words = 0
    while words < article.wordCount {
      html += "<p>"
      for _ in 0..<Int.random(in: 2...7, using: &random) {
        let sentence = random.pick(sentences)
        html += sentence + " "
        words += 14
      }
      html += "</p>\n"
      if random.chance(10) { html += "<h2>\(title())</h2>\n" }
    }
    return html
  }

  private mutating func title() -> String {
    let (noun, other) = (random.pick(Vocabulary.nouns), random.pick(Vocabulary.nouns))
    return "Why the \(random.pick(Vocabulary.adjectives)) \(noun) matters more than the \(other)"
  }

  private static func sentence(_ random: inout SeededNumbers) -> String {
    let words = (0..<Int.random(in: 8...20, using: &random)).map { index in
      index % 3 == 1
        ? random.pick(["of", "and", "with", "from"])
        : index % 3 == 0 ? random.pick(Vocabulary.adjectives) : random.pick(Vocabulary.nouns)
    }
    return words.joined(separator: " ").capitalizedFirst + "."
  }
}
