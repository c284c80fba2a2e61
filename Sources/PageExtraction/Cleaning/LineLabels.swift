import ReadingList

/// Settles the short lines of an article that belong to the block beside them or to the page: credits of pictures,
/// names of programming languages above code, buttons that come again and again, and lists of the article's own
/// headings.
enum LineLabels {
  typealias Block = ArticleBody.Block
  typealias Inline = ArticleBody.Inline

  /// A longer line is a sentence.
  private static let maxLength = 120
  /// A button that comes less often may be a line of the text.
  private static let minButtons = 3
  /// A shorter button is a word or a number.
  private static let minLetters = 6
  /// A shorter list of places is a pair of links.
  private static let minPlaces = 3

  /// The blocks with such lines joined or left out.
  ///
  /// The page's own places begin with the address `page`; a list of them without a title stays where
  /// `keepsContents` says so.
  static func settled(_ blocks: [Block], page: String, keepsContents: Bool) -> [Block] {
    var counts: [String: Int] = [:]
    countButtons(blocks, &counts)
    let buttons = Set(counts.filter { $0.value >= minButtons }.keys)
    var settled = settled(blocks, page: page, buttons: buttons)
    if !keepsContents { settled = withoutContents(settled, page: page) }
    return settled.isEmpty ? blocks : settled
  }

  private static func settled(
    _ blocks: [Block],
    page: String,
    buttons: Set<String>
  ) -> [Block] {
    var out: [Block] = []
    for (place, block) in blocks.enumerated() {
      switch block {
      case .paragraph(let text):
        let line = text.plainText
        if buttons.contains(line), isAllLink(text) { continue }
        if place + 1 < blocks.count, case .code(_, let language) = blocks[place + 1],
          isLanguage(line, of: language)
        {
          continue
        }
        if isCredit(line) || isCredited(line), case .figure(let figure)? = out.last {
          out[out.count - 1] = .figure(credited(figure, text))
          continue
        }
        if isCredited(line) {
          out.append(.figure(ArticleBody.Figure(images: [], caption: text)))
          continue
        }
        if isBareCredit(line) { continue }
        out.append(block)
      case .list(var list):
        if isContents(list, page: page), let last = out.last, isContentsTitle(last) {
          out.removeLast()
          continue
        }
        // A button alone in an item is what the list lists.
        list.items = list.items
          .map { $0.count == 1 ? $0 : settled($0, page: page, buttons: buttons) }
          .filter { !$0.isEmpty }
        if !list.items.isEmpty { out.append(.list(list)) }
      default: out.append(block)
      }
    }
    return out
  }

  // MARK: Credits

  private static let credits = [
    "photo:", "photo by", "photo credit", "photos by", "photos:", "photo courtesy", "photograph:",
    "photograph by",
    "image:", "image by", "image credit", "image courtesy", "image source", "images:", "credit:",
    "credits:",
    "courtesy of", "courtesy:", "picture:", "picture credit", "illustration by", "illustration:",
    "getty images",
    "shutterstock", "istock", "foto:", "fotos:", "above:", "left:", "right:", "pictured:", "bild:",
    "crédit",
    "photo :", "© getty",
  ]

  /// Whether a line says whose a picture is.
  private static func isCredit(_ line: String) -> Bool {
    guard line.utf8.count <= maxLength, !line.utf8.contains(0x0a) else { return false }
    let line = line.lowercased().drop { !$0.isLetter && $0 != "©" }
    return credits.contains { line.hasPrefix($0) }
  }

  /// A longer text with a credit at its end is no caption.
  private static let maxCaption = 400

  /// Whether a line is a caption, by the credit at its end, after a bar or in brackets.
  private static func isCredited(_ line: String) -> Bool {
    guard line.utf8.count <= maxCaption, !line.utf8.contains(0x0a),
      let mark = line.utf8.lastIndex(where: { $0 == UInt8(ascii: "|") || $0 == UInt8(ascii: "(") }),
      mark != line.startIndex
    else { return false }
    return isCredit(String(line[mark...])) && (line[mark] == "|" || line.last == ")")
  }

  /// Whether a line says whose a picture is and nothing else, wherever the picture went.
  private static func isBareCredit(_ line: String) -> Bool {
    guard line.utf8.count <= 60 else { return false }
    return line.hasPrefix("Credit: ") || line.hasPrefix("Photo: ")
      || line.hasPrefix("Photo credit: ") || line.hasPrefix("Illustration: ")
      || line.hasPrefix("Photo Illustration: ")
      || line == "Getty Images" || line.hasSuffix("/ Getty Images")
      || line.hasSuffix("via Getty Images")
  }

  /// A figure with a line added to its caption, unless it is there.
  private static func credited(
    _ figure: ArticleBody.Figure,
    _ line: [Inline]
  ) -> ArticleBody.Figure {
    var figure = figure
    guard figure.caption.plainText != line.plainText else { return figure }
    if !figure.caption.isEmpty { figure.caption.append(.lineBreak) }
    figure.caption += line
    return figure
  }

