package import ReadingList

extension Library {
  /// Saves an article under another address, as a new one that takes over everything that was done to the
  /// old one; that goes to Trash.
  ///
  /// An article's id is made of its address, so that it cannot stay. The page of the new one is to be fetched.
  /// - Parameters:
  ///   - id: the article.
  ///   - address: the other address.
  ///   - given: the same as it was given.
  ///   - moment: when.
  /// - Returns: what takes it back, in the order in which it was done.
  /// - Throws: when the address is that of an article already, or nothing can be written.
  package func changeAddress(
    of id: ArticleID,
    to address: WebAddress,
    given: String,
    at moment: Timestamp
  ) throws(StoreError) -> [ChangeReceipt] {
    guard let old = try article(id) else {
      throw StoreError(.notFound, "Article \(id) no longer exists")
    }
    var receipts: [ChangeReceipt] = []
    let new = Article(address: address, given: given, savedAt: old.savedAt)
    switch try add([new], at: moment).first {
    case .added?: receipts.append(ChangeReceipt(added: [new.id]))
    case .alreadySaved(let same)? where same.isDeleted && same.id == new.id:
      receipts.append(try apply(.delete(false), to: [new.id], at: moment))
    case .alreadySaved(let other)?:
      throw StoreError(
        .io,
        other.id == id
          ? "“\(given)” is already the address of this article"
          : "“\(given)” is already saved, as \(other.id.text.prefix(8)) “\(other.title)”"
      )
    case .failed(_, let error)?: throw error
    case nil: break
    }
    receipts.append(try mergeDuplicates(into: new.id, from: [id], at: moment))
    var carried: [ArticleChange] = []
    if old.isTitleEdited { carried.append(.title(old.title)) }
    if old.isArchived { carried.append(.archive(true)) }
    receipts.append(try apply(carried, to: [new.id], at: moment))
    return receipts
  }
}
