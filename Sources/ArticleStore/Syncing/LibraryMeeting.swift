import Platform
package import ReadingList

/// The identity of a library, from its `library.json`.
package struct LibraryName: Equatable, Sendable {
  /// The id.
  package var id: String
  /// When it was made.
  package var createdAt: Timestamp

  /// Makes a name; nil for an id that no library has.
  package init?(id: String, createdAt: Timestamp) {
    guard LibraryIdentity.isPlausible(id) else { return nil }
    self.id = id
    self.createdAt = createdAt
  }

  /// Reads the bytes of a `library.json`; one that does not say when it was made counts as the oldest.
  ///
  /// - Throws: `newerFormat`, or `damaged` where it is none.
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

  /// Whether this one stays where two libraries become one: the earlier, of one moment the smaller id.
  package func precedes(_ other: LibraryName) -> Bool {
    (createdAt, id) < (other.createdAt, other.id)
  }
}

extension Library {
  /// Its id and when it was made; nil where `library.json` cannot be read.
  package var name: LibraryName? {
    guard let bytes = (try? files.read(paths.identity, limit: 1 << 20)).flatMap(\.self),
      let name = try? LibraryName(bytes), name.id == id
    else { return nil }
    return name
  }

  /// Gives the library another's name, so that the two are one from now on.
  ///
  /// - Returns: the library, opened again.
  /// - Throws: when it cannot be written.
  package func renamed(to name: LibraryName) throws(StoreError) -> Library {
    try holdingLock { () throws(StoreError) in
      do throws(SystemFailure) {
        try files.replace(
          paths.identity, with: LibraryIdentity.bytes(id: name.id, createdAt: name.createdAt),
          in: paths)
      } catch { throw StoreError(error) }
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

  /// Makes a library of another's name where there is none.
  ///
  /// - Parameters:
  ///   - directory: where it is to be; missing or empty.
  ///   - name: the other's.
  ///   - files: the file system.
  /// - Throws: when it cannot be made.
  package static func make(
    _ directory: String, named name: LibraryName, files: FileLayer = .real
  ) throws(StoreError) {
    let paths = LibraryPaths(directory: directory)
    do throws(SystemFailure) {
      try files.makeDirectory(paths.articles)
      try files.makeDirectory(paths.texts)
      guard
        try files.create(
          LibraryIdentity.bytes(id: name.id, createdAt: name.createdAt), at: paths.identity,
          in: paths)
      else { throw SystemFailure(operation: .write, path: paths.identity, cause: .busy) }
    } catch { throw StoreError(error) }
  }
}
