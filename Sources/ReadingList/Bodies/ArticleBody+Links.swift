extension ArticleBody {
  /// A link out of the article.
  package struct Link: Equatable, Sendable {
    /// Its text; empty for a picture without alternative text.
    package var text: String
    /// Absolute.
    package var url: String
  }

  /// The links to other pages in the order they occur, each address once.
  package var links: [Link] {
    var links: [Link] = []
    var seen: Set<String> = []
    func collect(_ inlines: [Inline]) {
      for inline in inlines {
        if case .link(let runs, let url) = inline {
          guard !url.hasPrefix("#"), seen.insert(url).inserted else { continue }
          links.append(Link(text: runs.text.onOneLine, url: url))
        } else if case .runs(let runs) = inline.content {
          collect(runs)
        }
      }
    }
    visit { if case .leaf(let cells) = $0 { for runs in cells { collect(runs) } } }
    return links
  }

  /// The note that links within the text lead to by a name; nil where there is none.
  package func footnote(at anchor: String) -> Footnote? {
    for case .footnotes(let notes) in blocks {
      if let note = notes.first(where: { $0.anchor == anchor }) { return note }
    }
    return nil
  }
}
