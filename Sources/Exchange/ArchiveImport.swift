import ReadingList

/// Reads the exported files in a ZIP archive.
///
/// The archive is gone through as often as needed: first the articles, then what was marked in them, so
/// that it does not matter in which order they lie there.
struct ArchiveImport {
  let path: String
  /// How messages name the archive.
  let name: String
  let reader: ImportReader
  let format: ExchangeFormat?

  /// What files of an archive are looked at, by the ends of their names.
  private static let endings = [".csv", ".json", ".html", ".htm", ".opml", ".txt"]
  private static let annotations = "annotations/"

  func read(_ deliver: ImportReader.Receiver) throws(ExchangeProblem) {
    let isOmnivore = format == nil ? try hasOmnivore() : format == .omnivore
    if isOmnivore {
      try OmnivoreArchive(path: path, name: name, reader: reader).read(deliver)
      return
    }
    var found = 0
    for isSecond in [false, true] {
      let archive = try ZipArchive(path)
      while let entry = try archive.next() {
        let name = "\(self.name):\(entry.path)"
        let isAnnotations = entry.path.contains(Self.annotations)
        guard isAnnotations == isSecond else { continue }
        if let problem = Self.problem(of: entry) {
          guard deliver(.damaged(problem), ImportedPlace(file: name)) else { return }
          continue
        }
        guard Self.isWanted(entry) else { continue }
        found += 1
        do throws(ExchangeProblem) {
          let shouldContinue = try reader.read(
            archive.content,
            as: format,
            named: name,
            mayBeEmpty: true,
            deliver
          )
          guard shouldContinue else { return }
        } catch {
          guard deliver(.damaged(error.message), ImportedPlace(file: name)) else { return }
        }
      }
    }
    if found == 0 { throw ExchangeProblem("the archive holds nothing that can be imported") }
  }

  /// Why a file that may be meant to be imported cannot be; nil for others.
  static func problem(of entry: ZipArchive.Entry) -> String? {
    if let problem = entry.problem { return problem }
    return entry.name.lowercased().hasSuffix(".zip")
      ? "an archive within an archive is not read; unpack it first" : nil
  }

  private static func isWanted(_ entry: ZipArchive.Entry) -> Bool {
    let name = entry.name.lowercased()
    return !entry.path.hasPrefix("__MACOSX/") && !name.hasPrefix(".")
      && endings.contains { name.hasSuffix($0) }
  }

  private func hasOmnivore() throws(ExchangeProblem) -> Bool {
    let archive = try ZipArchive(path)
    while let entry = try archive.next() {
      if OmnivoreArchive.isMetadata(entry) { return true }
    }
    return false
  }
}

/// Reads Omnivore's export: what is known of articles in `metadata_A_to_B.json`, their texts in
/// `content/SLUG.html` and what was marked in `highlights/SLUG.md`.
///
/// Some thousand articles are held at a time, without their texts, while the archive is gone through for
/// those.
struct OmnivoreArchive {
  let path: String
  let name: String
  let reader: ImportReader

  /// The most articles that wait for their texts together.
  private static let maxCount = 4096
  /// The longest text and the longest list of highlights of one article, in bytes.
  private static let maxTextLength = 32 << 20
  private static let maxHighlightsSize = 1 << 20

  private struct Waiting {
    var article: ImportedArticle
    var place: ImportedPlace
  }

  static func isMetadata(_ entry: ZipArchive.Entry) -> Bool {
    entry.name.hasPrefix("metadata_") && entry.name.hasSuffix(".json")
  }

