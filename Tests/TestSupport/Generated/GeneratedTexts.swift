import Glibc
package import ReadingList

/// An article whose text reads like language, for full-text search.
package struct GeneratedText {
  package let number: Int
  package let id: ArticleID
  package let title: String
  package let author: String
  package let site: String
  package let url: String
  package let tag: String
  package let body: String
}

/// Articles for full-text search, one after another, the same each time.
package struct GeneratedTexts {
  /// The seed of the library whose articles have the same ids.
  package static let seed: UInt64 = 1

  private var language = LanguageGenerator(seed: 7)
  private var articles = ArticleGenerator(seed: seed)
  private var number = 0

  /// Starts with the first.
  package init() {}

  /// The words, the most frequent ones first.
  package var words: [String] { language.words }

  /// The next one.
  package mutating func next() -> GeneratedText {
    defer { number += 1 }
    let url = "https://example.com/\(number)"
    let body = language.text(words: 600)
    return GeneratedText(
      number: number, id: articles.article(number: number)?.id ?? ArticleID(canonicalURL: url),
      title: language.title(), author: Vocabulary.givenNames[number % Vocabulary.givenNames.count],
      site: Vocabulary.nouns[number % 97], url: url,
      tag: Vocabulary.tags[language.number(below: Vocabulary.tags.count)], body: body)
  }

  /// Writes what other programs index of so many: a text and a mail of each, and a feed of all.
  ///
  /// - Throws: `SystemFailure`.
  package static func write(_ count: Int, to directory: String) throws(SystemFailure) {
    func put(_ text: String, _ name: String, _ mode: String = "w") throws(SystemFailure) {
      guard let file = fopen("\(directory)/\(name)", mode) else { throw SystemFailure(name) }
      fputs(text, file)
      fclose(file)
    }
    for name in ["", "texts", "mails", "mails/cur", "mails/new", "mails/tmp"] {
      mkdir("\(directory)/\(name)", 0o700)
    }
    let head = "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>Bench</title>\n"
    try put(head, "feed.xml")
    var texts = GeneratedTexts()
    for number in 0..<count {
      let one = texts.next()
      let text = "\(one.title)\n\n\(one.body)"
      try put(text, "texts/\(number).txt")
      try put(
        "From: a@example.com\nDate: Mon, 2 Nov 2026 10:00:00 +0000\n"
          + "Message-ID: <\(number)@example.com>\nSubject: \(text)", "mails/cur/\(number):2,S")
      try put(
        "<item><title>\(one.title)</title><guid>\(number)</guid>"
          + "<description>\(one.body)</description></item>\n", "feed.xml", "a")
    }
    try put("</channel></rss>\n", "feed.xml", "a")
  }
}
