import ReadingList

extension ArticleBody {
  /// The body with its anchors, and the links to them, renamed.
  ///
  /// Each page of an article numbers its notes from 1; without distinct names a reference would
  /// lead to the note of another page.
  func renamingAnchors(_ name: (String) -> String) -> ArticleBody {
    mapping(anchor: name) { runs in runs.map { $0.renamingAnchors(name) } }
  }
}

extension ArticleBody.Inline {
  fileprivate func renamingAnchors(_ name: (String) -> String) -> Self {
    switch (self, content) {
    case (.footnoteReference(let label, let anchor), _):
      return .footnoteReference(label: label, anchor: name(anchor))
    case (.link(_, let url), .runs(let runs)):
      let renamed = ArticleBody.anchor(of: url).map { "#" + name($0) } ?? url
      return .link(runs.map { $0.renamingAnchors(name) }, url: renamed)
    case (_, .runs(let runs)): return containing(runs.map { $0.renamingAnchors(name) })
    default: return self
    }
  }
}
