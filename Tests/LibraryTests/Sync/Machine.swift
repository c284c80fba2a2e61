import Foundation
import Glibc
import Library
import ReadingList
import Synchronization
import TestSupport

/// A library on a separate machine, used by one thread at a time.
final class Machine: @unchecked Sendable {
  let scratch = Scratch()
  private let files: FileLayer
  private(set) var library: Library

  var path: String { scratch.library }

  /// A machine whose library `make` creates; a new one by default.
  init(files: FileLayer = .real, _ make: (String) throws -> Void = { _ in }) throws {
    self.files = files
    try make(scratch.library)
    library = try scratch.open(files: files)
  }

  /// A machine whose library has the same identity as another's.
  convenience init(like other: Machine) throws {
    guard let name = other.library.name else { throw SystemFailure("name") }
    try self.init { try Library.make($0, named: name) }
  }

  /// A machine with a full copy of another's files.
  convenience init(copying other: Machine, files: FileLayer = .real) throws {
    try self.init(files: files) {
      try FileManager.default.copyItem(atPath: other.path, toPath: $0)
    }
  }

  /// Reopens the library, as another program would.
  func reopen() throws { library = try scratch.open(files: files) }

  @discardableResult
  func save(_ url: String, text: String? = nil, at moment: Timestamp) throws -> ArticleID {
    let new = try article(url, at: moment)
    _ = try library.add([new], at: moment)
    if let text {
      _ = try library.saveFetched(new.id, at: moment, body: text) {
        $0.fetch = .ready
        $0.fetchedAt = moment
      }
    }
    return new.id
  }

  func change(_ change: ArticleChange, _ ids: [ArticleID], at moment: Timestamp) throws {
    _ = try library.apply(change, to: ids, at: moment)
  }

  /// Every record and text file, with its bytes.
  func contents() -> [String: [UInt8]] {
    let files = LibraryFiles.parts.flatMap { Scratch.contents(path + "/" + $0) }
    let named = files.map { (String($0.key.dropFirst(path.count + 1)), $0.value) }
    return Dictionary(uniqueKeysWithValues: named)
  }

  func file(_ id: ArticleID) -> String { scratch.file(id) }
  func body(_ id: ArticleID) -> String { scratch.body(id) }

  /// Every article with its text, as shown.
  func shown() throws -> [ArticleID: [String?]] {
    let list = library.snapshot()
    var found: [ArticleID: [String?]] = [:]
    for view in [SavedView.everything, .trash] {
      for row in list.rows(in: view, order: .newest) {
        let id = list.id(of: row)
        guard let article = try library.article(id) else { continue }
        found[id] = [ArticleRecord.text(of: article), try library.body(of: id)]
      }
    }
    return found
  }
}

/// The reports of both sides.
struct Meeting {
  var first: Result<SyncReport, StoreError>
  var second: Result<SyncReport, StoreError>
  /// How many bytes went over the wire, both ways.
  var bytes: Int
}

func connection() -> (CInt, CInt) {
  signal(SIGPIPE, SIG_IGN)
  var ends: [CInt] = [-1, -1]
  socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends)
  return (ends[0], ends[1])
}

/// Runs two closures concurrently and waits for both.
func together<A: Sendable, B: Sendable>(
  _ one: @escaping @Sendable () -> A, _ other: @escaping @Sendable () -> B
) -> (A, B) {
  let result = Mutex<B?>(nil)
  let group = DispatchGroup()
  let queue = DispatchQueue(label: "other side")
  queue.async(group: group) {
    let value = other()
    result.withLock { $0 = value }
  }
  let first = one()
  group.wait()
  guard let second = result.withLock(\.self) else { preconditionFailure("no result") }
  return (first, second)
}

/// Syncs two places over a connection that breaks after `cut` bytes in total.
func meet(
  _ first: SyncSession.Place, _ second: SyncSession.Place, options: SyncSession.Options = .init(),
  cut: Int? = nil
) -> Meeting {
  let ((here, far), (near, there)) = (connection(), connection())
  let relaying = DispatchGroup()
  let bytes = Mutex(0)
  DispatchQueue(label: "relay").async(group: relaying) {
    bytes.withLock { $0 = relay(far, near, limit: cut ?? .max) }
  }
  let (a, b) = together {
    side(here, first, isFirst: true, options)
  } _: {
    side(there, second, isFirst: false, options)
  }
  relaying.wait()
  return Meeting(first: a, second: b, bytes: bytes.withLock { $0 })
}

/// Syncs two machines.
func meet(
  _ first: Machine, _ second: Machine, options: SyncSession.Options = .init(), cut: Int? = nil
) -> Meeting { meet(.library(first.library), .library(second.library), options: options, cut: cut) }

private func side(
  _ descriptor: CInt, _ place: SyncSession.Place, isFirst: Bool, _ options: SyncSession.Options
) -> Result<SyncReport, StoreError> {
  defer { close(descriptor) }
  let channel = SyncChannel(input: descriptor, output: descriptor)
  var session = SyncSession(channel, isFirst: isFirst, options: options)
  do throws(StoreError) { return .success(try session.run(place)) } catch {
    return .failure(error)
  }
}

/// Relays up to `limit` bytes between two descriptors, then closes both; returns how many.
private func relay(_ one: CInt, _ other: CInt, limit: Int) -> Int {
  defer {
    close(one)
    close(other)
  }
  var left = limit
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  var entries = [one, other].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  while left > 0 {
    poll(&entries, 2, -1)
    for index in 0..<2 where entries[index].revents != 0 && left > 0 {
      let count = read(entries[index].fd, &buffer, min(buffer.count, left))
      guard count > 0, write(entries[1 - index].fd, buffer, count) == count else {
        return limit - left
      }
      left -= count
    }
  }
  return limit - left
}
