import Platform
import ReadingList

/// A library's files, or one record, to import: a backup or a library of an older version.
package struct StoredLibrary {
  private let paths: LibraryPaths
  let files = FileLayer.real
  /// The only record to read; nil for all.
  private let only: String?

  /// Opens a library's directory or a record's file; nil for anything else.
  package init?(_ path: String) {
    let (directory, name) = path.splitPath
    if let status = try? FileStatus(path), status.isDirectory {
      guard exists(path + "/articles") else { return nil }
      paths = LibraryPaths(directory: path.hasSuffix("/") ? String(path.dropLast()) : path)
      only = nil
    } else {
      let (parent, shard) = directory.splitPath
      guard name.hasSuffix(".json"), let id = ArticleID(text: name.prefix(ArticleID.length)),
        exists(path)
      else { return nil }
      // A single record outside a library has no text.
      let isInLibrary = shard == id.shard && parent.splitPath.name == "articles"
      paths = LibraryPaths(directory: isInLibrary ? parent.splitPath.directory : "")
      only = path
    }
  }

  /// Visits every record with its text, if any, until `body` returns false.
  ///
  /// - Parameters:
  ///   - body: called with the file's path, the record and the text.
  ///   - failed: called with the path of each file that is left out, and the reason.
  package func forEach(
    _ body: (_ path: String, _ record: String, _ text: String?) -> Bool,
    failed: (_ path: String, _ reason: String) -> Void
  ) {
    /// Reads a record and its text, and returns what `body` does; true if the record is left out.
    func visit(_ path: String, _ id: ArticleID?) -> Bool {
      do throws(StoreError) {
        guard let record = try text(at: path) else { return true }
        return body(path, record, id.flatMap { text(of: $0, record, failed) })
      } catch {
        failed(path, error.problem ?? error.reason)
        return true
      }
    }
    if let only {
      _ = visit(only, ArticleID(text: only.splitPath.name.prefix(ArticleID.length)))
      return
    }
    let reader = RecordReader(paths: paths, files: files)
    for shard in UInt8.min...UInt8.max {
      let directory = paths.shard(shard)
      var names: [String] = []
      do throws(StoreError) { names = try files.list(directory)?.sorted() ?? [] } catch {
        failed(directory, error.reason)
      }
      var machines: [ArticleID: [String]] = [:]
      for name in names {
        guard let id = LibraryPaths.article(ofRecord: name, inShard: shard) else { continue }
        if name == id.text + ".json" {
          guard visit(directory + "/" + name, id) else { return }
        } else {
          machines[id, default: []].append(name)
        }
      }
      for (id, names) in machines.sorted(by: { $0.key < $1.key }) {
        let path = directory + "/" + names[0]
        do throws(StoreError) {
          let versions = try reader.versions(of: id, names: names)
          if versions.files.isEmpty {
            // Copies of records of the first format, or records that the caller refuses.
            for name in names { guard visit(directory + "/" + name, id) else { return } }
            continue
          }
          for (name, error) in versions.unreadable.sorted(by: { $0.key < $1.key }) {
            failed(directory + "/" + name, error.problem ?? error.reason)
          }
          var said = versions.current
          // Its whole may have been purged.
          if versions.survivor == nil { said.entries[Registers.Name.mergedInto] = nil }
          if !said.exists {
            // Without a purge, its adding was undone, and there is nothing to import.
            guard let purge = said.purgedAt else { continue }
            said = .tombstone(at: purge)
          }
          let record = String(decoding: said.bytes(of: id), as: UTF8.self)
          guard body(path, record, text(of: id, record, failed)) else { return }
        } catch { failed(path, error.reason) }
      }
    }
  }

  /// Returns the directory of an article's pictures; nil for a record alone.
  func pictures(of id: ArticleID) -> String? {
    paths.directory.isEmpty ? nil : paths.pictures(id)
  }

  private func text(at path: String) throws(StoreError) -> String? {
    try files.read(path, limit: RecordReader.maxSize).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Reads the text that a record names.
  private func text(
    of id: ArticleID, _ record: String, _ failed: (_ path: String, _ reason: String) -> Void
  ) -> String? {
    guard !paths.directory.isEmpty, let json = try? JSON(parsing: record) else { return nil }
    let hash = json["page"]?["text"]?.string ?? json["fetch"]?["page"]?["text"]?.string
    let isOld = json["format"]?.int == 1
    let old = "\(paths.directory)/bodies/\(id.shard)/\(id.text).html"
    guard let path = isOld ? old : hash.map({ paths.text(id, hash: $0) }) else { return nil }
    do throws(StoreError) {
      let found = try text(at: path)
      guard !isOld, let hash else { return found }
      if let found, SHA256.hex(of: found).hasPrefix(hash.prefix(LibraryPaths.hashLength)) {
        return found
      }
      // The text of an article that was merged into another may be gone.
      if found != nil || json[Registers.Name.mergedInto] == nil {
        failed(path, found == nil ? "it is missing" : "it is not the text that its record names")
      }
    } catch { failed(path, error.reason) }
    return nil
  }
}
