import ReadingList
import Web

/// Reads the exported files in a ZIP archive, whatever their order: first the lists and highlights,
/// then the texts of the articles that wait for them.
struct ArchiveImport {
  let path: String
  /// The archive's name in messages.
  let name: String
  let reader: ImportReader
  let format: ExchangeFormat?

  /// The file name extensions that are read.
  private static let endings = [
    ".csv", ".json", ".jsonl", ".html", ".htm", ".opml", ".txt", ".xml", ".xbel", ".enex", ".plist",
  ]
  /// The maximum length of one article's text, of its highlights, and of all highlights, in bytes.
  private static let maxTextLength = 32 << 20
  private static let maxMarksLength = 1 << 20
  private static let maxAllMarksLength = 64 << 20
  /// The maximum number of articles that wait for their texts.
  private static let maxWaiting = 200_000

  /// Articles that wait for their texts, by the base name of the text's file.
  private final class Waiting {
    var articles: [String: (article: ImportedArticle, place: ImportedPlace)] = [:]
    /// The highlights of those articles as Markdown, by the same names.
    var marks: [String: String] = [:]
    var marksLength = 0
  }

  func read(_ deliver: ImportReader.Receiver) throws(ExchangeProblem) {
    let waiting = Waiting()
    var (found, hasTexts) = (0, false)
    for isSecond in [false, true] where !isSecond || hasTexts {
      let archive = try ZipArchive(path)
      while let entry = try archive.next() {
        let isText = entry.lies(in: "content/") && entry.name.hasSuffix(".html")
        hasTexts = hasTexts || isText
        let name = "\(self.name):\(entry.path)"
        if let problem = Self.problem(of: entry) {
          guard isSecond || deliver(.damaged(problem), ImportedPlace(file: name)) else { return }
          continue
        }
        guard isText == isSecond else { continue }
        if isText, !waiting.articles.isEmpty {
          guard take(archive.content, String(entry.name.dropLast(5)), waiting, deliver) else {
            return
          }
        } else if entry.lies(in: "highlights/"), entry.name.hasSuffix(".md") {
          takeMarks(archive.content, String(entry.name.dropLast(3)), waiting)
        } else if Self.isWanted(entry) {
          do throws(ExchangeProblem) {
            let isCollection = entry.lies(in: "collections/") && entry.name.hasSuffix(".json")
            let shouldContinue = try reader.read(
              archive.content, as: format ?? (isCollection ? .pocketCollections : nil), named: name,
              isInArchive: true
            ) { event, place in
              if case .skipped = event {} else { found += 1 }
              guard case .article(let article) = event, article.awaitsText,
                waiting.articles[article.key] == nil, waiting.articles.count < Self.maxWaiting
              else { return deliver(event, place) }
              waiting.articles[article.key] = (article, place)
              return true
            }
            guard shouldContinue else { return }
          } catch {
            found += 1
            guard deliver(.damaged(error.message), ImportedPlace(file: name)) else { return }
          }
        }
      }
    }
    func isBefore(_ a: ImportedPlace, _ b: ImportedPlace) -> Bool {
      (a.file, a.line ?? 0) < (b.file, b.line ?? 0)
    }
    for (slug, one) in waiting.articles.sorted(by: { isBefore($0.value.place, $1.value.place) }) {
      guard deliver(.article(marked(one.article, slug, waiting)), one.place) else { return }
    }
    if found == 0 { throw ExchangeProblem("the archive holds nothing that can be imported") }
  }

  /// Explains why a file that the user may expect to be imported cannot be; nil for other files.
  private static func problem(of entry: ZipArchive.Entry) -> String? {
    if let problem = entry.problem { return problem }
    return entry.name.lowercased().hasSuffix(".zip")
      ? "an archive within an archive is not read; unpack it first" : nil
  }

  private static func isWanted(_ entry: ZipArchive.Entry) -> Bool {
    let name = entry.name.lowercased()
    return !entry.path.hasPrefix("__MACOSX/") && !name.hasPrefix(".")
      && endings.contains { name.hasSuffix($0) }
  }

