/// The elements that feeds and lists of feeds begin with; what sniffs them and what reads them must agree.
package enum FeedRoot: Sendable {
  case feed, list

  /// The root of a name without its prefix, in any case; nil for another element.
  package init?(_ name: some Collection<UInt8>) {
    guard name.count <= 7 else { return nil }
    switch String(decoding: name, as: UTF8.self).lowercased() {
    case "rss", "rdf", "feed", "channel": self = .feed
    case "opml": self = .list
    default: return nil
    }
  }
}
