import Exchange
import Foundation
import FoundationXML
import ReadingList
import Testing

/// The files of an exported book.
struct BookFiles {
  /// The names of the files, in archive order.
  private(set) var names: [String] = []
  private(set) var files: [String: [UInt8]] = [:]

  /// Reads an archive, which must follow the EPUB rules.
  init(_ bytes: [UInt8]) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(bytes).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let archive = try ZipArchive(url.path)
    while let entry = try archive.next() {
      try #require(entry.problem == nil && files[entry.path] == nil, "\(entry.path)")
      names.append(entry.path)
      let content = archive.content
      files[entry.path] = Array(content.peek(1 << 26))
      try #require(content.problem == nil)
    }
    try check()
  }

  func text(_ name: String) throws -> String {
    String(decoding: try #require(files[name], "\(name) is missing"), as: UTF8.self)
  }

  func document(_ name: String) throws -> BookDocument {
    try BookDocument(Array(try text(name).utf8), name)
  }

  /// The documents that hold articles.
  var pages: [String] {
    names.filter { $0.hasSuffix(".xhtml") && $0 != "EPUB/nav.xhtml" }
  }

  /// Checks the EPUB rules that span several files.
  private func check() throws {
    #expect(names.first == "mimetype")
    #expect(try text("mimetype") == "application/epub+zip")
    let package = try document("EPUB/package.opf")
    let items = package.all("item")
    let hrefs = items.compactMap { $0["href"] }
    #expect(
      Set(hrefs.map { "EPUB/" + $0 } + ["mimetype", "META-INF/container.xml", "EPUB/package.opf"])
        == Set(names))
    let spine = package.all("itemref").compactMap { $0["idref"] }
    #expect(!spine.isEmpty && Set(spine).isSubset(of: Set(items.compactMap { $0["id"] })))
    #expect(Set(spine).count == spine.count)
    var places: [String: Set<String>] = [:]
    var documents: [(String, BookDocument)] = []
    for name in names where name.hasSuffix(".xhtml") {
      let document = try document(name)
      places[String(name.dropFirst(5))] = document.ids
      documents.append((String(name.dropFirst(5)), document))
    }
    func leads(_ target: String, from file: String) -> Bool {
      let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let there = parts[0].isEmpty ? file : String(parts[0])
      return parts.count == 1
        ? hrefs.contains(there) : places[there]?.contains(String(parts[1])) ?? false
    }
    for (file, document) in documents {
      #expect(document.all("script").isEmpty && document.nestedLinks == 0, "\(file)")
      #expect(document.all("title").count == 1)
      for element in document.elements {
        if let source = element["src"] { #expect(hrefs.contains(source), "\(file): \(source)") }
        guard let target = element["href"], target.firstMatch(of: /^(https?):/) == nil else {
          continue
        }
        #expect(leads(target, from: file), "\(file): \(target)")
      }
    }
  }
}

/// A strictly parsed XML document.
final class BookDocument: NSObject, XMLParserDelegate {
  struct Element {
    var name: String
    var attributes: [String: String]
    var text = ""

    subscript(_ name: String) -> String? { attributes[name] }
  }

  /// In document order of their start tags, each with all of its text.
  private(set) var elements: [Element] = []
  private(set) var ids: Set<String> = []
  /// The number of links inside other links.
  private(set) var nestedLinks = 0
  private var open: [Int] = []
  private var hasDuplicates = false

  init(_ bytes: [UInt8], _ name: String) throws {
    super.init()
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = self
    let isRead = parser.parse()
    try #require(
      isRead, "\(name): \(String(describing: parser.parserError)) in line \(parser.lineNumber)")
    #expect(!hasDuplicates, "\(name) has an id twice")
  }

  func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

  func text(of name: String) -> String? { all(name).first?.text }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    if name == "a", open.contains(where: { elements[$0].name == "a" }) { nestedLinks += 1 }
    if let id = attributes["id"], !ids.insert(id).inserted { hasDuplicates = true }
    open.append(elements.count)
    elements.append(Element(name: name, attributes: attributes))
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) { open.removeLast() }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    for place in open { elements[place].text += text }
  }
}
