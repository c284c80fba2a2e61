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
      if case .text(let text) = inline, var joined = takeText() {
        joined += text
        append(.text(joined))
      } else if joinsCode, case .code(let code) = inline, var joined = takeCode() {
        joined += code
        append(.code(joined))
      } else {
        append(inline)
      }
    }
  }

  // The last run is removed before it grows, so that its text is not copied each time.

  private mutating func takeText() -> String? {
    guard case .text(let text)? = last else { return nil }
    removeLast()
    return text
  }

  private mutating func takeCode() -> String? {
    guard case .code(let code)? = last else { return nil }
    removeLast()
    return code
  }
}
