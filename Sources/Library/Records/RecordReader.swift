import Platform
import ReadingList

/// Reads the records of all machines.
struct RecordReader: Sendable {
  let paths: LibraryPaths
  let files: FileLayer

  /// Max bytes of a record.
  static let maxSize = 32 << 20

  /// Returns the names of an article's record files.
  func names(of id: ArticleID) throws(StoreError) -> [String] {
    try names(of: [id], inShard: id.shardNumber)[id] ?? []
  }

  /// Returns the names of the record files of several articles, listing their shard once.
  func names(
    of ids: Set<ArticleID>, inShard shard: UInt8
  ) throws(StoreError) -> [ArticleID: [String]] {
    var found: [ArticleID: [String]] = [:]
    do throws(StoreError) {
      for name in try files.list(paths.shard(shard)) ?? [] {
        if let id = LibraryPaths.article(ofRecord: name, inShard: shard), ids.contains(id) {
          found[id, default: []].append(name)
        }
      }
    } catch { guard error.isMissing || error.cause == .linkLoop else { throw error } }
    return found.mapValues { $0.sorted() }
  }

  /// Reads all files of an article.
  ///
  /// - Throws: system errors if the files cannot be read.
  func versions(of id: ArticleID) throws(StoreError) -> Versions {
    try versions(of: id, names: try names(of: id))
  }

  /// Reads all versions of several articles, in parallel; each article has its own error.
  func versions(of ids: [ArticleID]) -> [ArticleID: Result<Versions, StoreError>] {
    let shards = Dictionary(grouping: Set(ids), by: \.shardNumber).sorted { $0.key < $1.key }
    let found = Parallel.map(shards.count) { index in
      let (shard, some) = shards[index]
      let names = Result { () throws(StoreError) in try self.names(of: Set(some), inShard: shard) }
      return some.map { id in
        let versions = Result { () throws(StoreError) in
          try self.versions(of: id, names: try names.get()[id] ?? [])
        }
        return (id, versions)
      }
    }
    return Dictionary(found.joined().map { ($0, $1) }) { first, _ in first }
  }

  /// Reads some files of an article.
  func versions(of id: ArticleID, names: [String]) throws(StoreError) -> Versions {
    var versions = try plainVersions(of: id, names: names)
    var others: [ArticleID: Versions?] = [:]
    if versions.said[Registers.Name.mergedInto] != .null {
      versions.survivor = survivor(of: id, versions, &others)
    }
    if versions.survivor == nil { versions.parts = parts(of: versions, &others) }
    return versions
  }

  private func plainVersions(of id: ArticleID, names: [String]) throws(StoreError) -> Versions {
    var versions = Versions(id: id)
    for name in names {
      let path = "\(paths.articles)/\(id.shard)/\(name)"
      let read: (bytes: [UInt8], status: FileStatus)?
      do throws(StoreError) { read = try files.readWithStatus(path, limit: Self.maxSize) } catch {
        let refusal =
          switch error.cause {
          case .invalid: StoreError.damagedRecord(path, "it is not a file")
          case .linkLoop: StoreError.damagedRecord(path, "it is a broken symbolic link")
          default: error
          }
        guard refusal.kind == .damaged else { throw refusal }
        versions.unreadable[name] = refusal
        continue
      }
      guard let (bytes, status) = read else { continue }
      do throws(Registers.Problem) {
        let registers = try Registers(file: bytes, id: id)
        versions.files.append(.init(name: name, registers: registers, status: status))
      } catch {
        versions.unreadable[name] = error.isNewer ? .newer(path) : .damagedRecord(path, error.text)
      }
    }
    versions.join()
    return versions
  }

  /// Reads another article, unless it is among those read before.
  private func plain(_ id: ArticleID, _ others: inout [ArticleID: Versions?]) -> Versions? {
    if let known = others[id] { return known }
    var found: Versions?
    if let all = try? names(of: id), !all.isEmpty { found = try? plainVersions(of: id, names: all) }
    others.updateValue(found, forKey: id)
    return found
  }

  /// Max articles in a chain of merges.
  private static let maxChain = 64

  /// Returns the article that another was merged into: the end of the chain of merges or, in a
  /// circle, the one with the smallest id; nil if that is the article itself or was purged.
  private func survivor(
    of id: ArticleID, _ versions: Versions, _ others: inout [ArticleID: Versions?]
  ) -> ArticleID? {
    var chain = [id]
    var last = versions
    while chain.count < Self.maxChain,
      let next = last.said[Registers.Name.mergedInto].string.flatMap({ ArticleID(text: $0) })
    {
      if let start = chain.firstIndex(of: next) {
        let circle = chain[start...]
        guard let smallest = circle.min() else { return nil }
        return smallest == id ? nil : smallest
      }
      guard let target = plain(next, &others), target.said.exists else { break }
      chain.append(next)
      last = target
    }
    return chain.last == id ? nil : chain.last
  }

  /// Returns the articles that were merged into another, found by its other addresses.
  private func parts(
    of versions: Versions, _ others: inout [ArticleID: Versions?]
  ) -> [Versions] {
    var parts: [Versions] = []
    var seen: Set = [versions.id]
    var rest = versions.otherIDs
    while let id = rest.popLast(), seen.count <= Article.maxAddresses {
      guard seen.insert(id).inserted, let other = plain(id, &others), other.said.exists,
        other.said[Registers.Name.mergedInto] != .null,
        survivor(of: id, other, &others) == versions.id
      else { continue }
      parts.append(other)
      rest += other.otherIDs
    }
    return parts
  }
}
