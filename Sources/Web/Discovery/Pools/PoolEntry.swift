package import ReadingList

/// Something that may be picked: a page, or a feed of pages.
package struct PoolEntry: Equatable, Sendable {
  package enum Kind: Equatable, Sendable { case page, feed }

  package let kind: Kind
  package let address: WebAddress
  /// The title in the list that names it; empty if none.
  package let title: String
  package let author: String?
  package let publishedAt: Timestamp?
  /// The categories in the list.
  package let categories: [String]

  package init(
    kind: Kind, address: WebAddress, title: String = "", author: String? = nil,
    publishedAt: Timestamp? = nil, categories: [String] = []
  ) {
    self.kind = kind
    self.address = address
    self.title = title.bounded(.title)
    self.author = author?.bounded(.author)
    self.publishedAt = publishedAt
    self.categories = categories
  }

  package init(_ item: FeedItem) {
    self.init(
      kind: .page, address: item.address, title: item.title, author: item.author,
      publishedAt: item.publishedAt)
  }

  package init(_ outline: Outline) {
    self.init(
      kind: outline.kind == .feed ? .feed : .page, address: outline.address, title: outline.title,
      categories: outline.categories)
  }

  /// The key that is remembered once it was shown.
  package var key: UInt64 { address.itemKey }
}

extension WebAddress {
  /// A number that stands for what two spellings of one address have in common: FNV-1a of the deduplicationKey.
  package var itemKey: UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in deduplicationKey.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash
  }
}
