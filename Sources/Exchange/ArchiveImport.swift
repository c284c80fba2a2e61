import ReadingList
import Web

/// Reads the exported files in a ZIP archive in any order: first lists and highlights, then the
/// texts that articles wait for.
struct ArchiveImport {
  let reader: ImportReader

  private static let endings = [
    ".csv", ".json", ".jsonl", ".html", ".htm", ".opml", ".txt", ".xml", ".xbel", ".enex", ".plist",
    ".md", ".markdown",
  ]
  /// Of one article's text, and of all highlights, in bytes.
  private static let maxTextLength = 32 << 20
  private static let maxMarksLength = 64 << 20
  /// Of articles that wait for their texts.
  private static let maxWaiting = 200_000

  func read(_ deliver: ImportReader.Receiver) throws(ExchangeProblem) {
    // Articles that wait for their texts, and highlights as Markdown, by file name.
    var waiting: [String: (article: ImportedArticle, place: ImportedPlace)] = [:]
    var marks: [String: String] = [:]
    var room = Self.maxMarksLength
    var isEmpty = true
    func give(_ slug: String) -> Bool {
      guard let found = waiting.removeValue(forKey: slug) else { return true }
      var article = found.article
      article.takeMarks(marks.removeValue(forKey: slug) ?? "")
      return deliver(.article(article), found.place)
    }
    for isSecond in [false, true] where !isSecond || !waiting.isEmpty {
      let archive = try ZipArchive(reader.path)
      while let entry = try archive.next() {
        let isText = entry.lies(in: "content/") && entry.name.hasSuffix(".html")
        let place = ImportedPlace(file: "\(reader.name):\(entry.path)")
        guard isText == isSecond else { continue }
        if let problem = entry.problem ?? Self.problem(of: entry) {
          guard deliver(.damaged(problem), place) else { return }
        } else if isText {
          let slug = String(entry.name.dropLast(5))
          let content = archive.content
          if let bytes = content.rest(limit: Self.maxTextLength), content.problem == nil {
            waiting[slug]?.article.html = Self.text(bytes)
          } else if waiting[slug] != nil {
            let reason = content.problem?.message ?? "it is too long"
            guard deliver(.damaged(reason), place) else { return }
          }
          guard give(slug) else { return }
        } else if entry.lies(in: "highlights/"), entry.name.hasSuffix(".md") {
          let content = archive.content
          if let bytes = content.rest(limit: room), content.problem == nil {
            room -= bytes.count
            marks[String(entry.name.dropLast(3))] = Self.text(bytes)
          } else {
            let reason = content.problem?.message ?? "the highlights are too long"
            guard deliver(.damaged(reason), place) else { return }
          }
        } else if Self.isWanted(entry) {
          do throws(ExchangeProblem) {
            let isCollection = entry.lies(in: "collections/") && entry.name.hasSuffix(".json")
            let shouldContinue = try reader.read(
              archive.content, as: reader.format ?? (isCollection ? .pocketCollections : nil),
              named: place.file, isInArchive: true
            ) { event, place in
              if case .skipped = event {} else { isEmpty = false }
              guard case .article(let article) = event, article.awaitsText,
                waiting[article.key] == nil, waiting.count < Self.maxWaiting
              else { return deliver(event, place) }
              waiting[article.key] = (article, place)
              return true
            }
            guard shouldContinue else { return }
          } catch {
            isEmpty = false
            guard deliver(.damaged(error.message), place) else { return }
          }
        }
      }
    }
    for slug in waiting.sorted(by: { ($0.value.place.file, $0.key) < ($1.value.place.file, $1.key) }
    )
    .map(\.key) {
      guard give(slug) else { return }
    }
    if isEmpty { throw ExchangeProblem("the archive holds nothing that can be imported") }
  }

  /// Why a file that the user may expect is not imported; nil for other files.
  private static func problem(of entry: ZipArchive.Entry) -> String? {
    entry.name.lowercased().hasSuffix(".zip")
      ? "an archive within an archive is not read; unpack it first" : nil
  }

  private static func isWanted(_ entry: ZipArchive.Entry) -> Bool {
    let name = entry.name.lowercased()
    return !entry.path.hasPrefix("__MACOSX/") && !name.hasPrefix(".")
      && endings.contains { name.hasSuffix($0) }
  }

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: CharacterEncoding.utf8(bytes, contentType: nil), as: UTF8.self)
  }
}

extension ZipArchive.Entry {
  /// At any depth.
  fileprivate func lies(in directory: String) -> Bool {
    path.hasPrefix(directory) || path.contains("/" + directory)
  }
}

extension ImportedArticle {
  /// Adds highlights in Omnivore's form: a passage is a quote with its note below; text before the
  /// first passage is a note on the article.
  mutating func takeMarks(_ markdown: String) {
    for paragraph in markdown.replacing("\r\n", with: "\n").split(separator: "\n\n") {
      let lines = paragraph.split(separator: "\n").map { $0.trimmed }
      if let first = lines.first, first.hasPrefix(">") {
        // A passage ends with a link to itself.
        let said = lines.map { String($0.drop { $0 == ">" }).trimmed }.joined(separator: "\n")
        let end = said.firstRange(of: "[⤴️](")?.lowerBound ?? said.endIndex
        marks.append(.init(quote: said[..<end].trimmed))
      } else if lines.first?.hasPrefix("#") ?? true {
        continue
      } else if let last = marks.indices.last {
        marks[last].add(toNote: lines.joined(separator: "\n"))
      } else {
        note += (note.isEmpty ? "" : "\n\n") + lines.joined(separator: "\n")
      }
    }
  }
}
