import Platform
import ReadingList
import Synchronization

/// What this machine wrote last of each record, for thirty days.
///
/// A file syncer that lets the newest file win, or that looks at a file and replaces it a moment later, takes
/// changes away without a trace in the library. They are still here: a record that lacks one of them is merged
/// with what was written. Losing all of this harms nothing else.
///
/// Two files: writes are added to the end of the second; when that has grown to its limit, the last version of each
/// record becomes the first. Each entry begins at a multiple of `unit` and has a checksum, so that what comes
/// after one that was cut off is found again. Whoever adds holds the library's lock; whoever reads need not.
final class WrittenRecords: Sendable {
  /// How long what was written counts, in nanoseconds.
  private static let lifetime: Int64 = 30 * 86_400 * 1_000_000_000
  private static let unit = 64
  private static let magic: UInt64 = 0x3164_726f_6577_6c75
  private static let windowSize = 1 << 20

  private let directory: String
  private let paths: [String]
  private let files: FileLayer
  /// Bytes from which on a file is full.
  private let limit: Int
  private let state = Mutex(State())

  /// One version of a record.
  private struct Entry {
    var part: Int
    /// Of its bytes.
    var offset: Int
    var length: Int
    var checksum: UInt64
    var time: Int64
  }

  private struct State {
    var entries: [ArticleID: Entry] = [:]
    /// Whether something may have been added since it was read.
    var isStale = true
    /// Of each file, what tells it from another and how far it was read.
    var parts = [(signature: UInt64, end: Int)](repeating: (0, 0), count: 2)
  }

  /// What was written.
  ///
  /// - Parameters:
  ///   - directory: where the files lie; need not be there yet.
  ///   - name: of the library, wherever on which machine it is.
  ///   - files: the file system.
  ///   - limit: bytes from which on a file is full.
  init(directory: String, name: String, files: FileLayer, limit: Int = 24 << 20) {
    self.directory = directory
    self.files = files
    self.limit = limit
    paths = ["old", "new"].map { "\(directory)/written-\(name).\($0)" }
  }

  /// Adds records that were put in place; the caller holds the library's lock.
  func add(_ records: [RecordReplacement]) {
    guard !records.isEmpty else { return }
    var out = ByteWriter()
    let now = files.now()
    for record in records where record.bytes.count < limit / 4 {
      out.append(Self.header(of: record, at: now))
      out.append(record.bytes)
      out.append([UInt8](repeating: 0, count: Self.padding(after: record.bytes.count)))
    }
    do throws(SystemFailure) {
      var descriptor = try open()
      if Descriptor.size(of: descriptor) >= limit {
        Descriptor.close(descriptor)
        try rotate()
        descriptor = try open()
      }
      defer { Descriptor.close(descriptor) }
      let end = Descriptor.size(of: descriptor)
      Descriptor.seek(descriptor, to: end + Self.padding(after: end))
      try files.write(out.bytes, to: descriptor, path: paths[1])
    } catch {
      // What cannot be kept is missing only where a syncer takes it away.
    }
  }

  /// Forgets all but the last version of each record, for after a purge; the caller holds the library's lock.
  ///
  /// - Throws: when that cannot be written; the older versions stay then.
  func removeOlderVersions() throws(SystemFailure) { try rotate(always: true) }

  private func open() throws(SystemFailure) -> Int32 {
    let options: Descriptor.Options = [.readWrite, .create, .notFollowing]
    do throws(SystemFailure) { return try files.open(paths[1], options) } catch {
      guard error.cause == .notFound else { throw error }
      try files.makeDirectory(directory)
      return try files.open(paths[1], options)
    }
  }

  /// Has what was added until now learnt before it is asked for, which most of the time it never is.
  func refresh() { state.withLock { $0.isStale = true } }

  /// Learns what was added, where it is stale.
  private func update(_ state: inout State) {
    guard state.isStale else { return }
    let found = paths.map { (try? files.open($0, [.nonBlocking, .notFollowing])) ?? -1 }
    defer { for descriptor in found where descriptor >= 0 { Descriptor.close(descriptor) } }
    var known = found.map { Self.known($0) }
    let isSame = zip(known, state.parts).allSatisfy { now, before in
      now.signature == before.signature && now.end >= before.end || before.end == 0
    }
    if !isSame { state = State() }
    for part in known.indices {
      known[part].end = scan(found[part], part: part, to: known[part].end, &state)
    }
    state.parts = known
    state.isStale = false
  }

  /// What tells a file from another in its place, by its first entry, and its size.
  private static func known(_ descriptor: Int32) -> (signature: UInt64, end: Int) {
    guard descriptor >= 0 else { return (0, 0) }
    let head = bytes(descriptor, from: 0, count: unit)
    guard head.count == unit else { return (0, 0) }
    let end = Descriptor.size(of: descriptor)
    return (head.withUnsafeBytes { Checksum.of($0) }, end + padding(after: end))
  }

