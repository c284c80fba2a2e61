import Platform
package import ReadingList

/// The identity of a library, from its `library.json`.
package struct LibraryName: Equatable, Sendable {
  package var id: String
  package var createdAt: Timestamp

  /// Makes a name; nil if the id is not valid.
  package init?(id: String, createdAt: Timestamp) {
    guard LibraryIdentity.isPlausible(id) else { return nil }
    self.id = id
    self.createdAt = createdAt
  }

  /// Parses a `library.json`; one without a creation date counts as the oldest.
  ///
  /// - Throws: `newerFormat` for another format; `damaged` if it cannot be parsed.
  package init(_ bytes: [UInt8]) throws(StoreError) {
    guard let json = try? JSON(parsing: bytes), let format = json["format"]?.int,
      let id = json["id"]?.string,
      let name = LibraryName(
        id: id,
        createdAt: json["createdAt"]?.string.flatMap({ Timestamp(rfc3339: $0) })
          ?? Timestamp(milliseconds: 0))
    else { throw StoreError(.damaged, "Its library.json cannot be understood") }
    guard format == Library.format else {
      throw StoreError(
        .newerFormat,
        format > Library.format
          ? "A newer version of luego made it; update this one"
          : "It has the format of an older version of luego")
    }
    self = name
  }

  /// Returns whether this name survives a merge of libraries: the older, then the smaller id.
  package func precedes(_ other: LibraryName) -> Bool {
    (createdAt, id) < (other.createdAt, other.id)
  }
}

extension Library {
  /// The library's name; nil if `library.json` cannot be read.
  package var name: LibraryName? {
    guard let bytes = (try? files.read(paths.identity, limit: 1 << 20)).flatMap(\.self),
      let name = try? LibraryName(bytes), name.id == id
    else { return nil }
    return name
  }

  /// Renames the library to another's name, so that both are one library from then on.
  ///
  /// - Returns: the library, reopened.
  /// - Throws: an error if it cannot be written.
  package func renamed(to name: LibraryName) throws(StoreError) -> Library {
    try holdingLock { () throws(StoreError) in
      try files.replace(
        paths.identity, with: LibraryIdentity.bytes(id: name.id, createdAt: name.createdAt),
        in: paths)
    }
    let library = try Library.open(
      directory, cache: cache, state: stateRoot, ifAbsent: .fail, files: files, utcOffset: utcOffset
    )
    // The undo journal and the machine's name are kept.
    if exists(state), let status = try? FileStatus(library.state), status.isDirectory,
      fileNames(in: library.state)?.isEmpty ?? true
    {
      _ = rename(state, library.state)
    }
    return library
  }

  /// Creates a library with another's name.
  ///
  /// - Parameters:
  ///   - directory: the path; missing or empty.
  ///   - name: the other library's name.
  /// - Throws: an error if it cannot be created.
  package static func make(_ directory: String, named name: LibraryName) throws(StoreError) {
    let (paths, files) = (LibraryPaths(directory: directory), FileLayer.real)
    try files.makeDirectory(paths.articles)
    try files.makeDirectory(paths.texts)
    guard
      try files.create(
        LibraryIdentity.bytes(id: name.id, createdAt: name.createdAt), at: paths.identity, in: paths
      )
    else { throw StoreError(.write, paths.identity, .busy) }
  }
}
