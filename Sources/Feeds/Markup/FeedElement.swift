/// The elements of all formats by meaning, recognized by their names without prefix.
///
/// Prefixes and namespaces are too often wrong to go by; only those of extensions that use names of
/// the formats for something else are passed over.
enum FeedElement {
  case item, title, link, permalink, originalLink, identifier
  case author, name, creator, editor, podcastAuthor
  case published, updated
  case fullText, content, description, summary
  /// Is read like the others, and not kept.
  case category
  /// Has a title or a link of its own that is not the item's.
  case aside
  /// Stands beside the others and is not kept.
  case other

  /// Whether nested elements are part of its value.
  var takesMarkup: Bool {
    switch self {
    case .title, .fullText, .content, .description, .summary: true
    default: false
    }
  }

  /// The element of a name; nil for one that means nothing here.
  init?(_ name: Range<Int>, in scanner: MarkupScanner) {
    let local = scanner.local(name)
    guard let element = Self.names[Self.key(scanner.bytes[local])] else { return nil }
    guard local.lowerBound > name.lowerBound else {
      self = element
      return
    }
    let prefix = Self.key(scanner.bytes[name.lowerBound..<local.lowerBound - 1])
    guard Self.foreign.contains(prefix) else {
      self = element
      return
    }
    switch element {
    case .author where prefix == Self.podcast: self = .podcastAuthor
    case .summary where prefix == Self.podcast: self = .summary
    default: return nil
    }
  }

  /// Whether the name is one that HTML has too, so that it may be part of an item's text.
  static func isInHTML(_ name: Range<Int>, in scanner: MarkupScanner) -> Bool {
    html.contains(key(scanner.bytes[name]))
  }

  /// A name in lower case as a number; 0 when it is too long to be known.
  private static func key(_ name: some Collection<UInt8>) -> UInt128 {
    name.count > 15 ? 0 : name.reduce(0) { $0 << 8 | UInt128(MarkupScanner.lowered($1)) }
  }

  private static func keys(_ names: String) -> [UInt128] {
    names.split(separator: " ").map { key($0.utf8) }
  }

  private static let names: [UInt128: FeedElement] = {
    let meanings: [(String, FeedElement)] = [
      ("item entry", .item), ("title", .title), ("link", .link), ("guid", .permalink),
      ("origlink", .originalLink), ("id", .identifier), ("author", .author), ("name", .name),
      ("creator", .creator), ("managingeditor", .editor),
      ("pubdate published issued date created", .published), ("updated modified", .updated),
      ("encoded body", .fullText), ("content", .content), ("description", .description),
      ("summary abstract", .summary), ("image textinput source contributor", .aside),
      ("category subject", .category),
      ("comments enclosure email uri url rights webmaster lastbuilddate generator", .other),
    ]
    var table: [UInt128: FeedElement] = [:]
    for (names, meaning) in meanings { for key in keys(names) { table[key] = meaning } }
    return table
  }()

  private static let podcast = key("itunes".utf8)

  private static let foreign = Set(
    keys("media itunes googleplay georss geo sy slash gd thr podcast psc yt g wfw cc atomlink"))

  private static let html = Set(
    keys("title link name summary source image content author category body id date description"))
}
