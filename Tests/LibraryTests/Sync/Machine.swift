import Foundation
import Glibc
import Library
import ReadingList
import Synchronization
import TestSupport

/// A library of a machine of its own.
final class Machine {
  let directory: TemporaryDirectory
  let files: FileLayer
  private(set) var library: Library

  var path: String { directory.path("library") }

  init(_ directory: TemporaryDirectory, files: FileLayer = .real) throws {
    self.directory = directory
    self.files = files
    library = try Library.open(
      directory.path("library"), cache: directory.path("cache"), state: directory.path("state"),
      files: files)
  }

  convenience init(files: FileLayer = .real) throws {
    try self.init(TemporaryDirectory(), files: files)
  }

  /// A machine whose library has another's name.
  convenience init(like other: Machine, files: FileLayer = .real) throws {
    let directory = try TemporaryDirectory()
    guard let name = other.library.name else { throw SystemFailure("name") }
    try Library.make(directory.path("library"), named: name)
    try self.init(directory, files: files)
  }

  /// A machine with a copy of all that another has.
  convenience init(copying other: Machine, files: FileLayer = .real) throws {
    let directory = try TemporaryDirectory()
    try FileManager.default.copyItem(atPath: other.path, toPath: directory.path("library"))
    try self.init(directory, files: files)
  }

  /// Opens the library again, as another program would.
  func reopen() throws {
    library = try Library.open(
      path, cache: directory.path("cache"), state: directory.path("state"), files: files)
  }

  /// Saves an article with a text.
  @discardableResult
  func save(_ url: String, text: String? = nil, at moment: Timestamp) throws -> ArticleID {
    let article = Article(address: try WebAddress(url), given: url, savedAt: moment)
    _ = try library.add([article], at: moment)
    if let text {
      _ = try library.saveFetched(article.id, at: moment, body: text) {
        $0.fetch = .ready
        $0.fetchedAt = moment
      }
    }
    return article.id
  }

  /// Changes articles.
  func change(_ change: ArticleChange, _ ids: [ArticleID], at moment: Timestamp) throws {
    _ = try library.apply(change, to: ids, at: moment)
  }

  /// Every file of the records and texts with its bytes.
  func contents() -> [String: [UInt8]] {
    let files = LibraryFiles.parts.flatMap { Scratch.contents(path + "/" + $0) }
    return Dictionary(
      uniqueKeysWithValues: files.map { (String($0.key.dropFirst(path.count + 1)), $0.value) })
  }

  func file(_ id: ArticleID) -> String { LibraryFiles.record(of: id, in: path) }
  func body(_ id: ArticleID) -> String { LibraryFiles.text(of: id, in: path) }

  /// Every article with its text, as it is shown.
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

/// What both sides said.
struct Meeting {
  var first: Result<SyncReport, SyncProblem>
  var second: Result<SyncReport, SyncProblem>
}

/// Two connected descriptors.
func connection() -> (CInt, CInt) {
  signal(SIGPIPE, SIG_IGN)
  var ends: [CInt] = [-1, -1]
  socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends)
  return (ends[0], ends[1])
}

/// Does two things at a time and waits for both.
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

/// Lets two places meet over a connection, which breaks after `cut` bytes of both directions together.
func meet(
  _ first: SyncSession.Place, _ second: SyncSession.Place, options: SyncSession.Options = .init(),
  cut: Int? = nil
) -> Meeting {
  let (here, there) = connection()
  var ends = (here, there)
  var relay: Relay?
  if let cut {
    let (one, other) = (connection(), connection())
    close(here)
    close(there)
    ends = (one.0, other.0)
    relay = Relay(one.1, other.1, limit: cut)
  }
  let (one, other) = ends
  let (a, b) = together {
    side(one, first, isFirst: true, options)
  } _: {
    side(other, second, isFirst: false, options)
  }
  relay?.join()
  return Meeting(first: a, second: b)
}

private func side(
  _ descriptor: CInt, _ place: SyncSession.Place, isFirst: Bool, _ options: SyncSession.Options
) -> Result<SyncReport, SyncProblem> {
  defer { close(descriptor) }
  let channel = SyncChannel(input: descriptor, output: descriptor)
  var session = SyncSession(channel, isFirst: isFirst, options: options, at: at(1_000_000))
  do throws(SyncProblem) { return .success(try session.run(place)) } catch {
    return .failure(error)
  }
}

/// Lets two machines meet.
func meet(
  _ first: Machine, _ second: Machine, options: SyncSession.Options = .init(), cut: Int? = nil
) -> Meeting { meet(.library(first.library), .library(second.library), options: options, cut: cut) }

/// Passes on so many bytes between two descriptors, then closes both.
final class Relay: Sendable {
  private let group = DispatchGroup()

  init(_ one: CInt, _ other: CInt, limit: Int) {
    DispatchQueue(label: "relay").async(group: group) {
      var left = limit
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      var entries = [
        pollfd(fd: one, events: Int16(POLLIN), revents: 0),
        pollfd(fd: other, events: Int16(POLLIN), revents: 0),
      ]
      relaying: while left > 0 {
        poll(&entries, 2, -1)
        for index in 0..<2 where entries[index].revents != 0 {
          let count = read(entries[index].fd, &buffer, min(buffer.count, left))
          guard count > 0 else { break relaying }
          guard write(entries[1 - index].fd, buffer, count) == count else { break relaying }
          left -= count
          if left == 0 { break }
        }
      }
      close(one)
      close(other)
    }
  }

  /// Waits until it is over.
  func join() { group.wait() }
}
