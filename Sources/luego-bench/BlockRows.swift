import PageExtraction
import Platform
import ReadingList

/// The blocks of pages with their numbers, which `Tests/Extraction/train.py` learns from.
enum BlockRows {
  /// Writes `rows.bin` and `rows.jsonl` into a directory.
  ///
  /// - Parameters:
  ///   - list: a file with a line for each page: its id, its file and its address, with tabs between them.
  ///   - directory: where they go.
  /// - Throws: where a file cannot be read or written.
  static func write(of list: String, to directory: String) throws {
    guard let lines = SmallFile.read(list) else { throw WrongUsage() }
    var numbers: [UInt8] = []
    var texts = ""
    for line in String(decoding: lines, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: "\t").map(String.init)
      guard parts.count == 3, let html = SmallFile.read(parts[1]) else { throw WrongUsage() }
      let page = PageExtractor.blocks(of: PageSource(html: html, url: parts[2]))
      page.numbers.withUnsafeBytes { numbers += $0 }
      let value = JSON.object([
        JSON.Member("id", .string(parts[0])),
        JSON.Member("lines", .array(page.lines.map { .string($0) })),
      ])
      texts += value.compact + "\n"
    }
    try SmallFile.replace(directory + "/rows.bin", with: numbers, isDurable: false)
    try SmallFile.replace(directory + "/rows.jsonl", with: Array(texts.utf8), isDurable: false)
  }
}