  /// Learns the entries of a file from where it was read to.
  ///
  /// One counts when the next follows it, or the end: what was cut off is in the way of those after it.
  /// - Returns: where to go on.
  private func scan(_ descriptor: Int32, part: Int, to end: Int, _ state: inout State) -> Int {
    var offset = state.parts[part].end
    var window: (start: Int, bytes: [UInt8]) = (0, [])
    var last: (id: ArticleID, entry: Entry)?
    func settle() {
      if let last { state.entries[last.id] = last.entry }
      last = nil
    }
    while offset + Self.unit <= end {
      if offset < window.start || offset + Self.unit > window.start + window.bytes.count {
        window = (offset, Self.bytes(descriptor, from: offset, count: Self.windowSize))
        guard window.bytes.count >= Self.unit else { break }
      }
      let start = offset - window.start
      if let (id, found) = Self.entry(window.bytes[start..<(start + Self.unit)]) {
        settle()
        var entry = found
        (entry.part, entry.offset) = (part, offset + Self.unit)
        last = (id, entry)
        offset = entry.offset + entry.length + Self.padding(after: entry.length)
      } else {
        offset = (last?.entry.offset ?? offset + Self.unit)
        last = nil
      }
    }
    if offset == end { settle() }
    return last.map { $0.entry.offset - Self.unit } ?? end
  }

  /// Makes the last version of each record the first file, and the second empty.
  ///
  /// Where that would hardly be smaller, the second becomes the first as it is.
  ///
  /// - Parameter always: also then, so that no older version stays.
  /// - Throws: when that cannot be written.
  private func rotate(always: Bool = false) throws(SystemFailure) {
    refresh()
    let oldest = files.now() - Self.lifetime
    let live = state.withLock { state in
      update(&state)
      return state.entries.filter { $1.time > oldest }
    }
    .sorted { ($0.value.part, $0.value.offset) < ($1.value.part, $1.value.offset) }
    let size = live.reduce(0) { $0 + $1.value.length + Self.unit }
    guard always || size < limit / 2 else { return try files.rename(paths[1], to: paths[0]) }
    let temporary = TemporaryFile.name(for: paths[0])
    let descriptor = try files.open(temporary, [.write, .create, .exclusive])
    do throws(SystemFailure) {
      defer { Descriptor.close(descriptor) }
      for (id, entry) in live {
        guard let bytes = read(entry) else { continue }
        let record = RecordReplacement(id: id, bytes: bytes)
        try files.write(Self.header(of: record, at: entry.time), to: descriptor, path: paths[0])
        let padding = [UInt8](repeating: 0, count: Self.padding(after: bytes.count))
        try files.write(bytes + padding, to: descriptor, path: paths[0])
      }
      try files.rename(temporary, to: paths[0])
      try files.remove(paths[1])
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// The version of a record that this machine wrote last, where it has a change that the record lacks.
  ///
  /// As of the last `refresh` at least.
  /// - Parameters:
  ///   - record: as it is in the library.
  ///   - bytes: its file.
  /// - Returns: what is to be merged into it.
  func missing(in record: Record, _ bytes: [UInt8]) -> Record? {
    let written = state.withLock { state in
      update(&state)
      return state.entries[record.id]
    }
    guard let entry = written,
      entry.time > files.now() - Self.lifetime, !record.isNewer,
      entry.length != bytes.count
        || bytes.withUnsafeBytes({ Checksum.of($0) }) != entry.checksum,
      let written = read(entry).flatMap({ try? Record($0, id: record.id) }),
      record.lacksChange(of: written)
    else { return nil }
    return written
  }

  private func read(_ entry: Entry) -> [UInt8]? {
    guard let descriptor = try? files.open(paths[entry.part], [.nonBlocking, .notFollowing])
    else { return nil }
    defer { Descriptor.close(descriptor) }
    let bytes = Self.bytes(descriptor, from: entry.offset, count: entry.length)
    let isWhole =
      bytes.count == entry.length
      && bytes.withUnsafeBytes { Checksum.of($0) } == entry.checksum
    return isWhole ? bytes : nil
  }

  private static func bytes(_ descriptor: Int32, from offset: Int, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized =
        readAll(descriptor, from: offset, into: UnsafeMutableRawBufferPointer(buffer)).count
    }
  }
}

// Entries.
extension WrittenRecords {
  private static func padding(after count: Int) -> Int { (unit - count % unit) % unit }

  private static func header(of record: RecordReplacement, at time: Int64) -> [UInt8] {
    var out = ByteWriter()
    out.append(magic)
    out.append(time)
    out.append(record.bytes.withUnsafeBytes { Checksum.of($0) })
    out.append(UInt32(record.bytes.count))
    out.append(record.id.bytes)
    out.append([UInt8](repeating: 0, count: unit - 8 - out.bytes.count))
    out.append(out.bytes.withUnsafeBytes { Checksum.of($0) })
    return out.bytes
  }

  private static func entry(_ header: ArraySlice<UInt8>) -> (ArticleID, Entry)? {
    header.withUnsafeBytes { raw in
      var end = ByteReader(UnsafeRawBufferPointer(rebasing: raw.suffix(8)))
      var reader = ByteReader(UnsafeRawBufferPointer(rebasing: raw.dropLast(8)))
      guard reader.integer() == magic,
        end.integer() == Checksum.of(UnsafeRawBufferPointer(rebasing: raw.dropLast(8)))
      else { return nil }
      let time: Int64 = reader.integer()
      let checksum: UInt64 = reader.integer()
      let length = Int(reader.integer(UInt32.self))
      let head: UInt64 = reader.integer()
      let tail: UInt16 = reader.integer()
      let id = ArticleID(head: head.byteSwapped, tail: tail.byteSwapped)
      return (id, Entry(part: 0, offset: 0, length: length, checksum: checksum, time: time))
    }
  }
}
