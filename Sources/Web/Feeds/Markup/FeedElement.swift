/// The elements of all formats by meaning, recognized by their names without prefix.
///
/// Prefixes and namespaces are wrong too often to rely on. Only prefixes of extensions that reuse a
/// format's names for something else are ignored.
enum FeedElement {
  case item, title, link, permalink, originalLink, identifier
  case author, name, creator, editor, podcastAuthor
  case published, updated
  case fullText, content, description, summary
  /// An element whose title or link is not the item's; fields inside it are ignored.
  case aside
  /// A known element whose value is dropped; it ends a field that was left open.
  case other

  var takesMarkup: Bool {
    switch self {
    case .title, .fullText, .content, .description, .summary: true
    default: false
    }
  }

  /// Nil if the name has no meaning here.
  init?(_ name: Range<Int>, in scanner: MarkupScanner) {
    let local = scanner.local(name)
    guard let element = Self.names[Self.word(local, scanner)] else { return nil }
    let prefix =
      local == name ? "" : Self.word(name.lowerBound..<local.lowerBound - 1, scanner)
    switch element {
    case _ where !Self.foreign.contains(prefix): self = element
    case .author where prefix == "itunes": self = .podcastAuthor
    case .summary where prefix == "itunes": self = .summary
    default: return nil
    }
  }

  /// Whether HTML has an element of this name, which may then be part of an item's text.
  static func isInHTML(_ name: Range<Int>, in scanner: MarkupScanner) -> Bool {
    html.contains(word(name, scanner))
  }

  /// The name in lower case; no known one is longer.
  private static func word(_ name: Range<Int>, _ scanner: MarkupScanner) -> String {
    String(decoding: scanner.bytes[name.prefix(15)].lazy.map(\.lowercased), as: UTF8.self)
  }

  private static func words(_ names: String) -> Set<String> {
    Set(names.split(separator: " ").map(String.init))
  }

  private static let names: [String: FeedElement] = {
    let meanings: [(String, FeedElement)] = [
      ("item entry", .item), ("title", .title), ("link", .link), ("guid", .permalink),
      ("origlink", .originalLink), ("id", .identifier), ("author", .author), ("name", .name),
      ("creator", .creator), ("managingeditor", .editor),
      ("pubdate published issued date created", .published), ("updated modified", .updated),
      ("encoded body", .fullText), ("content", .content), ("description", .description),
      ("summary abstract", .summary), ("image textinput source contributor", .aside),
      ("category subject comments enclosure email uri url rights", .other),
      ("webmaster lastbuilddate generator", .other),
    ]
    var table: [String: FeedElement] = [:]
    for (names, meaning) in meanings { for name in words(names) { table[name] = meaning } }
    return table
  }()

  private static let foreign = words(
    "media itunes googleplay georss geo sy slash gd thr podcast psc yt g wfw cc atomlink")

  private static let html = words(
    "title link name summary source image content author category body id date description")
}