  /// Delivers the article that a text belongs to; false stops the import.
  private func take(
    _ content: ByteStream, _ slug: String, _ waiting: Waiting, _ deliver: ImportReader.Receiver
  ) -> Bool {
    guard let found = waiting.articles.removeValue(forKey: slug) else { return true }
    var article = found.article
    if let bytes = content.rest(limit: Self.maxTextLength), content.problem == nil {
      article.html = Self.text(bytes)
    } else {
      let reason = content.problem?.message ?? "it is too long"
      article.remarks.append("imported without its text: \(reason)")
    }
    return deliver(.article(marked(article, slug, waiting)), found.place)
  }

  private func takeMarks(_ content: ByteStream, _ slug: String, _ waiting: Waiting) {
    let bytes = content.rest(limit: Self.maxMarksLength) ?? []
    waiting.marksLength += bytes.count
    let isKept = !bytes.isEmpty && waiting.marksLength <= Self.maxAllMarksLength
    waiting.marks[slug] = isKept ? Self.text(bytes) : ""
  }

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: CharacterEncoding.utf8(bytes, contentType: nil), as: UTF8.self)
  }

  private func marked(
    _ article: ImportedArticle, _ slug: String, _ waiting: Waiting
  ) -> ImportedArticle {
    guard let markdown = waiting.marks.removeValue(forKey: slug) else { return article }
    var article = article
    if markdown.isEmpty {
      article.remarks.append("imported without its highlights, which are too long")
    }
    article.takeMarks(markdown)
    return article
  }
}

extension ZipArchive.Entry {
  /// Whether the entry is in a directory of this name, at any depth.
  fileprivate func lies(in directory: String) -> Bool {
    path.hasPrefix(directory) || path.contains("/" + directory)
  }
}

extension ImportedArticle {
  /// The maximum number of bytes searched for the rest of passages.
  private static let maxSearched = 1 << 27

  /// Adds highlights as Omnivore writes them: each passage is a quote, with its note below.
  ///
  /// Only the first paragraph of a passage is quoted; a later paragraph that occurs in the text
  /// continues the passage. Text before the first passage, or at the end, is a note on the article.
  mutating func takeMarks(_ markdown: String) {
    let text = html.map { Self.letters(of: Self.words(of: $0)) } ?? []
    var paragraphs: [(text: String, isQuote: Bool)] = []
    var isOpen = false
    for line in markdown.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      var line = String(line)
      let isQuote = line.trimmingSpace.hasPrefix(">")
      if isQuote { line = String(line.trimmingSpace.dropFirst()).trimmingSpace }
      // A passage ends with a link to itself.
      if let link = line.firstRange(of: "[⤴️](")?.lowerBound {
        line = String(line[..<link]).trimmingSpace
      }
      if line.trimmingSpace.isEmpty {
        isOpen = isOpen && isQuote
      } else if isOpen, let last = paragraphs.indices.last, paragraphs[last].isQuote == isQuote {
        paragraphs[last].text += "\n" + line
      } else {
        paragraphs.append((line, isQuote))
        isOpen = true
      }
    }
    var notes: [String] = []
    var searched = 0
    for (index, paragraph) in paragraphs.enumerated() where !paragraph.text.hasPrefix("#") {
      if paragraph.isQuote {
        marks.append(.init(quote: paragraph.text))
      } else if let last = marks.indices.last {
        let letters = Self.letters(of: paragraph.text)
        let isLast = index == paragraphs.count - 1
        searched += text.count
        if marks[last].note.isEmpty, letters.count > 16, searched < Self.maxSearched,
          text.has(Array(letters.prefix(64)))
        {
          marks[last].quote += "\n" + paragraph.text
        } else if isLast, notes.isEmpty, !marks[last].note.isEmpty || marks.count > 1 {
          notes.append(paragraph.text)
        } else {
          marks[last].add(toNote: paragraph.text)
        }
      } else {
        notes.append(paragraph.text)
      }
    }
    note = ([note] + notes).filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// The letters and digits of a text, so that markup, quotation marks and line breaks do not
  /// matter.
  private static func letters(of text: String) -> [UInt8] {
    text.utf8.filter { $0 >= 128 || (48...57).contains($0) || (97...122).contains($0 | 32) }
  }

  /// The text of a piece of markup, without tags.
  private static func words(of html: String) -> String {
    var scanner = MarkupScanner(Array(html.utf8))
    var bytes: [UInt8] = []
    while let token = scanner.next() {
      switch token {
      case .literal(let range), .text(let range): bytes += scanner.bytes[range]
      case .start, .end: break
      }
    }
    return String(decoding: MarkupText.decoded(bytes), as: UTF8.self)
  }
}
