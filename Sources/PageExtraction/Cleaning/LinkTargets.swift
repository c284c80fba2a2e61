import ReadingList

extension ArticleBody {
  /// Returns the body with links to missing anchors pointed at the page instead.
  ///
  /// - Parameter link: resolves the page's links.
  /// - Returns: the changed body.
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
  /// Appends runs; joins adjacent texts and, if requested, adjacent code.
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
