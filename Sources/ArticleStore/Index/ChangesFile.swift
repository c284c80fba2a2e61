import ReadingList

/// The list of changes that lies beside the index file, so that the next program need not find them out
/// again.
struct ChangesFile {
  private static let magic: UInt64 = 0x3167_6863_6f67_756c

  /// Of the library as it is with the changes.
  var meta: IndexMeta
  /// By id.
  var entries: [IndexEntry] = []

  /// The file's bytes, for the index with a header.
  func bytes(header: IndexHeader) -> [UInt8] {
    var out = ByteWriter()
    out.append(Self.magic)
    out.append(IndexHeader.version)
    out.append(header.generation)
    out.append(header.library)
    out.append(meta.bytes)
    out.append(count: entries.count)
    for entry in entries {
      out.append(entry.id.bytes)
      out.append(entry.stamp)
      out.append(entry.kind.rawValue)
      out.append(count: entry.aliases.count)
      for alias in entry.aliases { out.append(alias) }
      entry.numbers.encode(to: &out)
      out.append(count: entry.details.count)
      out.append(entry.details)
    }
    out.append(out.bytes.withUnsafeBytes { Checksum.of($0) })
    return out.bytes
  }
}

extension ChangesFile {
  /// Reads a list of changes; nil when it is damaged or belongs to another index file.
  init?(_ bytes: [UInt8], header: IndexHeader) {
    let found: ChangesFile? = bytes.withUnsafeBytes { raw in
      guard raw.count > 8 else { return nil }
      var end = ByteReader(UnsafeRawBufferPointer(rebasing: raw.suffix(8)))
      let content = UnsafeRawBufferPointer(rebasing: raw.dropLast(8))
      var reader = ByteReader(content)
      guard end.integer() == Checksum.of(content), reader.integer() == Self.magic,
        reader.integer() == IndexHeader.version, reader.integer() == header.generation,
        reader.integer() == header.library, let meta = IndexMeta(&reader)
      else { return nil }
      var changes = ChangesFile(meta: meta)
      return changes.readEntries(&reader) ? changes : nil
    }
    guard let found else { return nil }
    self = found
  }

  private mutating func readEntries(_ reader: inout ByteReader) -> Bool {
    for _ in 0..<reader.count(ofAtLeast: 21) {
      let head = UInt64(bigEndian: UInt64(littleEndian: reader.integer()))
      let tail = UInt16(bigEndian: UInt16(littleEndian: reader.integer()))
      let stamp: UInt64 = reader.integer()
      guard let kind = IndexEntry.Kind(rawValue: reader.integer()) else { return false }
      let aliases = (0..<reader.count(ofAtLeast: 8)).map { _ in reader.integer(UInt64.self) }
      entries.append(
        IndexEntry(
          id: ArticleID(head: head, tail: tail),
          kind: kind,
          stamp: stamp,
          numbers: RowNumbers(from: &reader),
          details: reader.byteArray(),
          aliases: aliases
        )
      )
    }
    entries.sort { $0.id < $1.id }
    return !reader.failed
  }
}
