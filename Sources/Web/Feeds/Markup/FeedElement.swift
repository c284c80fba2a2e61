/// The elements of all formats by meaning, recognized by their names without prefix.
///
/// Prefixes and namespaces are wrong too often to rely on. Only prefixes of extensions that reuse a
/// format's names for something else are ignored.
enum FeedElement {
  case item, title, link, permalink, originalLink, identifier
  case author, name, creator, editor, podcastAuthor
  case published, updated
  case fullText, content, description, summary
  /// A field whose value is dropped.
  case category
  /// An element with a title or a link that is not the item's; fields inside it are ignored.
  case aside
  /// A known element whose value is dropped; it ends a field that was left open.
  case other

  /// Whether nested elements are part of its value.
  var takesMarkup: Bool {
    switch self {
    case .title, .fullText, .content, .description, .summary: true
    default: false
    }
  }

  /// Looks up an element by name; nil if the name has no meaning here.
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

  /// Returns whether HTML has an element of this name, so that it may be part of an item's text.
  static func isInHTML(_ name: Range<Int>, in scanner: MarkupScanner) -> Bool {
    html.contains(key(scanner.bytes[name]))
  }

  /// Packs a name in lower case into a number; 0 if it is too long to be known.
  private static func key(_ name: some Collection<UInt8>) -> UInt128 {
    name.count > 15 ? 0 : name.reduce(0) { $0 << 8 | UInt128($1.lowercased) }
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
