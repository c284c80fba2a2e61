/// Information about an article as labeled lines: the inspector shows them, and `luego show --info`
/// prints them.
package struct ArticleInformation: Equatable, Sendable {
  /// A label, empty where the line continues the one before, and what there is to say; both plain
  /// text on one line.
  package struct Line: Equatable, Sendable {
    package var label: String
    package var text: String
    /// The address that it names; nil for all other lines.
    package var url: String?
  }

  /// Groups of lines that stand together; none is empty.
  package let sections: [[Line]]

  /// Columns of the widest label.
  package static let labelColumns = 10

  /// The most links that are listed; the others are counted.
  package static let maxLinks = 10

  /// Says what is known.
  ///
  /// - Parameters:
  ///   - article: the record.
  ///   - links: those of its text, as `ArticleBody.links` has them.
  ///   - clock: for the time of day where the person is.
  ///   - isSaved: whether it is in the library.
  package init(
    _ article: Article, links: [ArticleBody.Link], clock: Clock, isSaved: Bool = true
  ) {
    var sections: [[Line]] = []
    func add(_ lines: [(String, String?)]) {
      let said = lines.compactMap { label, text in
        text.flatMap { $0.isEmpty ? nil : Line(label: label, text: $0.onOneLine) }
      }
      if !said.isEmpty { sections.append(said) }
    }
    func address(_ label: String, _ url: String?) -> Line? {
      url.map { Line(label: label, text: $0.onOneLine, url: $0) }
    }
    func moment(_ time: Timestamp?) -> String? { time.map { fullDate($0, clock: clock) } }

    let count = article.wordCount
    let words = count > 0 ? "\(count.grouped) word\(count == 1 ? "" : "s")" : nil
    let minutes = article.readingMinutes.map(ReadingTime.words)
    add([
      ("Title", article.title),
      ("Page title", article.pageTitle == article.title ? nil : article.pageTitle),
      ("Site", article.site), ("Author", article.author),
      ("Published", article.publishedAt.map { longDate($0, clock: clock) }),
      ("Length", [words, minutes].compactMap { $0 }.joined(separator: ", ")),
      ("Language", article.language), ("Kind", article.pageKind?.rawValue),
    ])
    let final = article.finalURL == article.url ? nil : article.finalURL
    let page = [article.url, article.finalURL].contains(article.pageURL) ? nil : article.pageURL
    let addresses = [("Address", article.url), ("Leads to", final), ("Canonical", page)]
    sections.append((addresses + Self.listed("Also", article.otherURLs)).compactMap(address))
    add([
      ("Saved", isSaved ? moment(article.savedAt) : nil), ("Fetched", moment(article.fetchedAt)),
      ("Text", isSaved ? Self.words(for: article.fetch) : nil), ("From", article.via),
      ("Next try", article.fetch.isPending ? moment(article.retryAt) : nil),
    ])
    add([
      ("List", isSaved ? article.membership.home?.title ?? "Trash" : nil),
      ("Progress", Self.words(for: article.progress)), ("Last read", moment(article.readAt)),
      ("Tags", article.tags.map { "#" + $0 }.joined(separator: " ")),
    ])
    add(
      Self.listed("Note", article.note.lines)
        + Self.listed(
          "Highlights",
          article.highlights.inTextOrder.flatMap {
            ["“\($0.quote.onOneLine)”"] + ($0.note.isEmpty ? [] : ["Note: \($0.note)"])
          }))
    add(Self.listed("Overruled", article.overruledTexts.map { "\($0.name): \($0.text)" }))
    if !links.isEmpty {
      let shown = links.prefix(Self.maxLinks).map { link in
        let words = link.text.isEmpty || link.text == link.url ? "" : "\(link.text): "
        return Line(label: "", text: (words + link.url).onOneLine, url: link.url)
      }
      let rest = links.count - shown.count
      sections.append(
        [Line(label: "Links", text: String(links.count))] + shown
          + (rest > 0 ? [Line(label: "", text: "and \(rest) more")] : []))
    }
    self.sections = sections
  }

  /// A label before the first of several lines.
  private static func listed(_ label: String, _ texts: [String]) -> [(String, String?)] {
    texts.enumerated().map { ($0.offset == 0 ? label : "", $0.element) }
  }

  private static func words(for state: FetchState) -> String {
    let words =
      switch state {
      case .pending: "not fetched yet"
      case .ready: "saved"
      case .failed: "failed"
      case .suspect: "to check"
      }
    return state.reason.map { "\(words): \($0)" } ?? words
  }

  private static func words(for progress: Progress) -> String {
    progress.isFinished ? "read" : progress == .none ? "unread" : "\(progress.percent)%"
  }
}

extension String {
  /// Its lines that are not blank.
  fileprivate var lines: [String] {
    split(whereSeparator: \.isNewline).map(String.init).filter { !$0.allSatisfy(\.isWhitespace) }
  }
}
