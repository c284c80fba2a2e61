// The entries of a list, which stay or go together.
extension ArticleCleaning {
  /// Where a part stood.
  struct Place {
    var parent: PageTree.Index
    var next: PageTree.Index
  }

  /// Whether a part is more than a word, such as "Advertisement", and no long list of links.
  func isEntry(_ index: PageTree.Index) -> Bool {
    let statistics = allStatistics[index]
    return statistics.text >= 40 && (statistics.linkDensity < 0.6 || statistics.text <= 400)
  }

  /// Fewer parts built alike that stayed are no list.
  private static let minKept = 3

  /// Puts back what went where at least two of three parts built alike stayed: the entries of a list stay together.
  mutating func restore(
    _ entries: [[UInt8]: [PageTree.Index]], from dropped: [PageTree.Index: Place],
    of all: [PageTree.Index]
  ) {
    var kept: [[UInt8]: Int] = [:]
    for index in all where tree.isInside(index, top) {
      if let look = look(of: index), entries[look] != nil { kept[look, default: 0] += 1 }
    }
    var back: Set<PageTree.Index> = []
    for (look, parts) in entries where kept[look, default: 0] >= max(Self.minKept, parts.count * 2)
    {
      for part in parts {
        // What held the part may have gone for being empty without it.
        var node = part
        while let place = dropped[node], back.insert(node).inserted {
          node = place.parent
          while dropped[node] == nil, tree[node].parent != PageTree.none {
            node = tree[node].parent
          }
        }
      }
    }
    guard !back.isEmpty else { return }
    // What stands first went last, when what came after it was still there.
    for index in back.sorted() {
      guard let place = dropped[index] else { continue }
      if place.next == PageTree.none {
        tree.append(index, to: place.parent)
      } else {
        tree.insert(index, before: place.next)
      }
    }
    allStatistics = NodeStatisticsTable(tree, top: top)
  }

  /// An element's tag and class with the class of its parent, without numbers; nil where it has none.
  func look(of index: PageTree.Index) -> [UInt8]? {
    guard let name = tree.bytes(.class, of: index), !name.isEmpty,
      tree[index].parent != PageTree.none
    else { return nil }
    let outer = tree.bytes(.class, of: tree[index].parent) ?? []
    return [tree.tag(index).rawValue] + (name + [0] + outer).filter { !(0x30...0x39 ~= $0) }
  }
}
