import ReadingList

/// How an address belongs to an article, for the index; `SameArticle.swift` says what each is.
enum AddressLink: String {
  case own, answering, named

  /// The hash by which the index finds articles that have an address of the same likeness.
  func hash(_ address: WebAddress, key: UInt64) -> UInt64 {
    Checksum.of(rawValue + " " + address.likeness, seed: key)
  }
}
