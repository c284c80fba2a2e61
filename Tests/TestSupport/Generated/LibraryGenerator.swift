import Glibc
import ReadingList

/// Writes the files of a large library.
package struct LibraryGenerator {
  private let directory: String

  /// Generates into this directory, which is created.
  package init(directory: String) { self.directory = directory }

  /// Writes `count` articles, the same for the same seed; `text` supplies their texts.
  package func make(count: Int, seed: UInt64, text: (() -> String)? = nil) throws {
    for path in [
      directory, LibraryFiles.articles(in: directory), LibraryFiles.texts(in: directory),
    ] { mkdir(path, 0o700) }
    for shard in 0..<256 {
      let name = (shard < 16 ? "0" : "") + String(shard, radix: 16)
      mkdir(LibraryFiles.shard(of: name, in: directory), 0o700)
      mkdir(LibraryFiles.textShard(of: name, in: directory), 0o700)
    }
    try write(
      "{\"format\": 2, \"id\": \"5f7d63fbb38c7b28\"}\n".utf8,
      to: LibraryFiles.identity(in: directory))
    var generator = ArticleGenerator(seed: seed)
    for number in 0..<count {
      guard var article = generator.article(number: number) else { continue }
      if article.wordCount > 0 {
        let body = text?() ?? generator.body(for: article)
        let hash = SHA256.hex(of: body)
        article.bodyHash = hash
        try write(body.utf8, to: LibraryFiles.text(of: article.id, hash: hash, in: directory))
      }
      let record = Registers().saying(
        article.registerValues, at: article.savedAt, knowing: [], order: article.registerOrder)
      try write(
        record.bytes(of: article.id),
        to: LibraryFiles.record(of: article.id, by: "generated", in: directory))
    }
  }

  private func write(_ bytes: some Sequence<UInt8>, to path: String) throws {
    try TemporaryDirectory.put(bytes, into: path, mode: 0o600)
  }
}
