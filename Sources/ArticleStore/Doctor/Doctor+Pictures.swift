import Platform
import ReadingList

// Pictures. Which of them a text shows is not known here.
extension Doctor {
  /// Looks at all that lies in `pictures/`.
  mutating func examinePictures() throws(StoreError) {
    guard try isDirectory(paths.pictures) else { return }
    for shard in try names(in: paths.pictures) ?? [] where !shard.hasPrefix(".") {
      let directory = paths.pictures + "/" + shard
      guard UInt8(shard, radix: 16).map(LibraryPaths.name(ofShard:)) == shard else {
        try examineForeign(at: directory)
        continue
      }
      for name in try names(in: directory) ?? [] where !name.hasPrefix(".") {
        if name.hasPrefix(shard), let id = ArticleID(text: name) {
          try examinePictures(of: id)
        } else {
          try examineForeign(at: directory + "/" + name)
        }
      }
      if try names(in: directory)?.isEmpty == true {
        try examineEmpty(directory, "nothing is in it")
      }
    }
  }

  private mutating func examinePictures(of id: ArticleID) throws(StoreError) {
    let directory = paths.pictures(id)
    guard let names = try names(in: directory) else { return }
    // An article that there is has an empty one where none of its pictures came.
    if names.isEmpty, (try? library.isPurged(id)) == true {
      return try examineEmpty(directory, "its article was purged")
    }
    for name in names {
      let path = directory + "/" + name
      if name.hasPrefix(".") {
        try examineHidden(name, at: path)
      } else if let picture = PictureName(name) {
        try examine(StoredPicture(name: picture, path: path))
      } else {
        try examineForeign(at: path)
      }
    }
  }

  private mutating func examine(_ picture: StoredPicture) throws(StoreError) {
    do throws(StoreError) {
      guard try !library.isIntact(picture) else { return }
    } catch { return note(.unreadable, picture.path, error.reason) }
    let remedy = try mend { () throws(SystemFailure) in
      if (try? library.isIntact(picture)) == true { return nil }
      return try setAside(picture.path) + "; luego fetch gets it again"
    }
    note(.damagedPicture, picture.path, "it is not the picture that was stored", remedy: remedy)
  }

  private mutating func examineForeign(at path: String) throws(StoreError) {
    let remedy = try mend { () throws(SystemFailure) in try setAside(path) }
    note(.foreign, path, "it is not one of the library's files", remedy: remedy)
  }

  private mutating func examineEmpty(_ path: String, _ problem: String) throws(StoreError) {
    let remedy = try mend { () throws(SystemFailure) in
      try files.removeDirectory(path)
      return "removed"
    }
    note(.leftover, path, problem, remedy: remedy)
  }
}
