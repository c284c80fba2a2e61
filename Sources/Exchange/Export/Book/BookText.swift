import PageExtraction
import ReadingList
import Web

/// The text of an article as XHTML: its stored fragment with the links, pictures and notes of a
/// book.
struct BookText {
  /// A heading for the table of contents.
  struct Heading: Equatable {
    /// The level, 2-6: level 1 is the article's title.
    var level: Int
    var name: String
    var text: String
  }

  private(set) var markup = ""
  private(set) var headings: [Heading] = []

  /// The names in the book of the text's anchors: headings are `h1`, `h2`, … and notes `f1`, `f2`,
  /// …, in text order; the first of equal anchors counts.
  private var names: [String: String] = [:]
  /// The highest level of the headings.
  private var topLevel = 6
  /// The targets of the references to notes so far.
  private var referred: Set<String> = []
  private var footnotes = 0
  private var isInHeading = false, isInFigure = false
  /// Whether details were begun, which must have a summary.
  private var lacksSummary = false
  /// Whether each open link is written; a link within another is written as its content.
  private var links: [Bool] = []
  /// The last element in each open list of definitions, where terms and details must alternate.
  private var definitions: [String] = []
  /// The file of a picture by its address; nil if it is not in the book.
  private let file: (String) -> String?

  init(_ body: ArticleBody, file: @escaping (String) -> String?) {
    self.file = file
    collectNames(of: body)
    let html = body.fragmentHTML.unicodeScalars.filter {
      $0 == "\n" || $0 == "\t" || $0.isForMarkup
    }
    var scanner = MarkupScanner(Array(String(html).utf8))
    while let token = scanner.next() {
      switch token {
      case .text(let range), .literal(let range):
        let text = String(decoding: scanner.bytes[range], as: UTF8.self)
        if isInHeading { headings[headings.count - 1].text += Self.decoded(text) }
        markup += text
      case .start(let name, _):
        let name = String(decoding: scanner.bytes[name], as: UTF8.self)
        var values: [String: String] = [:]
        for attribute in scanner.attributes {
          values[String(decoding: scanner.bytes[attribute.name], as: UTF8.self)] =
            String(decoding: scanner.bytes[attribute.value], as: UTF8.self)
        }
        begin(name, values)
      case .end(let name): end(String(decoding: scanner.bytes[name], as: UTF8.self))
      }
    }
  }

  private mutating func collectNames(of body: ArticleBody) {
    var (headings, notes) = (0, 0)
    var (names, topLevel) = (self.names, self.topLevel)
    body.visit { part in
      switch part {
      case .block(.heading(let level, _, let anchor)):
        topLevel = min(topLevel, max(1, level))
        headings += 1
        if let anchor, names[anchor] == nil { names[anchor] = "h\(headings)" }
      case .footnote(let note):
        notes += 1
        if names[note.anchor] == nil { names[note.anchor] = "f\(notes)" }
      case .leaf, .block: break
      }
    }
    (self.names, self.topLevel) = (names, topLevel)
  }

  private mutating func begin(_ name: String, _ values: [String: String]) {
    if name != "summary" { addSummary() }
    lacksSummary = name == "details"
    switch name {
    case "hr", "br": markup += "<\(name)/>"
    case "img": write(picture: values)
    case "a": beginLink(values)
    case "h1", "h2", "h3", "h4", "h5", "h6":
      let level = min(6, (name.last?.wholeNumberValue ?? 1) - topLevel + 2)
      headings.append(Heading(level: level, name: "h\(headings.count + 1)", text: ""))
      isInHeading = true
      markup += "<h\(level) id=\"h\(headings.count)\" dir=\"auto\">"
    case "li" where values["data-label"] != nil: beginNote(values)
    case "section": markup += "<section epub:type=\"endnotes\" class=\"notes\">"
    // Some EPUB readers cannot expand it.
    case "details": markup += "<details open=\"open\">"
    case "pre": markup += "<pre dir=\"ltr\">"
    case "p", "td", "th", "dt", "caption", "figcaption", "summary":
      if name == "dt", let last = definitions.indices.last { definitions[last] = name }
      if name == "figcaption" { isInFigure = false }
      markup += "<\(name) dir=\"auto\">"
    case "dd":
      if let last = definitions.indices.last {
        if definitions[last].isEmpty { markup += "<dt></dt>" }
        definitions[last] = name
      }
      markup += "<dd>"
    default:
      if name == "figure" { isInFigure = true }
      if name == "dl" { definitions.append("") }
      let written = values.sorted { $0.key < $1.key }.map { key, value in
        " \(key)=\"\(key == "reversed" ? key : value)\""
      }
      markup += "<\(name)\(written.joined())>"
    }
  }

  private mutating func addSummary() {
    if lacksSummary { markup += "<summary></summary>" }
    lacksSummary = false
  }

  private mutating func end(_ name: String) {
    addSummary()
    switch name {
    case "a":
      if links.popLast() == true { markup += "</a>" }
    case "h1", "h2", "h3", "h4", "h5", "h6":
      isInHeading = false
      markup += "</h\(headings.last?.level ?? 2)>"
    case "dl":
      if definitions.popLast() == "dt" { markup += "<dd></dd>" }
      markup += "</dl>"
    default:
      if name == "figure" { isInFigure = false }
      markup += "</\(name)>"
    }
  }

  private mutating func write(picture values: [String: String]) {
    let words = values["alt"] ?? ""
    if let file = file(Self.decoded(values["src"] ?? "")) {
      markup += "<img src=\"\(file)\" alt=\"\(words)\"/>"
    } else if !words.isEmpty {
      markup += isInFigure ? "<p class=\"picture\" dir=\"auto\">\(words)</p>" : "[\(words)]"
    }
  }

  private mutating func beginLink(_ values: [String: String]) {
    let url = Self.decoded(values["href"] ?? "")
    let target =
      ArticleBody.anchor(of: url).map { anchor in names[anchor].map { "#" + $0 } }
      ?? WebAddress.strict(url)?.escapedMarkup
    guard let target, !links.contains(true) else { return links.append(false) }
    links.append(true)
    var attributes = ""
    if values["role"] == "doc-noteref" {
      let isFirst = referred.insert(target).inserted
      attributes = " epub:type=\"noteref\"" + (isFirst ? " id=\"r\(target.dropFirst())\"" : "")
    }
    markup += "<a\(attributes) href=\"\(target)\">"
  }

  private mutating func beginNote(_ values: [String: String]) {
    footnotes += 1
    let name = "f\(footnotes)"
    let label = values["data-label"] ?? ""
    // References lead to the first note of a name only.
    let mark = referred.contains("#" + name) ? "<a href=\"#r\(name)\">\(label)</a>" : label
    markup += "<li epub:type=\"endnote\" id=\"\(name)\"><p class=\"label\">\(mark)</p>\n"
  }

  private static func decoded(_ value: String) -> String {
    String(decoding: MarkupText.decoded(Array(value.utf8), isAddress: true), as: UTF8.self)
  }
}
