import Platform
import ReadingList

/// A library's files, or one record, to import: a backup or a library of an older version.
package struct StoredLibrary {
  private let paths: LibraryPaths
  private let files: FileLayer
  /// The only record to read; nil for all.
  private let only: String?

  /// Opens a library's directory or a record's file; nil for anything else.
  package init?(_ path: String, files: FileLayer = .real) {
    self.files = files
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
  /// - Parameter body: called with the file's path, the record and the text.
  package func forEach(_ body: (_ name: String, _ record: String, _ text: String?) -> Bool) {
    if let only {
      guard let record = text(at: only) else { return }
      let id = ArticleID(text: only.splitPath.name.prefix(ArticleID.length))
      _ = body(only, record, id.flatMap { paths.directory.isEmpty ? nil : text(of: $0, record) })
      return
    }
    let reader = RecordReader(paths: paths, files: files)
    for shard in UInt8.min...UInt8.max {
      let directory = paths.shard(shard)
      let names = ((try? files.list(directory)).flatMap(\.self) ?? []).sorted()
      var machines: [ArticleID: [String]] = [:]
      for name in names {
        guard let id = LibraryPaths.article(ofRecord: name, inShard: shard) else { continue }
        if name == id.text + ".json" {
          guard let record = text(at: directory + "/" + name) else { continue }
          if !body(directory + "/" + name, record, text(of: id, record)) { return }
        } else {
          machines[id, default: []].append(name)
        }
      }
      for (id, names) in machines.sorted(by: { $0.key < $1.key }) {
        guard let versions = try? reader.versions(of: id, names: names), !versions.files.isEmpty
        else {
          if !body(directory + "/" + names[0], text(at: directory + "/" + names[0]) ?? "", nil) {
            return
          }
          continue
        }
        let record = String(decoding: versions.said.bytes(of: id), as: UTF8.self)
        if !body(directory + "/" + names[0], record, text(of: id, record)) { return }
      }
    }
  }

  private func text(at path: String) -> String? {
    (try? files.read(path, limit: RecordReader.maxSize)).flatMap(\.self).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Reads the text that a record names.
  private func text(of id: ArticleID, _ record: String) -> String? {
    let json = try? JSON(parsing: record)
    guard json?["format"]?.int != 1 else {
      return text(at: "\(paths.directory)/bodies/\(id.shard)/\(id.text).html")
    }
    let hash = json?["page"]?["text"]?.string ?? json?["fetch"]?["page"]?["text"]?.string
    guard let hash, let text = text(at: paths.text(id, hash: hash)),
      SHA256.hex(of: text).hasPrefix(hash.prefix(LibraryPaths.hashLength))
    else { return nil }
    return text
  }
}
