// List entries, which are kept or removed together.
extension ArticleCleaning {
  /// The former position of a part.
  struct Place {
    var parent: PageTree.Index
    var next: PageTree.Index
  }

  /// Whether a part is more than a word, such as "Advertisement", and not a long list of links.
  func isEntry(_ index: PageTree.Index) -> Bool {
    let statistics = allStatistics[index]
    return statistics.text >= 40 && (statistics.linkDensity < 0.6 || statistics.text <= 400)
  }

  /// The minimum number of similar kept parts that form a list.
  private static let minKept = 3

  /// Restores removed parts if at least two thirds of the similar parts were kept.
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
        // The part's container may have been removed as empty.
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
    // Earlier parts were removed last, when their successors were still in place, so they are
    // restored first.
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

  /// A key of an element's tag and class with its parent's class, without digits; nil without a
  /// class.
  func look(of index: PageTree.Index) -> [UInt8]? {
    guard let name = tree.bytes(.class, of: index), !name.isEmpty,
      tree[index].parent != PageTree.none
    else { return nil }
    let outer = tree.bytes(.class, of: tree[index].parent) ?? []
    return [tree.tag(index).rawValue] + (name + [0] + outer).filter { !(0x30...0x39 ~= $0) }
  }
}
