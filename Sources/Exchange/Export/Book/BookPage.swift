import PageExtraction
import ReadingList

/// The document of an article in a book: its metadata, text and notes.
struct BookPage {
  let title: String
  let language: String?
  let isRightToLeft: Bool
  let headings: [BookText.Heading]
  /// XHTML.
  let document: String

  /// `file` returns the file of a picture by its address; nil if it is not in the book.
  init(
    _ article: Article, body: String?, day: (Timestamp) -> String,
    file: @escaping (String) -> String?
  ) {
    let title = Self.title(of: article)
    let body = body.map(ArticleBody.init(fragment:)) ?? ArticleBody(blocks: [])
    let language = Self.tag(of: article.language ?? "")
    let isRightToLeft = article.direction.map { $0 == "rtl" } ?? title.isRightToLeft ?? false
    let text = body.bookText(file: file)
    self.title = title
    self.language = language
    self.isRightToLeft = isRightToLeft
    headings = text.headings
    let parts = [
      Self.header(of: article, title: title, day: day),
      body.isEmpty ? "<p class=\"facts\">This article has no text.</p>" : text.markup.forMarkup,
      Self.quotations(article.highlights.inTextOrder),
    ]
    document = Self.document(
      title: title, language: language, isRightToLeft: isRightToLeft,
      content: "<article>\n" + parts.filter { !$0.isEmpty }.joined(separator: "\n") + "\n</article>"
    )
  }

  static func document(
    title: String, language: String?, isRightToLeft: Bool = false, content: String
  ) -> String {
    let language = language.map { " xml:lang=\"\($0)\" lang=\"\($0)\"" } ?? ""
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE html>
      <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"\
      \(language)\(isRightToLeft ? " dir=\"rtl\"" : "")>
      <head>
      <title>\(title.escapedMarkup)</title>
      <link rel="stylesheet" type="text/css" href="style.css"/>
      </head>
      <body>
      \(content)
      </body>
      </html>

      """
  }

  /// The language, script and region of a BCP 47 tag; nil if there is no language.
  private static func tag(of language: String) -> String? {
    let parts: ArraySlice<Substring> = language.split { $0 == "-" || $0 == "_" }.prefix {
      (2...4).contains($0.count) && $0.allSatisfy { $0.isASCII && $0.isLetter }
    }
    guard let first = parts.first, first.count < 4 else { return nil }
    return ([first.lowercased()] + parts.dropFirst().prefix(2).map(String.init)).joined(
      separator: "-")
  }

  /// Never empty.
  private static func title(of article: Article) -> String {
    let address = WebAddress.strict(article.url) ?? ""
    return [article.title.shownInBook, address].first { !$0.isEmpty } ?? "Untitled"
  }

  private static func header(
    of article: Article, title: String, day: (Timestamp) -> String
  ) -> String {
    var lines = ["<header>", "<h1>\(title.escapedMarkup)</h1>"]
    let by = [article.author, article.site].compactMap { $0?.shownInBook }.filter { !$0.isEmpty }
    if !by.isEmpty {
      lines.append("<p class=\"by\">\(by.joined(separator: " · ").escapedMarkup)</p>")
    }
    let dates =
      (article.publishedAt.map { ["Published \(day($0))"] } ?? []) + [
        "Saved \(day(article.savedAt))"
      ]
    lines.append(
      "<p class=\"facts\" xml:lang=\"en\" lang=\"en\" dir=\"ltr\">"
        + "\(dates.joined(separator: " · ").escapedMarkup)</p>")
    if let address = WebAddress.strict(article.url)?.escapedMarkup {
      lines.append("<p class=\"facts\" dir=\"ltr\"><a href=\"\(address)\">\(address)</a></p>")
    }
    if !article.tags.isEmpty {
      let tags = article.tags.map { "#" + $0 }.joined(separator: " ")
      lines.append("<p class=\"facts\">\(tags.escapedMarkup)</p>")
    }
    if !article.note.isEmpty {
      lines.append("<aside class=\"note\">\(paragraphs(article.note))</aside>")
    }
    return (lines + ["</header>"]).joined(separator: "\n")
  }

  private static func quotations(_ highlights: [Highlight]) -> String {
    guard !highlights.isEmpty else { return "" }
    let quotes = highlights.map { highlight in
      let note =
        highlight.note.isEmpty
        ? "" : "\n<aside class=\"note\">\(paragraphs(highlight.note))</aside>"
      return "<blockquote class=\"\(highlight.color.rawValue)\">"
        + "\(paragraphs(highlight.quote))</blockquote>\(note)"
    }
    return "<section class=\"highlights\">\n<h2 xml:lang=\"en\" lang=\"en\">Highlights</h2>\n"
      + quotes.joined(separator: "\n") + "\n</section>"
  }

  private static func paragraphs(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).map { line in
      "<p dir=\"auto\">\(String(line).escapedMarkup)</p>"
    }.joined(separator: "\n")
  }
}
