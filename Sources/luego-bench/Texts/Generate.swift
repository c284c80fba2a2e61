import ArticleStore
import Glibc
import ReadingList

/// Makes a large library: `generate DIRECTORY COUNT SEED`.
func generate(_ arguments: [String]) -> Int32 {
  guard arguments.count == 3, let count = Int(arguments[1]), count >= 0,
    let seed = UInt64(arguments[2])
  else { return usage() }
  do {
    try LibraryGenerator(directory: arguments[0]).make(count: count, seed: seed)
    return 0
  } catch {
    complain("luego-bench: \(error)\n")
    return 1
  }
}

/// Writes the files of a library straight away, without the durability that the store gives each.
struct LibraryGenerator {
  struct Failure: Error, CustomStringConvertible {
    var path: String
    var code: Int32
    var description: String { "cannot write \(path): error \(code)" }
  }

  let directory: String

  func make(count: Int, seed: UInt64, bodies: Bool = true) throws {
    _ = try Library.open(directory, cache: directory + "/.cache")
    for shard in 0..<256 {
      let name = (shard < 16 ? "0" : "") + String(shard, radix: 16)
      mkdir("\(directory)/articles/\(name)", 0o700)
      mkdir("\(directory)/bodies/\(name)", 0o700)
    }
    var generator = ArticleGenerator(seed: seed)
    for number in 0..<count {
      guard let article = generator.article(number: number) else { continue }
      let place = "\(article.id.shard)/\(article.id.text)"
      try write(ArticleRecord.text(of: article), to: "\(directory)/articles/\(place).json")
      if bodies, article.wordCount > 0 {
        try write(generator.body(for: article), to: "\(directory)/bodies/\(place).html")
      }
    }
  }

  private func write(_ text: String, to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0 else { throw Failure(path: path, code: errno) }
    defer { close(descriptor) }
    var text = text
    let done = text.withUTF8 { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    guard done == text.utf8.count else { throw Failure(path: path, code: errno) }
  }
}
