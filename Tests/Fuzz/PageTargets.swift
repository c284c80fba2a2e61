import PageExtraction
import Reader
import ReadingList
import Terminal
import Web

/// Checks an article's body: its fragment reads back unchanged, and it can be typeset at any width.
private func checkBody(_ body: ArticleBody, width: Int) {
  let fragment = body.fragmentHTML
  let read = ArticleBody(fragment: fragment)
  let again = read.fragmentHTML
  check(
    again == fragment,
    "a fragment changes when it is read: \(fragment.debugDescription) \(again.debugDescription)")
  checkHarmless(body.plainText, "the text")
  for line in typeset(body, header: nil, width: width, options: TypesetOptions()).lines {
    let text = line.plainText
    check(text.displayWidth <= width, "\(text.debugDescription) is wider than \(width)")
    checkHarmless(text, "a line")
  }
}

private func width(_ bytes: [UInt8]) -> Int { 2 + Int(bytes.last ?? 79) % 120 }

/// Extracts a web page.
func fuzzPage(_ bytes: [UInt8]) {
  let html = CharacterEncoding.utf8(bytes, contentType: nil)
  let page = PageSource(html: html, url: "https://www.example.com/2024/05/06/a-page")
  let found = PageExtractor().extract(page)
  let answer = ExtractionAnswer(to: page, rule: nil)
  check(found == answer.extraction, "the same page gives two articles")
  guard let read = ExtractionAnswer(Array(answer.json.compact.utf8))?.extraction else {
    return check(false, "a worker's answer cannot be read")
  }
  check(read.metadata == found.metadata, "a worker's answer is read as another")
  let metadata = found.metadata
  for text in [
    metadata.title, metadata.author, metadata.site, metadata.excerpt, metadata.image,
    found.nextPage,
  ] { checkHarmless(text, "metadata") }
  // As it is stored: a page is read by a worker, whose fragment is read again.
  checkBody(read.body, width: width(bytes))
}

/// Reads a stored text, which another program may have changed.
func fuzzFragment(_ bytes: [UInt8]) {
  let body = ArticleBody(fragment: String(decoding: bytes, as: UTF8.self))
  checkBody(body, width: width(bytes))
}

/// Reads a Markdown file.
func fuzzMarkdown(_ bytes: [UInt8]) {
  checkBody(PageExtractor().extract(PageSource(markdown: bytes)).body, width: width(bytes))
}

/// Decodes bytes; the first byte selects the encoding that the server declares.
func fuzzEncoding(_ bytes: [UInt8]) {
  let labels = [
    nil, "text/html; charset=shift_jis", "text/html; charset=utf-16le",
    "text/html; charset=gb18030",
  ]
  let type = labels[Int(bytes.first ?? 0) % labels.count]
  let text = CharacterEncoding.utf8(Array(bytes.dropFirst()), contentType: type)
  check(String(validating: text, as: UTF8.self) != nil, "what was decoded is not UTF-8")
  check(!text.contains(0), "what was decoded has a NUL")
}
