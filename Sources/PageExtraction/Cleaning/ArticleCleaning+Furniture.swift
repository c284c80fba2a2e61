extension ArticleCleaning {
  /// Removes copies for small windows of text that is also there for larger ones.
  mutating func removeCopies() {
    func words(_ index: PageTree.Index) -> [Substring] {
      tree.innerText(index, limit: 20_000).split { !$0.isLetter && !$0.isNumber }
    }
    for index in tree.elements([.div, .section, .table, .ul], in: top)
    where tree[index].marks.contains(.smallWindow) && tree.isInside(index, top) {
      let own = words(index)
      let siblings = tree.children(of: tree[index].parent).filter { tree.tag($0) != .text }
      guard let place = siblings.firstIndex(of: index) else { continue }
      let isCopy = [place - 1, place + 1].contains { beside in
        guard siblings.indices.contains(beside) else { return false }
        let others = Set(words(siblings[beside]))
        return own.count(where: others.contains) * 10 >= own.count * 9
      }
      if isCopy { drop(index) }
    }
  }

  /// Removes links that look like buttons and have a line of their own: "Start now", "Read the
  /// guides".
  mutating func removeButtons() {
    guard isConditional else { return }
    for link in tree.elements([.a], in: top)
    where tree[link].marks.contains(.button) && (1...40).contains(allStatistics[link].text)
      && tree.isInside(link, top) && allStatistics[link].images == 0
    {
      var box = link
      while box != top, ![.div, .p, .section].contains(tree.tag(box)) { box = tree[box].parent }
      guard box != top, allStatistics[box].text <= 120, allStatistics[box].images == 0,
        tree.elements([.a], in: box).allSatisfy({ tree[$0].marks.contains(.button) }),
        allStatistics[box].linkDensity > 0.95
      else { continue }
      drop(box)
    }
  }

  mutating func removeShareRows() {
    for child in tree.children(of: top) {
      for index in tree.elements(.everything, in: child)
      where tree[index].marks.contains(.share) && allStatistics[index].text < 500
        && tree.isInside(index, top)
      { drop(index) }
    }
  }
}
