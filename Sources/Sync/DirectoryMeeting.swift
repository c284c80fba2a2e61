import ArticleStore
import Platform
package import ReadingList
import Synchronization

extension SyncSession.Place {
  /// The library in a directory, or an empty place for one.
  ///
  /// - Parameters:
  ///   - directory: where it is.
  ///   - cache: where derived files go.
  ///   - state: where this machine keeps what is its own.
  ///   - isDry: whether nothing may be written.
  /// - Returns: what a session begins with.
  /// - Throws: where the directory has something else.
  package static func at(
    _ directory: String, cache: String, state: String, isDry: Bool
  ) throws(SyncProblem) -> SyncSession.Place {
    do throws(StoreError) {
      return .library(
        try Library.open(
          directory, cache: cache, state: state, access: isDry ? .readOnly : .readWrite,
          ifAbsent: .fail))
    } catch { guard error.kind == .notFound else { throw SyncProblem(error) } }
    // Hidden files belong to the system or to a syncer, and the inbox may exist before the library.
    let names = fileNames(in: directory)
    let isDirectory = names != nil || SystemError.last != .notDirectory
    guard isDirectory, names?.allSatisfy({ $0.hasPrefix(".") || $0 == "inbox" }) ?? true else {
      throw SyncProblem(.notFound, "\(directory) is neither a library nor an empty directory")
    }
    return .vacant { name throws(SyncProblem) in
      do throws(StoreError) {
        try Library.make(directory, named: name)
        return try Library.open(directory, cache: cache, state: state, ifAbsent: .fail)
      } catch { throw SyncProblem(error) }
    }
  }
}

/// Two libraries that are both here.
package enum DirectoryMeeting {
  /// Brings them together, each as one side of a session.
  ///
  /// - Returns: the report of the first.
  /// - Throws: the problem of either side.
  package static func run(
    _ here: SyncSession.Place, _ there: SyncSession.Place, options: SyncSession.Options,
    at moment: Timestamp, progress: @escaping (_ done: Int, _ all: Int) -> Void = { _, _ in }
  ) throws(SyncProblem) -> SyncReport {
    let (one, other): (Int32, Int32)
    do throws(SystemError) { (one, other) = try Descriptor.pair() } catch {
      throw SyncProblem(.failed, error.reason)
    }
    // Both sides are this process, and end when it does; a slow disk is no silence.
    let endless = Int(CInt.max)
    let result = Answer()
    let theirSide = { @Sendable in
      let channel = SyncChannel(input: other, output: other, timeout: endless, patience: endless)
      var session = SyncSession(channel, isFirst: false, options: options, at: moment)
      do throws(SyncProblem) {
        let report = try session.run(there)
        result.value.withLock { $0 = .success(report) }
      } catch { result.value.withLock { $0 = .failure(error) } }
      Descriptor.close(other)
    }
    let thread: SystemThread
    do throws(SystemError) { thread = try SystemThread.start(theirSide) } catch {
      Descriptor.close(one)
      Descriptor.close(other)
      throw SyncProblem(.failed, error.reason)
    }
    var session = SyncSession(
      SyncChannel(input: one, output: one, timeout: endless, patience: endless), isFirst: true,
      options: options, at: moment, progress: progress)
    let mine: Result<SyncReport, SyncProblem>
    do throws(SyncProblem) { mine = .success(try session.run(here)) } catch {
      mine = .failure(error)
    }
    Descriptor.close(one)
    thread.join()
    let theirs = result.value.withLock(\.self)
    // The other side's own error is more precise than the refusal that it sent.
    if case .failure(let problem) = theirs, problem.kind != .unreachable,
      case .failure(let own) = mine, own.message.hasPrefix(SyncProblem.remotePrefix)
    {
      throw problem
    }
    var report = try mine.get()
    if case .success(let other) = theirs { report.nameFailures(of: other) }
    return report
  }

  private final class Answer: Sendable { let value = Mutex<Result<SyncReport, SyncProblem>?>(nil) }
}
