/// Performs one round of scoring on its own copy of the page.
struct ScoringRound {
  var tree: PageTree
  let body: PageTree.Index
  let dropsUnlikely: Bool
  private let weighsNames: Bool
  private var scores: [Double] = []
  private var allStatistics: NodeStatisticsTable

  private static let keepName: TagSet = [.div, .article, .section, .p, .ol, .ul]

  init(_ page: PageTree, body: PageTree.Index, dropsUnlikely: Bool, weighsNames: Bool) {
    tree = page
    self.body = body
    self.dropsUnlikely = dropsUnlikely
    self.weighsNames = weighsNames
    allStatistics = NodeStatisticsTable(PageTree(), top: PageTree.root)
  }

  /// Scores, and gives a new node that holds the article's parts.
  mutating func run() -> PageTree.Index {
    let paragraphs = prune()
    allStatistics = NodeStatisticsTable(tree, top: body)
    scores = [Double](repeating: .nan, count: tree.nodes.count)
    let candidates = score(paragraphs)
    let top = chooseTop(candidates)
    return gather(around: top)
  }

  // MARK: Scoring

  private func initialScore(_ index: PageTree.Index) -> Double {
    let node = tree[index]
    var score = weighsNames ? 25 * Double(node.weight) : 0
    switch node.tag {
    case .div: score += 5
    case .pre, .td, .blockquote: score += 3
    case .address, .ol, .ul, .dl, .dd, .dt, .li, .form: score -= 3
    case .h1, .h2, .h3, .h4, .h5, .h6, .th: score -= 5
    default: break
    }
    return score
  }

  private mutating func score(_ paragraphs: [PageTree.Index]) -> [PageTree.Index] {
    var candidates: [PageTree.Index] = []
    for paragraph in paragraphs {
      let statistics = allStatistics[paragraph]
      guard tree[paragraph].parent != PageTree.none, statistics.text >= 25 else { continue }
      let points = 2 + Double(statistics.commas) + Double(min(statistics.text / 100, 3))
      let ancestors = tree.path(tree[paragraph].parent, below: PageTree.root).prefix(5)
      for (level, ancestor) in ancestors.enumerated() {
        let parent = tree[ancestor].parent
        if parent != PageTree.none, parent != PageTree.root || tree.tag(ancestor) == .html {
          if scores[Int(ancestor)].isNaN {
            guard parent != PageTree.root else { break }
            scores[Int(ancestor)] = initialScore(ancestor)
            candidates.append(ancestor)
          }
          let divider = level == 0 ? 1 : level == 1 ? 2 : level * 3
          scores[Int(ancestor)] += points / Double(divider)
        }
        // An element that contains the body, such as a frame set, is not a candidate.
        if ancestor == body { break }
      }
    }
    for candidate in candidates {
      scores[Int(candidate)] *= 1 - allStatistics[candidate].linkDensity
    }
    return candidates
  }

  private mutating func chooseTop(_ candidates: [PageTree.Index]) -> PageTree.Index {
    var best: [PageTree.Index] = []
    for candidate in candidates {
      let score = scores[Int(candidate)]
      let place = best.firstIndex { score > scores[Int($0)] } ?? best.count
      if place < 5 {
        best.insert(candidate, at: place)
        if best.count > 5 { best.removeLast() }
      }
    }
    guard var top = best.first, tree.tag(top) != .body, tree.tag(top) != .html else {
      let all = tree.makeElement(.div)
      for child in tree.children(of: body) {
        tree.detach(child)
        tree.append(child, to: all)
      }
      tree.append(all, to: body)
      scores += [Double](repeating: .nan, count: tree.nodes.count - scores.count)
      scores[Int(all)] = initialScore(all)
      return all
    }
    top = commonAncestor(of: best) ?? top
    if scores[Int(top)].isNaN { scores[Int(top)] = initialScore(top) }
    top = climb(from: top)
    for parent in tree.path(tree[top].parent, below: body) {
      guard tree.children(of: parent).count(where: { tree.tag($0) != .text }) == 1 else { break }
      top = parent
    }
    if scores[Int(top)].isNaN { scores[Int(top)] = initialScore(top) }
    return top
  }

  /// An ancestor shared by three or more of the best candidates.
  private func commonAncestor(of best: [PageTree.Index]) -> PageTree.Index? {
    guard let top = best.first else { return nil }
    let rivals = best.dropFirst().filter { scores[Int($0)] / scores[Int(top)] >= 0.75 }
    guard rivals.count >= 3 else { return nil }
    return tree.path(tree[top].parent, below: body).first { parent in
      rivals.count { $0 != parent && tree.isInside($0, parent) } >= 3
    }
  }

  /// Moves up while the score grows, since the article may be split into several parts.
  private func climb(from top: PageTree.Index) -> PageTree.Index {
    var last = scores[Int(top)]
    let threshold = last / 3
    for parent in tree.path(tree[top].parent, below: body) {
      let score = scores[Int(parent)]
      if score.isNaN { continue }
      if score < threshold { break }
      if score > last { return parent }
      last = score
    }
    return top
  }

  // MARK: Gathering

  private mutating func gather(around top: PageTree.Index) -> PageTree.Index {
    let article = tree.makeElement(.div)
    let topScore = scores[Int(top)]
    let threshold = max(10, topScore * 0.2)
    let parent = tree[top].parent
    let siblings = tree.children(of: parent).filter { tree.tag($0) != .text }
    var kept = Set(siblings.filter { $0 == top || belongs($0, to: top, topScore, threshold) })
    // Headings and paragraphs between parts of the article belong to it.
    if var first = siblings.firstIndex(where: kept.contains),
      let last = siblings.lastIndex(where: kept.contains)
    {
      while first > 0, TagSet.headings.contains(tree.tag(siblings[first - 1])) { first -= 1 }
      for sibling in siblings[first...last] where isBetween(sibling) { kept.insert(sibling) }
    }
    for sibling in siblings where kept.contains(sibling) {
      if !Self.keepName.union(TagSet.headings).contains(tree.tag(sibling)) {
        tree[sibling].tag = .div
      }
      tree.detach(sibling)
      tree.append(sibling, to: article)
    }
    tree.append(article, to: parent)
    return article
  }

  private func isBetween(_ sibling: PageTree.Index) -> Bool {
    (TagSet.headings.contains(tree.tag(sibling)) || tree.tag(sibling) == .p)
      && tree.linkDensity(sibling) < 0.5
  }

  private func belongs(
    _ sibling: PageTree.Index, to top: PageTree.Index, _ topScore: Double, _ threshold: Double
  ) -> Bool {
    let score = Int(sibling) < scores.count ? scores[Int(sibling)] : .nan
    if !score.isNaN {
      var bonus = 0.0
      if let name = tree.bytes(.class, of: top), !name.isEmpty,
        tree.bytes(.class, of: sibling)?.elementsEqual(name) ?? false
      {
        bonus = topScore * 0.2
      }
      if score + bonus >= threshold { return true }
    }
    guard tree.tag(sibling) == .p else { return false }
    let length = tree.textLength(sibling)
    let density = tree.linkDensity(sibling)
    if length > 80 { return density < 0.25 }
    guard length > 0, density == 0 else { return false }
    return Self.hasSentenceEnd(tree.innerText(sibling))
  }

  private static func hasSentenceEnd(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.indices.contains {
      bytes[$0] == 0x2e && ($0 + 1 == bytes.count || bytes[$0 + 1] == 0x20)
    }
  }
}
