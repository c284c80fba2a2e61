import ReadingList

/// How an article is linked with an address; `SameArticle.swift` defines each link.
enum AddressLink: String {
  case own, answering, named

  /// Returns the hash under which the index finds articles with an equal `deduplicationKey`.
  func hash(_ address: WebAddress, key: UInt64) -> UInt64 {
    Checksum.of(rawValue + " " + address.deduplicationKey, seed: key)
  }
}
