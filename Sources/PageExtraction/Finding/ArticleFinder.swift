/// Finds the part of a page that holds the article, by scoring paragraphs.
///
/// The method is that of Arc90's and Mozilla's Readability: paragraphs give points to their
/// ancestors, links take them away, the best ancestor wins and takes along siblings that look like
/// it. When too little comes out, it is tried again with fewer prejudices.
struct ArticleFinder {
  /// What a round of scoring takes for granted.
  private struct Assumptions: OptionSet {
    let rawValue: Int
    static let unlikelyNames = Assumptions(rawValue: 1)
    static let classWeights = Assumptions(rawValue: 2)
    static let conditionalCleaning = Assumptions(rawValue: 4)
    static let all: Assumptions = [.unlikelyNames, .classWeights, .conditionalCleaning]
  }

  /// An article as found: a tree of its own and the node that holds all of it.
  struct Found {
    var tree: PageTree
    var top: PageTree.Index
    var length: Int
    /// A byline that stood in the text and was taken out.
    var byline: String?
    /// Whether all prejudices held.
    var isStrict: Bool
    /// Whether it is an overview, whose announcements are what it says.
    var isHub = false
  }

  /// Fewer characters than this are not believed to be the article at first.
  static let enough = 500

  private let page: PageTree
  private let body: PageTree.Index
  private let title: String
  private let wantsByline: Bool
  private let isArticle: Bool

  /// Looks below `body`; `isArticle` says whether the page's metadata call it one.
  init(_ page: PageTree, body: PageTree.Index, title: String, wantsByline: Bool, isArticle: Bool) {
    self.page = page
    self.body = body
    self.title = title
    self.wantsByline = wantsByline
    self.isArticle = isArticle
  }

  /// Finds the article; nil when the page has no text.
  func find() -> Found? {
    if let hub = Hub.find(in: page, body: body, isArticle: isArticle) {
      var found = whole(hub, isConditional: false)
      found.isHub = true
      return found
    }
    let scored = findByScore()
    let good = GoodText(page, top: body)
    if let scored, scored.length < Self.enough / 2, good[body] < Self.enough {
      return shortMain(besides: scored)
    }
    guard good[body] >= 200 else { return scored }
    let length = scored.map { GoodText($0.tree, top: $0.top)[$0.top] } ?? 0
    let heart = good.heart(of: body, in: page, share: 0.8)
    guard Double(length) < 0.6 * Double(good[heart]), !isStream(heart, good) else { return scored }
    let named = ContentWrapper.find(in: page, body: body, good)
    let wide = whole(named.flatMap { good[$0] * 10 >= good[heart] * 7 ? $0 : nil } ?? heart)
    let wideLength = GoodText(wide.tree, top: wide.top)[wide.top]
    return Double(wideLength) > 1.4 * Double(length) ? wide : scored
  }

  /// A page with more text in its main part is judged by its sentences.
  private static let maxShort = 3000

  /// So much text beside the headline is a label.
  private static let maxLabel = 20

  /// All of the main part where scores found next to nothing, for it has no paragraphs to speak of: prices, names,
  /// addresses.
  private func shortMain(besides scored: Found) -> Found? {
    guard let main = Hub.main(in: page, body: body) else { return scored }
    let rest = isFooter(scored) ? nil : scored
    let headline = page.firstElement([.h1], in: main).map { page.textLength($0) } ?? 0
    let length = page.textLength(main)
    guard length > headline + Self.maxLabel, length < Self.maxShort else { return rest }
    let whole = whole(main, isConditional: false)
    return whole.length > 2 * (rest?.length ?? 0) ? whole : rest
  }

  /// Whether what was found stands in the page's footer.
  private func isFooter(_ found: Found) -> Bool {
    page.elements([.footer], in: body).contains { footer in
      page.innerText(footer).contains(found.tree.innerText(found.top))
    }
  }

  /// Whether most of the text is in lists that announce other pages.
  private func isStream(_ heart: PageTree.Index, _ good: GoodText) -> Bool {
    var announced = 0
    var node = page.following(heart, within: heart)
    while node != PageTree.none {
      if good[node] > 0, TeaserList.isList(node, page) {
        announced += good[node]
        node = page.skipping(node, within: heart)
      } else {
        node = page.following(node, within: heart)
      }
    }
    return announced * 2 > good[heart]
  }

  /// All of a part of the page but its furniture.
  private func whole(_ heart: PageTree.Index, isConditional: Bool = true) -> Found {
    var tree = page
    var node = tree.following(heart, within: heart)
    while node != PageTree.none {
      if GoodText.isFurniture(node, tree) {
        let next = tree.skipping(node, within: heart)
        tree.detach(node)
        node = next
      } else {
        node = tree.following(node, within: heart)
      }
    }
    let top = tree.makeElement(.div)
    if tree.tag(heart) == .body {
      tree.moveChildren(of: heart, to: top)
    } else {
      tree.detach(heart)
      tree[heart].tag = .div
      tree.append(heart, to: top)
    }
    tree.append(top, to: body)
    var cleaning = ArticleCleaning(tree, top: top, weighsNames: true, isConditional: isConditional)
    cleaning.run()
    return Found(
      tree: cleaning.tree, top: top, length: cleaning.tree.textLength(top), byline: nil,
      isStrict: false)
  }

  private func findByScore() -> Found? {
    var best: Found?
    let rounds: [Assumptions] = [
      .all, [.classWeights, .conditionalCleaning], [.conditionalCleaning], [],
    ]
    for assumptions in rounds {
      var round = ScoringRound(
        page, body: body, title: title, wantsByline: wantsByline,
        dropsUnlikely: assumptions.contains(.unlikelyNames),
        weighsNames: assumptions.contains(.classWeights))
      guard let top = round.run() else { continue }
      var cleaning = ArticleCleaning(
        round.tree, top: top, weighsNames: assumptions.contains(.classWeights),
        isConditional: assumptions.contains(.conditionalCleaning))
      cleaning.run()
      let length = cleaning.tree.innerText(top).unicodeScalars.count
      let found = Found(
        tree: cleaning.tree, top: top, length: length, byline: round.byline,
        isStrict: assumptions == .all)
      if length >= Self.enough { return found }
      if length > (best?.length ?? 0) { best = found }
    }
    return best
  }
}
