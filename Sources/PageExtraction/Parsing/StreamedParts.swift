/// Moves the parts of a streamed page into place.
///
/// React sends slow parts at the end of a page, in hidden elements with ids such as `S:3`, and
/// moves them with a script to the `<template>` with the id `B:3` or `P:3`. The nodes from there to
/// the end of the boundary are a placeholder.
enum StreamedParts {
  static func settle(_ tree: inout PageTree) {
    var places: [String: PageTree.Index] = [:]
    // The last end of a boundary in each parent.
    var lastEnds: [PageTree.Index: PageTree.Index] = [:]
    for template in tree.elements([.template], in: PageTree.root) {
      guard let id = tree.attribute(.id, of: template) else { continue }
      if id == "/$" { lastEnds[tree[template].parent] = template } else { places[id] = template }
    }
    guard !places.isEmpty else { return }
    for part in tree.elements([.div], in: PageTree.root) where tree[part].flags.contains(.hidden) {
      guard let id = tree.attribute(.id, of: part), id.hasPrefix("S:") else { continue }
      let number = id.dropFirst(2)
      let boundary = places["B:\(number)"]
      guard let place = boundary ?? places["P:\(number)"], tree[place].parent != PageTree.none,
        !tree.isInside(place, part)
      else { continue }
      if boundary != nil, place < lastEnds[tree[place].parent] ?? PageTree.none {
        dropWaiting(after: place, &tree)
      }
      tree.replace(place, with: part)
      tree[part].flags.remove(.hidden)
    }
  }

  /// Removes the placeholder of a part.
  private static func dropWaiting(after place: PageTree.Index, _ tree: inout PageTree) {
    var end = tree[place].next
    while end != PageTree.none, !isEnd(end, tree) { end = tree[end].next }
    guard end != PageTree.none else { return }
    while tree[place].next != end { tree.detach(tree[place].next) }
  }

  private static func isEnd(_ node: PageTree.Index, _ tree: PageTree) -> Bool {
    tree.tag(node) == .template && tree.attribute(.id, of: node) == "/$"
  }
}
