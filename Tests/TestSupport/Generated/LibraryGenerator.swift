import Glibc
import ReadingList

/// Writes the files of a large library as its format describes them, with nothing of the program that reads
/// them.
package struct LibraryGenerator {
  private let directory: String

  /// Takes the path of the library, which is made.
  package init(directory: String) { self.directory = directory }

  /// Writes `count` articles, the same for the same seed; with `text`, their texts are what that gives.
  ///
  /// - Throws: `SystemFailure`.
  package func make(
    count: Int, seed: UInt64, bodies: Bool = true, text: (() -> String)? = nil
  ) throws {
    for path in [
      directory, LibraryFiles.articles(in: directory), LibraryFiles.texts(in: directory),
    ] { mkdir(path, 0o700) }
    for shard in 0..<256 {
      let name = (shard < 16 ? "0" : "") + String(shard, radix: 16)
      mkdir(LibraryFiles.shard(of: name, in: directory), 0o700)
      mkdir(LibraryFiles.textShard(of: name, in: directory), 0o700)
    }
    try write(
      "{\"format\": 2, \"id\": \"5f7d63fbb38c7b28\"}\n", to: LibraryFiles.identity(in: directory))
    var generator = ArticleGenerator(seed: seed)
    for number in 0..<count {
      guard let article = generator.article(number: number) else { continue }
      let hasText = bodies && article.wordCount > 0 && article.fetch == .ready
      let body = hasText ? text?() ?? generator.body(for: article) : ""
      let hash = hasText ? SHA256.hex(of: body) : nil
      let record = Self.record(of: article, text: hash)
      try write(record, to: LibraryFiles.record(of: article.id, by: "generated", in: directory))
      if let hash {
        try write(body, to: LibraryFiles.text(of: article.id, hash: hash, in: directory))
      }
    }
  }

  /// An article's record; no text of a generated one needs an escape.
  private static func record(of article: Article, text: String?) -> String {
    typealias Members = [(key: String, value: String?)]
    func quoted(_ value: String?) -> String? { value.map { "\"\($0)\"" } }
    func object(_ members: Members) -> String {
      let said = members.compactMap { key, value in value.map { "\"\(key)\": \($0)" } }
      return "{" + said.joined(separator: ", ") + "}"
    }
    let page = object([
      ("title", quoted(article.title)), ("author", quoted(article.author)),
      ("site", quoted(article.site)), ("language", quoted(article.language)),
      ("excerpt", quoted(article.excerpt)), ("image", quoted(article.image)),
      ("publishedAt", quoted(article.publishedAt?.rfc3339)),
      ("wordCount", String(article.wordCount)), ("finalURL", quoted(article.finalURL)),
      ("text", quoted(text)), ("fetchedAt", quoted(article.fetchedAt?.rfc3339)),
    ])
    let place = article.position
    let position = object([("block", String(place.block)), ("offset", String(place.offset))])
    let reading = object([
      ("position", place == .start ? nil : position),
      ("progress", String(article.progress.percent)), ("readAt", quoted(article.readAt?.rfc3339)),
    ])
    let isReady = article.fetch == .ready
    let tries = object([
      ("state", isReady ? nil : quoted(article.fetch.name)),
      ("reason", quoted(article.fetch.reason)),
    ])
    let members: Members = [
      ("format", "2"), ("id", quoted(article.id.text)), ("url", quoted(article.url)),
      ("canonicalURL", quoted(article.canonicalURL)), ("savedAt", quoted(article.savedAt.rfc3339)),
      ("saidAt", quoted(article.savedAt.rfc3339)),
      ("tags", "[" + article.tags.map { "\"\($0)\"" }.joined(separator: ", ") + "]"),
      (
        "list",
        object([("favorite", String(article.isFavorite)), ("archived", String(article.isArchived))])
      ),
      ("isDeleted", String(article.isDeleted)),
      ("reading", article.progress == .none && article.readAt == nil ? nil : reading),
      ("page", isReady ? page : nil), ("fetch", isReady ? nil : tries),
      ("given", isReady ? nil : page),
    ]
    return "{\n  "
      + members.compactMap { key, value in value.map { "\"\(key)\": \($0)" } }.joined(
        separator: ",\n  ") + "\n}\n"
  }

  private func write(_ text: String, to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0 else { throw SystemFailure(path) }
    defer { close(descriptor) }
    var text = text
    let done = text.withUTF8 { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    guard done == text.utf8.count else { throw SystemFailure(path) }
  }
}
