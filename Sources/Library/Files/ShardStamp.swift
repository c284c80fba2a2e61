import Platform
import ReadingList

/// The change time and the inode of a shard's directory when it was listed.
///
/// Adding, deleting or renaming a file updates the directory's change time, which no syncer can set
/// back. A time so recent that a later change may leave it equal is not trusted, nor is one in the
/// future: the shard is listed again.
///
/// Editing a record in place leaves its directory's times alone. Watching notices it at once, and
/// `Library.recheck` and `doctor` compare every file. Writing, and printing a single article,
/// always read the file.
struct ShardStamp: Equatable, Sendable {
  /// Nanoseconds within which two changes may get the same time, for times finer than a millisecond
  /// and for coarser ones.
  static let tick: (fine: Int64, coarse: Int64) = (50_000_000, 2_500_000_000)
  /// Nanoseconds after which a directory's time is trusted.
  private static let minAge: Int64 = 2_000_000_000

  var changed: Int64
  /// 0 for a missing directory.
  var inode: UInt64
  /// Whether equal times prove that nothing changed.
  var isSettled: Bool
  /// Whether this process made the last change, under the library's lock, and knows all files.
  var isOwn = false

  /// The stamp of a missing directory; an existing one has an inode.
  static let absent = ShardStamp(changed: 0, inode: 0, isSettled: true)

  /// The stamp of a directory that could not be examined; it proves nothing.
  static let unknown = ShardStamp(changed: 0, inode: .max, isSettled: false)
}

extension ShardStamp {
  init(_ status: FileStatus?, now: Int64) {
    self =
      status.map { status in
        ShardStamp(
          changed: status.changed, inode: status.inode,
          isSettled: now.subtractingReportingOverflow(status.changed).partialValue
            > max(Self.minAge, Self.tick(status.changed)))
      } ?? .absent
  }

  /// Returns the current stamps of the 256 shards' directories.
  ///
  /// - Parameters:
  ///   - directory: the parent directory.
  ///   - files: the file system.
  ///   - now: nanoseconds since the epoch, to judge the age of times.
  /// - Returns: one stamp for each shard.
  static func of(in directory: String, _ files: FileLayer, now: Int64) -> [ShardStamp] {
    Parallel.map(256) { shard in
      let path = directory + "/" + LibraryPaths.name(ofShard: UInt8(shard))
      do throws(StoreError) { return ShardStamp(try files.status(path), now: now) } catch {
        return .unknown
      }
    }
  }

  private static func tick(_ time: Int64) -> Int64 {
    time % 1_000_000 == 0 ? tick.coarse : tick.fine
  }

  /// Returns whether a time is far enough from now for the next change to have another.
  static func isSettled(_ time: Int64, now: Int64) -> Bool {
    let (age, overflow) = now.subtractingReportingOverflow(time)
    return overflow || age.magnitude > tick(time).magnitude
  }

  /// Returns whether a directory has the same files as when `self` was read.
  ///
  /// - Parameters:
  ///   - current: its current stamp.
  ///   - isPassing: whether to trust this process's own changes, until the next check.
  /// - Returns: whether nothing changed.
  func proves(_ current: ShardStamp, isPassing: Bool = false) -> Bool {
    (isSettled || isPassing && isOwn) && changed == current.changed && inode == current.inode
  }

  func encode(to out: inout ByteWriter) {
    out.append(changed)
    out.append(inode)
    out.append(UInt8(isSettled ? 1 : 0))
  }

  init(from reader: inout ByteReader) {
    self.init(
      changed: reader.integer(), inode: reader.integer(),
      isSettled: reader.integer(UInt8.self) == 1)
  }
}

/// A hash of a file's inode, size and times; 0 if the file must be read again.
enum FileStamp {
  static func of(_ status: FileStatus, now: Int64) -> UInt64 {
    ShardStamp.isSettled(status.changed, now: now) ? of(status) : 0
  }

  /// Returns the stamp of an article from those of its files, in any order.
  static func of(_ stamps: [UInt64]) -> UInt64 {
    stamps.contains(0) ? 0 : max(1, stamps.reduce(0, &+))
  }

  /// Returns the stamp of a file; the caller knows that no later change can look the same.
  static func of(_ status: FileStatus) -> UInt64 {
    var sum = Checksum.mix(0, status.inode)
    sum = Checksum.mix(sum, UInt64(bitPattern: status.size))
    sum = Checksum.mix(sum, UInt64(bitPattern: status.modified))
    sum = Checksum.mix(sum, UInt64(bitPattern: status.changed))
    return max(1, sum)
  }
}
