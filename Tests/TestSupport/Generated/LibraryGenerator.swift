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
    count: Int,
    seed: UInt64,
    bodies: Bool = true,
    text: (() -> String)? = nil
  ) throws {
    for name in ["", "/articles", "/bodies"] { mkdir(directory + name, 0o700) }
    for shard in 0..<256 {
      let name = (shard < 16 ? "0" : "") + String(shard, radix: 16)
      mkdir("\(directory)/articles/\(name)", 0o700)
      mkdir("\(directory)/bodies/\(name)", 0o700)
    }
    try write("{\"format\": 1, \"id\": \"5f7d63fbb38c7b28\"}\n", to: "\(directory)/library.json")
    var generator = ArticleGenerator(seed: seed)
    for number in 0..<count {
      guard let article = generator.article(number: number) else { continue }
      let place = "\(article.id.shard)/\(article.id.text)"
      try write(Self.record(of: article), to: "\(directory)/articles/\(place).json")
      if bodies, article.wordCount > 0 {
        try write(text?() ?? generator.body(for: article), to: "\(directory)/bodies/\(place).html")
      }
    }
  }

  /// An article's record; no text of a generated one needs an escape.
  private static func record(of article: Article) -> String {
    var lines = ["\"format\": 1"]
    func put(_ key: String, _ value: String?, quoted: Bool = true) {
      guard let value else { return }
      lines.append("\"\(key)\": " + (quoted ? "\"\(value)\"" : value))
    }
    func object(_ members: [(String, String)]) -> String {
      "{" + members.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ", ") + "}"
    }
    put("id", article.id.text)
    put("url", article.url)
    put("canonicalURL", article.canonicalURL)
    put("finalURL", article.finalURL)
    put("title", article.title)
    put("site", article.site)
    put("author", article.author)
    put("excerpt", article.excerpt)
    put("image", article.image)
    put("language", article.language)
    put("publishedAt", article.publishedAt?.rfc3339)
    put("savedAt", article.savedAt.rfc3339)
    put("wordCount", String(article.wordCount), quoted: false)
    let tags = article.tags.map { "\"\($0)\"" }.joined(separator: ", ")
    put("tags", "[\(tags)]", quoted: false)
    put("isFavorite", String(article.isFavorite), quoted: false)
    put("isArchived", String(article.isArchived), quoted: false)
    put("isDeleted", String(article.isDeleted), quoted: false)
    let state = [("state", "\"\(article.fetch.name)\"")]
    let reason = article.fetch.reason.map { [("reason", "\"\($0)\"")] } ?? []
    put("fetch", object(state + reason), quoted: false)
    put("fetchedAt", article.fetchedAt?.rfc3339)
    let place = article.position
    if place != .start {
      let members = [("block", String(place.block)), ("offset", String(place.offset))]
      put("position", object(members), quoted: false)
    }
    put("progress", String(article.progress.percent), quoted: false)
    put("readAt", article.readAt?.rfc3339)
    let changed = article.changed.sorted { $0.key < $1.key }.map {
      ($0.key, "\"\($0.value.rfc3339)\"")
    }
    put("changed", object(changed), quoted: false)
    return "{\n  " + lines.joined(separator: ",\n  ") + "\n}\n"
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
