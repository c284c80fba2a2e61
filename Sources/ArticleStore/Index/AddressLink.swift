import ReadingList

/// How an address belongs to an article, for the index; `SameArticle.swift` says what each is.
enum AddressLink: String {
  case own, answering, named

  /// The hash by which the index finds articles that have an address of the same deduplicationKey.
  func hash(_ address: WebAddress, key: UInt64) -> UInt64 {
    Checksum.of(rawValue + " " + address.deduplicationKey, seed: key)
  }

  /// The articles that are found by an address, of those that it is linked with in each way.
  static func found(_ ids: (AddressLink) -> [ArticleID]) -> [ArticleID] {
    let own = ids(.own)
    if !own.isEmpty { return own }
    let answered = ids(.answering)
    return answered.count == 1 ? answered : []
  }
}
