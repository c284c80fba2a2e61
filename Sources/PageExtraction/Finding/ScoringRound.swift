/// One round of scoring with its own copy of the page.
struct ScoringRound {
  var tree: PageTree
  let body: PageTree.Index
  let dropsUnlikely: Bool
  private let weighsNames: Bool
  private var scores: [Double] = []
  private var statistics: NodeStatisticsTable

  init(_ page: PageTree, body: PageTree.Index, dropsUnlikely: Bool, weighsNames: Bool) {
    tree = page
    self.body = body
    self.dropsUnlikely = dropsUnlikely
    self.weighsNames = weighsNames
    statistics = NodeStatisticsTable(PageTree(), top: 0)
  }

  /// Scores, and returns a new node that holds the parts that win.
  mutating func run() -> PageTree.Index {
    let paragraphs = prune()
    statistics = NodeStatisticsTable(tree, top: body)
    scores = [Double](repeating: .nan, count: tree.nodes.count)
    let candidates = score(paragraphs)
    return gather(around: chooseTop(candidates))
  }

  // MARK: Scoring

  private func initialScore(_ index: PageTree.Index) -> Double {
    let node = tree[index]
    let score = weighsNames ? 25 * Double(node.weight) : 0
    switch node.tag {
    case .div: return score + 5
    case .pre, .td, .blockquote: return score + 3
    case .address, .ol, .ul, .dl, .dd, .dt, .li, .form: return score - 3
    case .h1, .h2, .h3, .h4, .h5, .h6, .th: return score - 5
    default: return score
    }
  }

  private mutating func score(_ paragraphs: [PageTree.Index]) -> [PageTree.Index] {
    var candidates: [PageTree.Index] = []
    for paragraph in paragraphs where tree[paragraph].parent != PageTree.none {
      let own = statistics[paragraph]
      guard own.text >= 25 else { continue }
      let points = 2 + Double(own.commas) + Double(min(own.text / 100, 3))
      var ancestor = tree[paragraph].parent
      for level in 0..<5 where ancestor != PageTree.none {
        if scores[Int(ancestor)].isNaN {
          scores[Int(ancestor)] = initialScore(ancestor)
          candidates.append(ancestor)
        }
        scores[Int(ancestor)] += points / Double(level < 2 ? level + 1 : level * 3)
        // What holds the body, as a frame set may, is no candidate.
        ancestor = ancestor == body ? PageTree.none : tree[ancestor].parent
      }
    }
    for candidate in candidates {
      scores[Int(candidate)] *= 1 - statistics[candidate].linkDensity
    }
    return candidates
  }

  private mutating func chooseTop(_ candidates: [PageTree.Index]) -> PageTree.Index {
    var best: [PageTree.Index] = []
    for candidate in candidates {
      let score = scores[Int(candidate)]
      let place = best.firstIndex { score > scores[Int($0)] } ?? best.count
      guard place < 5 else { continue }
      best.insert(candidate, at: place)
      if best.count > 5 { best.removeLast() }
    }
    guard var top = best.first, top != body else {
      let all = tree.makeElement(.div)
      tree.moveChildren(of: body, to: all)
      tree.append(all, to: body)
      scores += [Double](repeating: .nan, count: tree.nodes.count - scores.count)
      scores[Int(all)] = initialScore(all)
      return all
    }
    top = climb(from: commonAncestor(of: best) ?? top)
    var parent = tree[top].parent
    while parent != PageTree.none, parent != body, elementChildren(of: parent) == 1 {
      top = parent
      parent = tree[top].parent
    }
    if scores[Int(top)].isNaN { scores[Int(top)] = initialScore(top) }
    return top
  }

  /// An ancestor that three or more of the good candidates share.
  private func commonAncestor(of best: [PageTree.Index]) -> PageTree.Index? {
    let rivals = best.dropFirst().filter { scores[Int($0)] / scores[Int(best[0])] >= 0.75 }
    guard rivals.count >= 3 else { return nil }
    var parent = tree[best[0]].parent
    while parent != PageTree.none, parent != body {
      if rivals.count(where: { $0 != parent && tree.isInside($0, parent) }) >= 3 { return parent }
      parent = tree[parent].parent
    }
    return nil
  }

  /// Goes up while the score grows: the article may be split over several parts.
  private mutating func climb(from top: PageTree.Index) -> PageTree.Index {
    if scores[Int(top)].isNaN { scores[Int(top)] = initialScore(top) }
    var last = scores[Int(top)]
    let threshold = last / 3
    var parent = tree[top].parent
    while parent != PageTree.none, parent != body {
      let score = scores[Int(parent)]
      if !score.isNaN {
        if score < threshold { break }
        if score > last { return parent }
        last = score
      }
      parent = tree[parent].parent
    }
    return top
  }

  private func elementChildren(of index: PageTree.Index) -> Int {
    tree.children(of: index).count { tree.tag($0) != .text }
  }

  // MARK: Gathering

  private mutating func gather(around top: PageTree.Index) -> PageTree.Index {
    let part = tree.makeElement(.div)
    let parent = tree[top].parent
    for sibling in tree.children(of: parent) where tree.tag(sibling) != .text {
      guard sibling == top || belongs(sibling, to: top) else { continue }
      tree.detach(sibling)
      tree.append(sibling, to: part)
    }
    tree.append(part, to: parent)
    return part
  }

  private func belongs(_ sibling: PageTree.Index, to top: PageTree.Index) -> Bool {
    let topScore = scores[Int(top)]
    let score = Int(sibling) < scores.count ? scores[Int(sibling)] : .nan
    if !score.isNaN {
      let name = tree.bytes(.class, of: top) ?? []
      let isAlike =
        !name.isEmpty && tree.bytes(.class, of: sibling)?.elementsEqual(name) ?? false
      if score + (isAlike ? topScore * 0.2 : 0) >= max(10, topScore * 0.2) { return true }
    }
    guard tree.tag(sibling) == .p else { return false }
    let length = tree.textLength(sibling)
    let density = tree.linkDensity(sibling)
    if length > 80 { return density < 0.25 }
    return length > 0 && density == 0 && tree.innerText(sibling).contains(".")
  }
}
