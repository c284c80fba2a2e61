import ReadingList

extension ArticleBody {
  /// The body with its links to places that it does not have sent back to the page.
  ///
  /// - Parameter link: makes addresses of what the page's links say.
  /// - Returns: that body.
  func settlingAnchors(on link: WebLink) -> ArticleBody {
    let (anchors, base) = (anchors, link.base)
    func settled(_ runs: [Inline]) -> [Inline] {
      var out: [Inline] = []
      for run in runs {
        guard case .runs(let inside) = run.content else {
          out.appendJoining([run])
          continue
        }
        let kept = settled(inside)
        if case .link(_, let url) = run, let anchor = Self.anchor(of: url),
          !anchors.contains(anchor)
        {
          out.appendJoining(base.isEmpty ? kept : [.link(kept, url: base + url)])
        } else {
          out.appendJoining([run.containing(kept)])
        }
      }
      return out
    }
    return mapping(runs: settled)
  }
}

extension [ArticleBody.Inline] {
  /// Appends runs, joining text with text, and where asked to code with code.
  mutating func appendJoining(_ more: [Element], joinsCode: Bool = false) {
    for inline in more {
      switch (inline, last) {
      case (.text(let text), .text(let before)?): self[count - 1] = .text(before + text)
      case (.code(let code), .code(let before)?) where joinsCode:
        self[count - 1] = .code(before + code)
      default: append(inline)
      }
    }
  }
}
