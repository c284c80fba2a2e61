/// Finds overview pages, where most of `<main>` or `<article>` consists of entries: each is a
/// linked heading with a line of text, or a card within one link.
struct Hub {
  /// A heading and the text up to the next one.
  private struct Entry {
    var heading = 0
    var linkedHeading = 0
    var text = 0
    /// Whether heading and text are in the same link.
    var isCard = false
    /// The number of characters in paragraphs of sentences.
    var prose = 0

    var length: Int { heading + text }
  }

  private static let minEntries = 3
  /// The permitted lengths of an entry's text, in characters.
  private static let lengths = 20...700
  private static let maxHeadingLength = 200

  private let tree: PageTree
  private var total = 0
  private var entries: [Entry] = [Entry()]

  /// Returns the part that contains the entries and their introduction.
  ///
  /// Returns nil if the page is not an overview. If the metadata describe an article, only cards
  /// count as entries.
  static func find(in tree: PageTree, body: PageTree.Index, isArticle: Bool) -> PageTree.Index? {
    guard let main = main(in: tree, body: body) else { return nil }
    var hub = Hub(tree)
    hub.read(main)
    if !isArticle, hub.isListOfLinks { return main }
    let announcing = hub.entries.filter { isAnnouncement($0) && (!isArticle || $0.isCard) }
    let announced = announcing.reduce(0) { $0 + $1.length }
    let prose = hub.entries.filter { !isAnnouncement($0) }.reduce(0) { $0 + $1.prose }
    guard announcing.count >= minEntries, announced >= 150, announced * 2 > hub.total,
      announced > prose
    else { return nil }
    return main
  }

  private init(_ tree: PageTree) { self.tree = tree }

  /// The number of links in lists and cards, and of their characters.
  private var links = 0
  private var linked = 0
  private static let minLinks = 8

  /// Whether the content consists of links below each other.
  private var isListOfLinks: Bool {
    let prose = entries.reduce(0) { $0 + $1.prose }
    return links >= Self.minLinks && linked >= 300 && linked > prose && linked * 2 > total
  }

  /// Whether a link is alone in its line: a list item, a card, a heading.
  private func isAlone(_ link: PageTree.Index) -> Bool {
    if tree.firstElement([.div, .p, .h2, .h3, .h4, .h5], in: link) != nil { return true }
    guard let item = tree.ancestor(of: link, in: [.li, .h2, .h3, .h4, .dt], upTo: 4) else {
      return false
    }
    return tree.textLength(link) * 10 > tree.textLength(item) * 5
  }

  /// The part that the page declares as its main one.
  static func main(in tree: PageTree, body: PageTree.Index) -> PageTree.Index? {
    let mains = tree.elements([.main, .article, .div], in: body).filter {
      tree.tag($0) == .main || tree.tag($0) == .article
        || tree.attribute(.role, of: $0, equals: "main")
    }
    return mains.first { tree.tag($0) != .article } ?? (mains.count == 1 ? mains.first : nil)
  }

  private static func isAnnouncement(_ entry: Entry) -> Bool {
    entry.heading > 0 && entry.heading <= maxHeadingLength && lengths.contains(entry.text)
      && (entry.isCard || entry.linkedHeading * 10 >= entry.heading * 6)
  }

  /// Reads the entries below a node, without furniture.
  private mutating func read(_ main: PageTree.Index) {
    var headingEnd = PageTree.none
    var linkEnd = PageTree.none
    var node = tree.following(main, within: main)
    while node != PageTree.none {
      if node == headingEnd { headingEnd = PageTree.none }
      if node == linkEnd { linkEnd = PageTree.none }
      if GoodText.isFurniture(node, tree) {
        let next = end(of: node, main)
        if next == headingEnd { headingEnd = PageTree.none }
        if next == linkEnd { linkEnd = PageTree.none }
        node = next == PageTree.end ? PageTree.none : next
        continue
      }
      let tag = tree.tag(node)
      if tag == .text {
        add(
          Int(tree[node].length), isHeading: headingEnd != PageTree.none,
          isLinked: linkEnd != PageTree.none)
      } else if TagSet.headings.contains(tag), tree.hasText(node) {
        entries.append(Entry())
        entries[entries.count - 1].isCard = linkEnd != PageTree.none
        headingEnd = end(of: node, main)
      } else if tag == .a {
        // A heading's permalink announces nothing.
        let isOwn = tree.bytes(.href, of: node)?.first == UInt8(ascii: "#")
        if !isOwn { linkEnd = end(of: node, main) }
        let length = tree.textLength(node)
        if !isOwn, length >= 12, isAlone(node) {
          links += 1
          linked += length
        }
      } else if tag == .p {
        let length = tree.textLength(node)
        if length >= 120, tree.linkDensity(node) < 0.3 {
          entries[entries.count - 1].prose += length
        }
      }
      node = tree.following(node, within: main)
    }
  }

  private mutating func add(_ length: Int, isHeading: Bool, isLinked: Bool) {
    total += length
    let last = entries.count - 1
    if isHeading {
      entries[last].heading += length
      if isLinked { entries[last].linkedHeading += length }
    } else {
      entries[last].text += length
    }
  }

  /// The node after a part, or the end.
  private func end(of node: PageTree.Index, _ main: PageTree.Index) -> PageTree.Index {
    let end = tree.skipping(node, within: main)
    return end == PageTree.none ? PageTree.end : end
  }
}
