import Platform
package import ReadingList

// Each article has its own directory of pictures: deleting the article deletes them, and no table
// of which article uses which picture is needed.
extension Library {
  /// Returns an article's stored pictures by the keys of their addresses.
  ///
  /// - Returns: the pictures; nil if they were never requested, an empty dictionary if none came.
  package func pictures(of id: ArticleID) throws(StoreError) -> [String: StoredPicture]? {
    let directory = paths.pictures(id)
    guard let names = try files.list(directory) else { return nil }
    var pictures: [String: StoredPicture] = [:]
    // An interrupted write may leave two files of one address; sorting always picks the same one.
    for text in names.sorted() {
      guard let name = PictureName(text) else { continue }
      pictures[name.key] = StoredPicture(name: name, path: directory + "/" + text)
    }
    return pictures
  }

  /// Saves bytes fetched from an address as a picture of an article, replacing the old one.
  ///
  /// - Returns: the picture; nil if the bytes are no picture.
  /// - Throws: `notFound` if the article was purged meanwhile.
  @discardableResult
  package func savePicture(
    _ bytes: [UInt8], from address: String, of id: ArticleID
  ) throws(StoreError) -> StoredPicture? {
    guard let name = PictureName(of: bytes, from: address) else { return nil }
    let path = paths.pictures(id) + "/" + name.text
    try holdingLock { () throws(StoreError) in
      try requireArticle(id)
      try files.replace(path, with: bytes, in: paths)
      for text in try files.list(paths.pictures(id)) ?? [] where text != name.text {
        guard PictureName(text)?.key == name.key else { continue }
        try files.remove(paths.pictures(id) + "/" + text)
      }
    }
    return StoredPicture(name: name, path: path)
  }

  /// Copies an article's missing pictures from a backup.
  package func takePictures(of id: ArticleID, from backup: StoredLibrary) throws(StoreError) {
    guard let directory = backup.pictures(of: id), let names = try backup.files.list(directory)
    else { return }
    let stored = try pictures(of: id) ?? [:]
    for text in names.sorted() {
      guard let name = PictureName(text), stored[name.key] == nil,
        let bytes = try backup.files.read(directory + "/" + text), name.isName(of: bytes)
      else { continue }
      try holdingLock { () throws(StoreError) in
        try requireArticle(id)
        try files.replace(paths.pictures(id) + "/" + text, with: bytes, in: paths)
      }
    }
  }

  /// Records that an article's pictures were requested, even if none came.
  ///
  /// - Throws: `notFound` if the article was purged meanwhile.
  package func notePictures(of id: ArticleID) throws(StoreError) {
    try holdingLock { () throws(StoreError) in
      try requireArticle(id)
      try files.makeDirectory(paths.pictures(id))
    }
  }

  /// The same, but empty if they cannot be listed.
  package func listedPictures(of id: ArticleID) -> [String: StoredPicture]? {
    do throws(StoreError) { return try pictures(of: id) } catch { return [:] }
  }

  /// Returns the bytes of a stored picture; nil if it is gone.
  package func bytes(of picture: StoredPicture) throws(StoreError) -> [UInt8]? {
    try files.read(picture.path)
  }

  /// Deletes an article's pictures; other files in its directory stay.
  func removePictures(of id: ArticleID) throws(StoreError) {
    let directory = paths.pictures(id)
    guard let names = try files.list(directory) else { return }
    let own = names.filter { PictureName($0) != nil }
    for name in own { try files.remove(directory + "/" + name) }
    guard own.count == names.count else { return }
    try files.removeDirectory(directory)
    // The shard's, if this was its last article.
    try? files.removeDirectory(paths.pictures + "/" + id.shard)
  }

  private func requireArticle(_ id: ArticleID) throws(StoreError) {
    guard try article(id) != nil else {
      throw StoreError(.notFound, "No article has the id \(id.text); it may have been purged")
    }
  }
}
