import Platform
import ReadingList
import Synchronization

extension SyncSession.Place {
  /// Opens the library in a directory; a directory that is empty or missing is a vacant place.
  ///
  /// - Parameters:
  ///   - directory: the library's path.
  ///   - cache: the directory for derived files.
  ///   - state: the directory for this machine's own state.
  ///   - isDry: whether nothing may be written.
  /// - Returns: the place at which a session starts.
  /// - Throws: `StoreError` if the library cannot be opened or the directory has other files.
  package static func at(
    _ directory: String, cache: String, state: String, isDry: Bool
  ) throws(StoreError) -> SyncSession.Place {
    do throws(StoreError) {
      return .library(
        try Library.open(
          directory, cache: cache, state: state, access: isDry ? .readOnly : .readWrite,
          ifAbsent: .fail))
    } catch { guard error.kind == .notFound else { throw error } }
    // Hidden files belong to the system or to a syncer, and the inbox may exist before the library.
    let names = fileNames(in: directory)
    let isDirectory = names != nil || SystemError.last != .notDirectory
    guard isDirectory, names?.allSatisfy({ $0.hasPrefix(".") || $0 == "inbox" }) ?? true else {
      throw StoreError(.notFound, "\(directory) is neither a library nor an empty directory")
    }
    return .vacant { name throws(StoreError) in
      try Library.make(directory, named: name)
      return try Library.open(directory, cache: cache, state: state, ifAbsent: .fail)
    }
  }
}

/// Merges two libraries on this machine.
package enum DirectoryMeeting {
  /// Runs both sides of a session, the second one on a thread of its own.
  ///
  /// - Parameters:
  ///   - here: the first side.
  ///   - there: the second side.
  ///   - options: what is asked for.
  ///   - asksThere: whether the second side also refuses to lose many articles.
  ///   - progress: called with the number of differing articles that are done.
  /// - Returns: the report of the first.
  /// - Throws: the problem of either side.
  package static func run(
    _ here: SyncSession.Place, _ there: SyncSession.Place, options: SyncSession.Options,
    asksThere: Bool = true,
    progress: @escaping (_ done: Int, _ all: Int) -> Void = { _, _ in }
  ) throws(StoreError) -> SyncReport {
    let (one, other): (Int32, Int32)
    do throws(SystemError) { (one, other) = try Descriptor.pair() } catch {
      throw StoreError(.io, error.reason)
    }
    // No timeout: both sides end with this process, and a slow disk is not a lost peer.
    let endless = Int(CInt.max)
    let result = Answer()
    let theirSide = { @Sendable in
      let channel = SyncChannel(input: other, output: other, timeout: endless)
      var own = options
      own.mayShrink = own.mayShrink || !asksThere
      var session = SyncSession(channel, isFirst: false, options: own)
      do throws(StoreError) {
        let report = try session.run(there)
        result.value.withLock { $0 = .success(report) }
      } catch { result.value.withLock { $0 = .failure(error) } }
      Descriptor.close(other)
    }
    let thread: SystemThread
    do throws(SystemError) { thread = try SystemThread.start(theirSide) } catch {
      Descriptor.close(one)
      Descriptor.close(other)
      throw StoreError(.io, error.reason)
    }
    var session = SyncSession(
      SyncChannel(input: one, output: one, timeout: endless), isFirst: true,
      options: options, progress: progress)
    let mine: Result<SyncReport, StoreError>
    do throws(StoreError) { mine = .success(try session.run(here)) } catch {
      mine = .failure(error)
    }
    Descriptor.close(one)
    thread.join()
    let theirs = result.value.withLock(\.self)
    // The other side's own error is more precise than the refusal that it sent.
    if case .failure(let problem) = theirs, problem.kind != .unreachable,
      case .failure(let own) = mine, own.message.hasPrefix(StoreError.remotePrefix)
    {
      throw problem
    }
    var report = try mine.get()
    // Of the other side only the number of failures came over the wire.
    if case .success(let other) = theirs {
      report.failures += other.failures
      report.failuresThere = 0
    }
    return report
  }

  private final class Answer: Sendable { let value = Mutex<Result<SyncReport, StoreError>?>(nil) }
}
