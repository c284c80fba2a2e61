import ReadingList

/// Finds the file of a picture, including lazily loaded ones.
enum PictureSource {
  /// The picture of an `<img>`; nil for tracking pixels and pictures without a file.
  static func image(_ node: PageTree.Index, _ tree: PageTree, _ link: WebLink) -> ArticleBody.Image?
  {
    if isPixel(node, tree) { return nil }
    guard let url = url(node, tree, link) else { return nil }
    return ArticleBody.Image(url: url, alternative: alternative(node, tree))
  }

  /// The picture of a `<picture>`: its `<img>`, or else its best source.
  static func picture(
    _ node: PageTree.Index, _ tree: PageTree, _ link: WebLink
  ) -> ArticleBody.Image? {
    let inner = tree.firstElement([.img], in: node)
    if let inner, let image = image(inner, tree, link) { return image }
    for source in tree.elements([.source], in: node) {
      if let url = urlOfSet(source, tree, link) {
        return ArticleBody.Image(url: url, alternative: inner.map { alternative($0, tree) } ?? "")
      }
    }
    return nil
  }

  /// The minimum length of a `data:` address of a picture; a shorter one is a placeholder for a
  /// script.
  private static let minDataLength = 600

  /// The alternative text of a picture embedded in the page; nil for any other picture.
  static func words(_ node: PageTree.Index, _ tree: PageTree) -> String? {
    guard !isPixel(node, tree), let source = tree.attribute(.src, of: node),
      source.utf8.count >= minDataLength, source.prefix(5).lowercased() == "data:"
    else { return nil }
    let words = alternative(node, tree)
    return words.isEmpty ? nil : words
  }

  private static func alternative(_ node: PageTree.Index, _ tree: PageTree) -> String {
    (tree.attribute(.alt, of: node) ?? "").onOneLine
  }

  private static func isPixel(_ node: PageTree.Index, _ tree: PageTree) -> Bool {
    [AttributeName.width, .height].contains { size(of: node, $0, tree).map { $0 <= 2 } ?? false }
  }

  /// Whether a picture is an icon of at most 32 pixels.
  static func isIcon(_ node: PageTree.Index, _ tree: PageTree) -> Bool {
    [AttributeName.width, .height].allSatisfy { size(of: node, $0, tree).map { $0 <= 32 } ?? false }
  }

  private static func size(of node: PageTree.Index, _ name: AttributeName, _ tree: PageTree) -> Int?
  { tree.attribute(name, of: node).flatMap { Int($0) } }

  private static func url(_ node: PageTree.Index, _ tree: PageTree, _ link: WebLink) -> String? {
    let source = tree.attribute(.src, of: node).flatMap(link.resolve)
    if let source, !isPlaceholder(source) { return source }
    for name in [AttributeName.dataSource, .dataOriginal] {
      if let value = tree.attribute(name, of: node), let url = link.resolve(value) { return url }
    }
    if let url = urlOfSet(node, tree, link) { return url }
    let element = tree[node]
    for slot in Int(element.start)..<Int(element.start + element.count)
    where tree.attributes[slot].name == .other {
      let value = tree.attributes[slot]
      let text = String(
        decoding: tree.bytes[Int(value.start)..<Int(value.start + value.count)], as: UTF8.self)
      if let url = looseURL(text, link) { return url }
    }
    return source
  }

  private static func urlOfSet(_ node: PageTree.Index, _ tree: PageTree, _ link: WebLink) -> String?
  {
    for name in [AttributeName.srcset, .dataSourceSet] {
      if let set = tree.attribute(name, of: node), let url = best(of: set).flatMap(link.resolve) {
        return url
      }
    }
    return nil
  }

  private static let endings = [".jpg", ".jpeg", ".png", ".webp", ".gif", ".avif"]

  private static func looseURL(_ text: String, _ link: WebLink) -> String? {
    guard text.utf8.count < 4096, !text.hasPrefix("{"), !text.hasPrefix("[") else { return nil }
    let lower = text.lowercased()
    guard let ending = endings.first(where: { ByteText.contains(lower, $0) }) else { return nil }
    if lower.contains("\(ending) ") { return best(of: text).flatMap(link.resolve) }
    guard !text.contains(" ") else { return nil }
    return link.resolve(text)
  }

  private static func isPlaceholder(_ url: String) -> Bool {
    let name = url.split(separator: "?").first?.split(separator: "/").last?.lowercased() ?? ""
    return ["placeholder", "blank.", "spacer", "lazy", "transparent", "1x1", "pixel.", "loading"]
      .contains { ByteText.contains(name, $0) }
  }

  /// The best file of a `srcset`: the largest up to 1600 pixels wide.
  static func best(of set: String) -> String? {
    candidates(set).max { best, next in
      let fits = next.size <= 1600
      if fits != (best.size <= 1600) { return fits }
      return fits ? best.size < next.size : next.size < best.size
    }?.url
  }

  private static func candidates(_ set: String) -> [(url: String, size: Double)] {
    var out: [(url: String, size: Double)] = []
    var rest = Substring(set)
    while out.count < 64 {
      rest = rest.drop { $0.isWhitespace || $0 == "," }
      guard !rest.isEmpty else { break }
      var url = rest.prefix { !$0.isWhitespace }
      rest = rest[url.endIndex...]
      var size = 1.0
      if url.hasSuffix(",") {
        while url.hasSuffix(",") { url.removeLast() }
      } else {
        let descriptor = rest.prefix { $0 != "," }
        rest = rest[descriptor.endIndex...]
        let word = descriptor.split(whereSeparator: \.isWhitespace).first ?? ""
        if let number = Double(word.dropLast()) {
          size = word.hasSuffix("x") ? number * 400 : number
        }
      }
      out.append((String(url), size))
    }
    return out
  }
}
