import Platform
import ReadingList

/// The contents of `library.json`, and whether the library may be changed.
struct LibraryIdentity {
  var id: String
  var readOnly: StoreError?
  var isNew = false
  var isDamaged = false

  /// Reads `library.json`, and makes it when it is missing and may be made; nil when there is no
  /// library and none may be made.
  static func establish(
    in directory: String, access: Library.Access, ifAbsent absence: Library.Absence,
    files: FileLayer
  ) throws(StoreError) -> LibraryIdentity? {
    let paths = LibraryPaths(directory: directory)
    if let found = try read(paths, access: access, files: files) { return found }
    let hasArticles = try files.status(paths.articles)?.isDirectory ?? false
    // With a new id this machine would silently lose its state for the library.
    if hasArticles, access == .readWrite,
      try files.list(paths.articles)?.contains(where: { !$0.hasPrefix(".") }) == true
    {
      return damaged(paths, "missing")
    }
    if hasArticles ? access != .readWrite : absence == .empty {
      return LibraryIdentity(id: placeholderID(directory), readOnly: asked(directory, access))
    }
    guard hasArticles || access == .readWrite && absence == .create else { return nil }
    if try files.makeDirectory(directory) { try files.syncDirectory(directory.splitPath.directory) }
    do throws(StoreError) {
      return try make(paths, hasArticles: hasArticles, files: files)
    } catch {
      guard hasArticles, [.readOnly, .accessDenied, .notPermitted].contains(error.cause) else {
        throw error
      }
      return LibraryIdentity(id: placeholderID(directory), readOnly: unwritable(directory))
    }
  }

  /// Creates a library unless another process just did.
  private static func make(
    _ paths: LibraryPaths, hasArticles: Bool, files: FileLayer
  ) throws(StoreError) -> LibraryIdentity {
    for directory in [paths.articles, paths.texts] { try files.makeDirectory(directory) }
    let id = randomID()
    let now = Timestamp(milliseconds: SystemClock.milliseconds() / 1000 * 1000)
    // A library whose records are just coming has an older one, to which this yields.
    let bytes = bytes(id: id, createdAt: now)
    if try files.create(bytes, at: paths.identity, in: paths, yields: hasArticles) {
      return LibraryIdentity(id: id, isNew: !hasArticles)
    }
    guard let found = try read(paths, access: .readWrite, files: files) else {
      throw StoreError(.read, paths.identity, .busy)
    }
    return found
  }

  /// Returns the bytes of a `library.json`.
  static func bytes(id: String, createdAt: Timestamp) -> [UInt8] {
    let json = JSON.object([
      .init("format", .int(Library.format)), .init("id", .string(id)),
      .init("createdAt", .string(createdAt.rfc3339)),
    ])
    return Array(json.pretty.utf8)
  }

  /// Reads `library.json`; nil if it is missing.
  ///
  /// - Throws: `newerFormat` for a library that this version cannot open at all.
  static func read(
    _ paths: LibraryPaths, access: Library.Access, files: FileLayer
  ) throws(StoreError) -> LibraryIdentity? {
    let directory = paths.directory
    let bytes: [UInt8]
    do throws(StoreError) {
      guard let found = try files.read(paths.identity, limit: 1 << 20) else { return nil }
      bytes = found
    } catch {
      // Anything but a file is damage; a temporary error does not prevent reading the rest.
      guard [.invalid, .linkLoop, .tooLarge].contains(error.cause) else {
        // Throws if the directory cannot be entered: an empty list would be wrong.
        _ = try files.status(paths.articles)
        return LibraryIdentity(
          id: placeholderID(directory),
          readOnly: refusal(
            "\(paths.identity) cannot be read, so nothing can be changed: \(error.reason)",
            "library.json cannot be read: \(error.reason)"))
      }
      bytes = []
    }
    guard let json = try? JSON(parsing: bytes), let format = json["format"]?.int,
      let id = json["id"]?.string, isPlausible(id)
    else { return damaged(paths, "damaged") }
    var found = LibraryIdentity(id: id)
    guard format >= Library.format else { throw .older(directory) }
    if format > Library.format {
      found.readOnly = refusal(
        "The library at \(directory) was created by a newer version, so nothing can be changed; update Luego",
        "a newer version created it; update Luego")
    } else if access != .readWrite {
      found.readOnly = asked(directory, access)
    } else if !allows(.writing, directory) {
      found.readOnly = unwritable(directory)
    }
    return found
  }

  private static func damaged(_ paths: LibraryPaths, _ problem: String) -> LibraryIdentity {
    LibraryIdentity(
      id: placeholderID(paths.directory),
      readOnly: refusal(
        "\(paths.identity) is \(problem), so nothing can be changed; run luego doctor --repair",
        "library.json is \(problem); run luego doctor --repair"),
      isDamaged: true)
  }

  private static func asked(_ directory: String, _ access: Library.Access) -> StoreError {
    let advice = access == .snapshot ? "add --write" : "start without --read-only"
    return refusal(
      "The library at \(directory) is open read-only; \(advice) to change it",
      "\(advice) to change it")
  }

  private static func unwritable(_ directory: String) -> StoreError {
    refusal(
      "The library at \(directory) cannot be written, so nothing can be changed; see its permissions",
      "it cannot be written; see its permissions")
  }

  private static func refusal(_ message: String, _ reason: String) -> StoreError {
    StoreError(.readOnly, message, reason: "read-only: \(reason)")
  }

  /// Returns whether an id is safe as a directory's name.
  static func isPlausible(_ id: String) -> Bool {
    (8...64).contains(id.utf8.count)
      && id.utf8.allSatisfy {
        (48...57).contains($0) || (97...122).contains($0) || (65...90).contains($0) || $0 == 45
      }
  }

  static func randomID() -> String { String(UInt64.random(in: (1 << 60)...UInt64.max), radix: 16) }

  /// Returns an id for a library without a readable one, so that its list still has a path.
  private static func placeholderID(_ directory: String) -> String {
    String(SHA256.hex(of: directory).prefix(16))
  }
}