  // MARK: Code

  private static let languages: Set<String> = [
    "bash", "c", "c#", "c++", "console", "cpp", "css", "diff", "go", "graphql", "html", "http",
    "ini", "java",
    "javascript", "js", "json", "jsx", "kotlin", "lua", "markdown", "php", "powershell", "python",
    "ruby", "rust",
    "scss", "sh", "shell", "sql", "swift", "terminal", "text", "toml", "ts", "tsx", "typescript",
    "xml", "yaml",
    "yml", "zsh", "plaintext", "plain text", "command line", "objective-c", "scala", "perl", "vue",
    "dockerfile",
  ]

  /// Whether a line is the label of the code below it: the name of its language.
  private static func isLanguage(_ line: String, of language: String?) -> Bool {
    guard line.utf8.count <= 20 else { return false }
    let line = line.lowercased()
    return languages.contains(line) || line == language?.lowercased()
  }

  // MARK: Buttons

  /// Counts the short lines that are all link, in lists too.
  private static func countButtons(_ blocks: [Block], _ counts: inout [String: Int]) {
    for block in blocks {
      switch block {
      case .paragraph(let text):
        guard isAllLink(text) else { continue }
        let line = text.plainText
        if (minLetters...maxLength).contains(line.utf8.count) { counts[line, default: 0] += 1 }
      case .list(let list):
        for item in list.items where item.count > 1 { countButtons(item, &counts) }
      default: continue
      }
    }
  }

  private static func isAllLink(_ inlines: [Inline]) -> Bool {
    !inlines.isEmpty
      && inlines.allSatisfy { inline in
        switch inline {
        case .link(let inner, _): !inner.contains { if case .image = $0 { true } else { false } }
        case .strong(let inner), .emphasis(let inner): isAllLink(inner)
        case .text(let text): text.allSatisfy { $0 == " " }
        default: false
        }
      }
  }

  // MARK: Contents

  private static let contentsTitles: Set<String> = [
    "contents", "table of contents", "on this page", "in this article", "in this guide",
    "in this post",
    "jump to", "jump to section", "quick links", "skip to", "inhalt", "inhaltsverzeichnis",
    "sommaire", "índice",
    "contenido", "indice", "conteúdo", "содержание", "目次", "目录", "목차",
  ]

  /// The blocks without the lists of the article's own headings at its beginning.
  private static func withoutContents(_ blocks: [Block], page: String) -> [Block] {
    var headings: Set<String> = []
    for case .heading(_, let text, _) in blocks { headings.insert(plain(text)) }
    guard headings.count > minPlaces else { return blocks }
    let lists = blocks.indices.prefix(20).filter { index in
      guard case .list(let list) = blocks[index] else { return false }
      return places(in: list, page: page) ?? 0 > 0
    }
    let listed = lists.flatMap { titles(of: blocks[$0]) }
    guard listed.count > minPlaces,
      listed.count(where: headings.contains) * 2 >= listed.count
    else { return blocks }
    return blocks.indices.filter { index in
      if lists.contains(index) { return false }
      guard lists.contains(index + 1), case .paragraph(let text) = blocks[index] else {
        return true
      }
      let line = text.plainText
      return line.utf8.count > 40 || !line.hasSuffix(":")
    }.map { blocks[$0] }
  }

  private static func titles(of block: Block) -> [String] {
    guard case .list(let list) = block else { return [] }
    return list.items.joined().flatMap { block in
      if case .paragraph(let text) = block { [plain(text)] } else { titles(of: block) }
    }
  }

  /// A title without numbers and punctuation.
  private static func plain(_ text: [Inline]) -> String {
    text.plainText.lowercased().filter(\.isLetter)
  }

  private static func isContentsTitle(_ block: Block) -> Bool {
    switch block {
    case .heading(_, let text, _), .paragraph(let text):
      let line = text.plainText.lowercased().filter { $0 != ":" }
      return contentsTitles.contains(line)
    default: return false
    }
  }

  /// Whether a list has nothing but places in the page.
  private static func isContents(_ list: ArticleBody.List, page: String) -> Bool {
    places(in: list, page: page) ?? 0 >= minPlaces
  }

  private static func places(in list: ArticleBody.List, page: String) -> Int? {
    var count = 0
    for item in list.items {
      for block in item {
        switch block {
        case .paragraph(let text):
          guard isAllLink(text), leadsWithin(text, page: page) else { return nil }
          count += 1
        case .list(let inner):
          guard let more = places(in: inner, page: page) else { return nil }
          count += more
        default: return nil
        }
      }
    }
    return count
  }

  private static func leadsWithin(_ inlines: [Inline], page: String) -> Bool {
    inlines.allSatisfy { inline in
      switch inline {
      case .link(_, let url):
        ArticleBody.anchor(of: url) != nil
          || !page.isEmpty && url.utf8.starts(with: (page + "#").utf8)
      case .strong(let inner), .emphasis(let inner): leadsWithin(inner, page: page)
      default: true
      }
    }
  }
}
