/// Finds the paragraphs between the headline and the part that scoring chose.
///
/// Pages put the first paragraphs of an article in a box of their own, which has a lower score and
/// is left out.
enum LeadIn {
  /// The maximum number of nodes visited between the headline and the text.
  private static let farthest = 400
  /// The minimum length of a paragraph, and of a subtitle directly below the headline, in
  /// characters.
  private static let minLength = 70
  private static let minSubtitleLength = 40

  private static let skipped: TagSet = [
    .figure, .figcaption, .ul, .ol, .table, .time, .address, .picture, .video, .blockquote,
  ]

  /// Moves the lead-in blocks of `page` to the start of the article.
  ///
  /// For a product, a paragraph of one line counts, too. A single paragraph that resembles the
  /// page's description is left out, because the excerpt already contains it.
  static func restore(
    to part: inout ArticlePart, from page: PageTree, metadata: PageMetadata, isProduct: Bool
  ) {
    guard let title = metadata.title, let body = page.firstElement([.body], in: PageTree.root)
    else { return }
    let headlines = page.elements([.h1], in: body).prefix(20).filter {
      !page[$0].flags.contains(.hidden) && page.hasText($0)
    }
    guard
      let headline = headlines.first(where: {
        TitleText.similarity(title, page.innerText($0, limit: 1000)) > 0.5
      }) ?? (headlines.count == 1 ? headlines[0] : nil)
    else { return }
    removeLists(before: headline, from: &part)
    let minLength = isProduct ? minSubtitleLength : minLength
    var paragraphs = paragraphs(after: headline, body, page, part, minLength: minLength)
    if let excerpt = metadata.excerpt, paragraphs.count == 1, !isProduct,
      TitleText.similarity(excerpt, page.innerText(paragraphs[0])) > 0.75
    {
      paragraphs = []
    }
    let first = part.tree[part.top].first
    guard !paragraphs.isEmpty, first != PageTree.none else { return }
    for paragraph in paragraphs {
      part.tree.detach(paragraph)
      part.tree.insert(paragraph, before: first)
    }
  }

  /// Removes lists of links above the headline: news of the day, sections of the site.
  private static func removeLists(before headline: PageTree.Index, from part: inout ArticlePart) {
    // Elements are numbered in page order.
    for list in part.tree.elements([.ul, .ol], in: part.top)
    where list < headline && part.tree.linkDensity(list) > 0.6 { part.tree.detach(list) }
  }

  /// The paragraphs after the headline; none if the article does not follow it.
  private static func paragraphs(
    after headline: PageTree.Index, _ body: PageTree.Index, _ page: PageTree, _ part: ArticlePart,
    minLength: Int
  ) -> [PageTree.Index] {
    guard !part.tree.isInside(headline, part.top) else { return [] }
    var found: [PageTree.Index] = []
    var node = page.skipping(headline, within: body)
    var steps = 0
    while node != PageTree.none, steps < farthest {
      steps += 1
      let tag = page.tag(node)
      if part.tree.isInside(node, part.top), page.hasText(node) { return found }
      if tag == .text {
        node = page.following(node, within: body)
        continue
      }
      if GoodText.isFurniture(node, page) || skipped.contains(tag)
        || !page[node].marks.isDisjoint(with: [.byline, .authorCard, .newsletter, .advertisement])
      {
        node = page.skipping(node, within: body)
        continue
      }
      if tag == .p {
        // After a first paragraph, another may have many links.
        let fewest = isBelow(headline, node, page) ? minSubtitleLength : minLength
        if page.textLength(node) >= fewest, page.linkDensity(node) < (found.isEmpty ? 0.25 : 0.6) {
          found.append(node)
        }
        node = page.skipping(node, within: body)
        continue
      }
      node = page.following(node, within: body)
    }
    return []
  }

  /// Whether a paragraph is the next element after the headline.
  private static func isBelow(
    _ headline: PageTree.Index, _ node: PageTree.Index, _ page: PageTree
  ) -> Bool {
    var before = page[node].previous
    while before != PageTree.none, page.tag(before) == .text, page[before].flags.contains(.blank) {
      before = page[before].previous
    }
    return before != PageTree.none && page.isInside(headline, before)
  }
}
