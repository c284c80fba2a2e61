import Platform
import ReadingList

extension Library {
  /// Removes the texts and pictures of articles whose records promise none any more, but for those whose
  /// records could not be written; the caller holds the lock.
  func removeTextFiles(of ids: [ArticleID], noting receipt: inout ChangeReceipt) {
    guard !ids.isEmpty else { return }
    let refused = Set(receipt.failures.filter { !$0.error.isInPlace }.map(\.id))
    for id in ids where !refused.contains(id) {
      do throws(SystemFailure) {
        try files.remove(paths.body(id))
        try removePictures(of: id)
      } catch {
        receipt.failures.append(.init(id: id, error: StoreError(error.inPlace)))
      }
    }
  }
}
