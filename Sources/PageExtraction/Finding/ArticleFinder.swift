/// Finds the part of a page that contains the article by scoring paragraphs.
///
/// The method is that of Arc90's and Mozilla's Readability: paragraphs add to the scores of their
/// ancestors, links reduce them, and the best ancestor wins together with similar siblings. If the
/// result is too short, the search is repeated with fewer assumptions.
struct ArticleFinder {
  /// The assumptions of a scoring round.
  private struct Assumptions: OptionSet {
    let rawValue: Int
    static let unlikelyNames = Assumptions(rawValue: 1)
    static let classWeights = Assumptions(rawValue: 2)
    static let conditionalCleaning = Assumptions(rawValue: 4)
    static let all: Assumptions = [.unlikelyNames, .classWeights, .conditionalCleaning]
  }

  /// A found article: its own tree and the node that contains it.
  struct Found {
    var tree: PageTree
    var top: PageTree.Index
    var length: Int
    /// A byline that was removed from the text.
    var byline: String?
    /// Whether all assumptions applied.
    var isStrict: Bool
    /// Whether the page is an overview, whose content is its teasers.
    var isHub = false
  }

  /// The minimum length accepted with all assumptions, in characters.
  static let enough = 500

  private let page: PageTree
  private let body: PageTree.Index
  private let title: String
  private let wantsByline: Bool
  private let isArticle: Bool

  /// Creates a finder for the nodes below `body`; `isArticle` says whether the metadata describe an
  /// article.
  init(_ page: PageTree, body: PageTree.Index, title: String, wantsByline: Bool, isArticle: Bool) {
    self.page = page
    self.body = body
    self.title = title
    self.wantsByline = wantsByline
    self.isArticle = isArticle
  }

  /// Finds the article; nil if the page has no text.
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

  /// The maximum length of a main part without paragraphs, in characters.
  private static let maxShort = 3000

  /// The maximum length of a label next to the headline, in characters.
  private static let maxLabel = 20

  /// Returns the whole main part if scoring found little because there are no paragraphs: prices,
  /// names, addresses.
  private func shortMain(besides scored: Found) -> Found? {
    guard let main = Hub.main(in: page, body: body) else { return scored }
    let rest = isFooter(scored) ? nil : scored
    let headline = page.firstElement([.h1], in: main).map { page.textLength($0) } ?? 0
    let length = page.textLength(main)
    guard length > headline + Self.maxLabel, length < Self.maxShort else { return rest }
    let whole = whole(main, isConditional: false)
    return whole.length > 2 * (rest?.length ?? 0) ? whole : rest
  }

  /// Whether the result is in the page's footer.
  private func isFooter(_ found: Found) -> Bool {
    page.elements([.footer], in: body).contains { footer in
      page.innerText(footer).contains(found.tree.innerText(found.top))
    }
  }

  /// Whether most of the text is in teaser lists.
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

  /// Returns a whole part of the page without its furniture.
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
