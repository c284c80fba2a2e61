import Platform
import ReadingList

/// The times and inode of a shard's directory when it was listed.
///
/// Each file that comes, goes or is renamed moves the directory's change time, and nobody can set that
/// back as a syncer may the modification time. A time so young that a later change may get the same
/// one is not believed: such a shard is listed again, and so is one from the future.
///
/// A record edited in place leaves its directory's times alone. Watching sees it at once, and
/// `Library.recheck` and `doctor` compare every file. Writing, and printing one article, always start from
/// the file.
struct ShardStamp: Equatable, Sendable {
  /// Nanoseconds after which the clock of a file system has moved on, for times that are finer than a
  /// millisecond, and for others.
  static let tick: (fine: Int64, coarse: Int64) = (50_000_000, 2_500_000_000)
  /// Nanoseconds after which a directory's time is believed.
  private static let minAge: Int64 = 2_000_000_000

  var changed: Int64
  var modified: Int64
  /// 0 when there is no such directory.
  var inode: UInt64
  /// Whether equal times prove that nothing happened.
  var isSettled: Bool
  /// Whether this process made it so, under the library's lock, and knows all that it holds.
  var isOwn = false

  /// The stamp of a directory that is not there; once it is, it has an inode.
  static let absent = ShardStamp(changed: 0, modified: 0, inode: 0, isSettled: true)

  /// The stamp of a directory that could not be looked at; proves nothing.
  static let unknown = ShardStamp(changed: 0, modified: 0, inode: .max, isSettled: false)
}

extension ShardStamp {
  init(_ status: FileStatus?, now: Int64) {
    self =
      status.map { status in
        ShardStamp(
          changed: status.changed, modified: status.modified, inode: status.inode,
          isSettled: now.subtractingReportingOverflow(status.changed).partialValue
            > max(Self.minAge, Self.tick(status.changed)))
      } ?? .absent
  }

  /// Makes the current stamp of a directory; `unknown` when the system does not say.
  init(of directory: String, in files: FileLayer, now: Int64) {
    do throws(SystemFailure) { self.init(try files.status(directory), now: now) } catch {
      self = .unknown
    }
  }

  /// Returns the current stamps of the directories of some shards, in their order.
  ///
  /// - Parameters:
  ///   - shards: their numbers.
  ///   - directory: where these directories are: that of all records, or of all texts.
  ///   - files: where it is.
  ///   - now: the time by which they are judged.
  /// - Returns: a stamp each.
  static func of(
    _ shards: [UInt8] = Array(.min ... .max), in directory: String, _ files: FileLayer, now: Int64
  ) -> [ShardStamp] {
    let size = 16
    let found = Parallel.map((shards.count + size - 1) / size) { group in
      let names = shards[(group * size)...].prefix(size).map { LibraryPaths.name(ofShard: $0) }
      return files.statuses(of: names, in: directory)
    }
    return found.joined().map { result in
      switch result {
      case .success(let status): ShardStamp(status, now: now)
      case .failure: .unknown
      }
    }
  }

  private static func tick(_ time: Int64) -> Int64 {
    time % 1_000_000 == 0 ? tick.coarse : tick.fine
  }

  /// Whether a time of a file lies far enough from now, on either side, for the next change to differ.
  static func isSettled(_ time: Int64, now: Int64) -> Bool {
    let (age, overflow) = now.subtractingReportingOverflow(time)
    return overflow || age.magnitude > tick(time).magnitude
  }

  /// Whether a directory that looks like this now holds what it held when `self` was taken.
  ///
  /// - Parameters:
  ///   - current: what it looks like.
  ///   - isPassing: whether what this process did itself is enough, until the next look.
  /// - Returns: whether it does.
  func proves(_ current: ShardStamp, isPassing: Bool = false) -> Bool {
    (isSettled || isPassing && isOwn) && changed == current.changed && modified == current.modified
      && inode == current.inode
  }

  func encode(to out: inout ByteWriter) {
    out.append(changed)
    out.append(modified)
    out.append(inode)
    out.append(UInt8(isSettled ? 1 : 0))
  }

  init(from reader: inout ByteReader) {
    self.init(
      changed: reader.integer(), modified: reader.integer(), inode: reader.integer(),
      isSettled: reader.integer(UInt8.self) == 1)
  }
}

/// A file's inode, size and times as one number; 0 for a file that must be read again.
enum FileStamp {
  static func of(_ status: FileStatus, now: Int64) -> UInt64 {
    ShardStamp.isSettled(status.changed, now: now) ? of(status) : 0
  }

  /// The stamp of all files of an article, in any order, from those of each.
  static func of(_ stamps: [UInt64]) -> UInt64 {
    stamps.contains(0) ? 0 : max(1, stamps.reduce(0, &+))
  }

  /// The stamp of a file of which the caller knows that no later change can look the same.
  static func of(_ status: FileStatus) -> UInt64 {
    var sum = Checksum.mix(0, status.inode)
    sum = Checksum.mix(sum, UInt64(bitPattern: status.size))
    sum = Checksum.mix(sum, UInt64(bitPattern: status.modified))
    sum = Checksum.mix(sum, UInt64(bitPattern: status.changed))
    return max(1, sum)
  }
}

/// A file among the records that cannot be understood.
struct UnreadableFile: Equatable, Sendable {
  var name: String
  var stamp: UInt64
}

extension UnreadableFile {
  func encode(to out: inout ByteWriter) {
    out.append(name)
    out.append(stamp)
  }

  init(from reader: inout ByteReader) { self.init(name: reader.text(), stamp: reader.integer()) }
}
