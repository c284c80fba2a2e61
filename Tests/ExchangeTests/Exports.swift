import Exchange
import Foundation
import PageExtraction
import ReadingList
import TestSupport
import Testing

/// The result of reading another program's export.
struct Exports {
  /// The articles found, without messages about skipped items.
  var articles: [ImportedArticle] = []
  var stored: [StoredArticle] = []
  var feeds: [String] = []
  var skipped: [String] = []
  /// `line: reason`.
  var damaged: [String] = []
  var formats: [ExchangeFormat] = []
  /// The reason why reading ended early.
  var problem: String?

  /// Reads a file with the given bytes.
  static func read(
    _ bytes: some Sequence<UInt8>, named name: String = "export", as format: ExchangeFormat? = nil
  ) throws -> Exports {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let file = directory.appending(path: name)
    try Data(bytes).write(to: file)
    return read(file: file.path, as: format)
  }

  static func read(file: String, as format: ExchangeFormat? = nil) -> Exports {
    var found = Exports()
    var formats: [ExchangeFormat] = []
    let reader = ImportReader(file, as: format, detected: { formats.append($0) })
    do throws(ExchangeProblem) {
      try reader.read { event, place in
        found.take(event, place)
        return true
      }
    } catch { found.problem = error.message }
    found.formats = formats
    return found
  }

  static func read(_ text: String, as format: ExchangeFormat? = nil) throws -> Exports {
    try read(text.utf8, as: format)
  }

  /// A page in Safari's archive format.
  static func webArchive(_ html: String, at url: String, isBinary: Bool) throws -> [UInt8] {
    let page: [String: Any] = [
      "WebResourceData": Data(html.utf8), "WebResourceURL": url,
      "WebResourceTextEncodingName": "UTF-8",
    ]
    return [UInt8](
      try PropertyListSerialization.data(
        fromPropertyList: ["WebMainResource": page], format: isBinary ? .binary : .xml, options: 0))
  }

  private mutating func take(_ event: ImportedEvent, _ place: ImportedPlace) {
    switch event {
    case .article(let article): articles.append(article)
    case .stored(let article): stored.append(article)
    case .feed(let address): feeds.append(address.text)
    case .skipped(let reason): skipped.append(reason)
    case .damaged(let reason): damaged.append("\(place.line.map(String.init) ?? "-"): \(reason)")
    }
  }

  var urls: [String] { articles.map(\.url) }
}

/// The pages of a saved, shared or dropped file; empty if it is another kind of file.
func pages(
  _ bytes: some Sequence<UInt8>, _ name: String, readsTexts: Bool = false
) throws -> [CapturedPage] {
  let file = try CapturedFile(Array(bytes), at: "/in/" + name, readsTexts: readsTexts)
  return if case .pages(let pages) = file { pages } else { [] }
}

extension CapturedPage {
  /// The text that was captured as an article.
  func text() throws -> Extraction {
    guard case .article(let text) = content else { throw NotCaptured() }
    return text
  }
}

/// A file that is captured as something else.
struct NotCaptured: Error {}

/// Sample files next to the tests.
enum SampleFile {
  static let directory = URL(filePath: #filePath).deletingLastPathComponent()

  static func bytes(_ path: String) throws -> Data {
    try Data(contentsOf: directory.appending(path: path))
  }

  static func lines(_ path: String) throws -> [String] {
    String(decoding: try bytes(path), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The files in a sample archive's directory, by relative path, in order.
  static func archive(_ name: String) throws -> [(String, String)] {
    let paths = try FileManager.default.subpathsOfDirectory(
      atPath: directory.appending(path: "Archives/" + name).path)
    return try paths.filter { $0.contains(".") }.sorted().map { path in
      (path, String(decoding: try bytes("Archives/\(name)/\(path)"), as: UTF8.self))
    }
  }
}

/// A ZIP archive with uncompressed files.
struct StoredZip {
  private var bytes: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0

  static func archive(_ files: [(String, String)]) -> [UInt8] {
    var zip = StoredZip()
    for (path, text) in files { zip.add(path, Array(text.utf8)) }
    return zip.end()
  }

  /// Adds a file, or a symbolic link if the mode says so.
  mutating func add(_ path: String, _ content: [UInt8], mode: Int = 0o100644, flags: Int = 0) {
    let place = bytes.count
    let name = Array(path.utf8)
    let sum = Int(Gzip.crc32(content))
    let common =
      number(20, 2) + number(flags, 2) + number(0, 2) + number(0, 4) + number(sum, 4)
      + number(content.count, 4) + number(content.count, 4) + number(name.count, 2) + number(0, 2)
    bytes += number(0x0403_4b50, 4) + common + name + content
    directory +=
      number(0x0201_4b50, 4) + number(3 << 8 | 20, 2) + common + number(0, 2) + number(0, 2)
      + number(0, 2) + number(mode << 16, 4) + number(place, 4) + name
    count += 1
  }

  func end() -> [UInt8] {
    bytes + directory + number(0x0605_4b50, 4) + number(0, 4) + number(count, 2) + number(count, 2)
      + number(directory.count, 4) + number(bytes.count, 4) + number(0, 2)
  }

  private func number(_ value: Int, _ length: Int) -> [UInt8] {
    (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
