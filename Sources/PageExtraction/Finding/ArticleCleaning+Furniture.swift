extension ArticleCleaning {
  /// Takes out links that look like buttons and stand alone: "Start now", "Read the guides".
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
      {
        drop(index)
      }
    }
  }
}
