import ReadingList
import Web

// Bookmarks, feeds and texts, which list addresses.
extension ImportReader {
  func links(
    _ bytes: [UInt8], _ format: ExchangeFormat, named name: String, _ deliver: Receiver
  ) -> Bool {
    // Safari's list may follow any number of bookmarks.
    let isSafari = self.format == nil && bytes.has("com.apple.ReadingList") || format == .safari
    detected(isSafari ? .safari : format)
    var reader = BookmarkReader(bytes, onlyReadingList: isSafari)
    var shouldContinue = true
    reader.read { article, line in
      shouldContinue = deliver(article.ofTheWeb, ImportedPlace(file: name, line: line))
      return shouldContinue
    }
    return shouldContinue
  }

  /// Reads a list of feeds and pages, or a feed whose entries are articles.
  func feed(
    _ bytes: [UInt8], named name: String, _ deliver: Receiver
  ) throws(ExchangeProblem) -> Bool {
    let document: FeedDocument
    do throws(FeedProblem) { document = try FeedReader.read(bytes, at: "") } catch {
      throw ExchangeProblem("it is \(error.message)")
    }
    var events: [ImportedEvent] = []
    var skipped: [Int] = []
    switch document {
    case .outlines(let outlines, let lines):
      skipped = lines
      detected(.opml)
      for outline in outlines {
        var article = ImportedArticle(url: outline.address.text)
        article.title = outline.title
        events.append(outline.kind == .feed ? .feed(outline.address) : .article(article))
      }
    case .feed(let feed):
      detected(.feed)
      for item in feed.items {
        var article = ImportedArticle(url: item.address.text)
        (article.title, article.author) = (item.title, item.author ?? "")
        (article.publishedAt, article.html) = (item.publishedAt, item.markup)
        events.append(.article(article))
      }
      if feed.skipped > 0 {
        events.append(.damaged("entries without a usable web address: \(feed.skipped)"))
      }
    }
    guard events.allSatisfy({ deliver($0, ImportedPlace(file: name)) }) else { return false }
    return skipped.allSatisfy {
      deliver(.damaged("it has no web address"), ImportedPlace(file: name, line: $0))
    }
  }

  func feeds(_ bytes: [UInt8], named name: String, _ deliver: Receiver) -> Bool {
    let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
    for (index, bytes) in lines.enumerated() {
      let line = String(decoding: bytes.prefix(AddressLine.maxLength), as: UTF8.self)
      let event: ImportedEvent
      switch AddressLine(line) {
      case .blank: continue
      case .named(let outline): event = .feed(outline.address)
      case .unusable(AddressLine.noAddress): event = .damaged("it has no web address")
      case .unusable(let reason): event = .skipped("it is \(reason)")
      }
      guard deliver(event, ImportedPlace(file: name, line: index + 1)) else { return false }
    }
    return true
  }

  /// Reads any text: its addresses, or the articles whose front matter names their source.
  func lines(
    _ bytes: [UInt8], named name: String, _ deliver: Receiver
  ) throws(ExchangeProblem) -> Bool {
    let place = ImportedPlace(file: name)
    let isMail = Mail.isMail(bytes)
    var events: [(ImportedEvent, ImportedPlace)] = []
    if XMLElement.root(of: bytes) != nil {
      var reader = BookmarkReader(bytes, onlyReadingList: false)
      reader.read { article, line in
        if Fields.isAddress(article.url) {
          events.append((.article(article), ImportedPlace(file: name, line: line)))
        }
        return true
      }
    } else if isMail {
      events = Mail.links(in: bytes).pages.map { (.article(ImportedArticle(url: $0.given)), place) }
    }
    let documents = isMail || !events.isEmpty ? [] : FrontMatter.documents(in: bytes)
    for (start, text, _) in documents {
      if let article = FrontMatter(String(decoding: text, as: UTF8.self), extractor)?.article,
        !article.url.isEmpty
      {
        let line = documents.count > 1 ? start + 1 : nil
        events.append((.article(article), ImportedPlace(file: name, line: line)))
        continue
      }
      for (index, line) in text.split(separator: 10, omittingEmptySubsequences: false).enumerated()
      {
        for found in TextLinks.found(in: String(decoding: line, as: UTF8.self)) {
          var article = ImportedArticle(url: found.link.given)
          article.title = found.title
          events.append((.article(article), ImportedPlace(file: name, line: start + index + 1)))
        }
      }
    }
    guard !events.isEmpty else {
      throw ExchangeProblem("it is text without a web address", isForeign: true)
    }
    detected(.text)
    return events.allSatisfy { deliver($0.0, $0.1) }
  }
}