  func read(_ deliver: ImportReader.Receiver) throws(ExchangeProblem) {
    reader.tell(.omnivore)
    let archive = try ZipArchive(path)
    var waiting: [String: Waiting] = [:]
    var shouldContinue = true
    while shouldContinue, let entry = try archive.next() {
      let name = "\(self.name):\(entry.path)"
      if let problem = ArchiveImport.problem(of: entry) {
        shouldContinue = deliver(.damaged(problem), ImportedPlace(file: name))
        continue
      }
      guard Self.isMetadata(entry) else { continue }
      let content = archive.content
      var elements = JSONElements(content.asUTF8())
      while shouldContinue, let element = elements.next() {
        guard case .value(let value, let line) = element else {
          if case .damaged(let line, let reason) = element {
            shouldContinue = deliver(.damaged(reason), ImportedPlace(file: name, line: line))
          }
          continue
        }
        let place = ImportedPlace(file: name, line: line)
        let event = value.members == nil ? .damaged("it is not an object") : value.omnivore()
        if case .article(let article) = event, let slug = value["slug"]?.string,
          waiting[slug] == nil
        {
          waiting[slug] = Waiting(article: article, place: place)
          if waiting.count == Self.maxCount { shouldContinue = try handOn(&waiting, deliver) }
        } else {
          shouldContinue = deliver(event, place)
        }
      }
      if shouldContinue, let problem = content.problem {
        shouldContinue = deliver(.damaged(problem.message), ImportedPlace(file: name))
      }
    }
    if shouldContinue { _ = try handOn(&waiting, deliver) }
  }

  /// Gives the articles that wait, with their texts; false when nothing more is wanted.
  private func handOn(
    _ waiting: inout [String: Waiting],
    _ deliver: ImportReader.Receiver
  ) throws(ExchangeProblem) -> Bool {
    try eachFile(in: "highlights/", ending: ".md") { slug, archive in
      guard var found = waiting[slug] else { return true }
      if let bytes = archive.content.asUTF8().rest(limit: Self.maxHighlightsSize) {
        found.article.marks = Self.marks(String(decoding: bytes, as: UTF8.self))
      } else {
        found.article.remarks.append("imported without its highlights, which are too long")
      }
      waiting[slug] = found
      return true
    }
    let shouldContinue = try eachFile(in: "content/", ending: ".html") { slug, archive in
      guard var found = waiting.removeValue(forKey: slug) else { return true }
      let content = archive.content
      if let bytes = content.asUTF8().rest(limit: Self.maxTextLength), content.problem == nil {
        found.article.html = String(decoding: bytes, as: UTF8.self)
      } else {
        let reason = content.problem?.message ?? "it is too long"
        found.article.remarks.append("imported without its text: \(reason)")
      }
      return deliver(.article(found.article), found.place)
    }
    guard shouldContinue else { return false }
    for found in waiting.values.sorted(by: { ($0.place.line ?? 0) < ($1.place.line ?? 0) }) {
      guard deliver(.article(found.article), found.place) else { return false }
    }
    waiting = [:]
    return true
  }

  /// Gives each file of a directory by its name without ending; false when nothing more is wanted.
  @discardableResult
  private func eachFile(
    in directory: String,
    ending: String,
    _ body: (String, ZipArchive) -> Bool
  ) throws(ExchangeProblem) -> Bool {
    let archive = try ZipArchive(path)
    while let entry = try archive.next() {
      guard entry.problem == nil,
        entry.path.hasPrefix(directory) || entry.path.contains("/" + directory),
        entry.name.hasSuffix(ending)
      else { continue }
      guard body(String(entry.name.dropLast(ending.count)), archive) else { return false }
    }
    return true
  }

  /// Passages stand as quotes, what was written beside one below it.
  static func marks(_ markdown: String) -> [ImportedArticle.Mark] {
    var marks: [ImportedArticle.Mark] = []
    var isInQuote = false
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
      let text = String(line).trimmingSpace
      guard text.hasPrefix(">") else {
        isInQuote = false
        if !text.isEmpty, !text.hasPrefix("#"), let last = marks.indices.last {
          marks[last].note += (marks[last].note.isEmpty ? "" : "\n") + text
        }
        continue
      }
      var quote = String(text.dropFirst()).trimmingSpace
      // Behind a passage stands a link to it.
      if let link = quote.firstRange(of: "[⤴️](")?.lowerBound {
        quote = String(quote[..<link]).trimmingSpace
      }
      if isInQuote, let last = marks.indices.last {
        if !quote.isEmpty { marks[last].quote += "\n" + quote }
      } else if !quote.isEmpty {
        marks.append(.init(quote: quote))
        isInQuote = true
      }
    }
    return marks
  }
}
