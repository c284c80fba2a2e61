import CFileSystem
import Glibc

/// Threads of the system, for work that waits: tasks of the runtime must not.
package struct SystemThread: Sendable {
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private let thread: pthread_t

  /// Starts a thread, which is to be joined, without signals: they are for the thread that waits for them, and a
  /// blocked SIGPIPE cannot end the program.
  ///
  /// - Throws: the system's error.
  package static func start(
    _ body: @escaping @Sendable () -> Void
  ) throws(SystemError) -> SystemThread {
    let work = Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { context in
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
        if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body() }
        return nil
      },
      work.toOpaque())
    guard code == 0 else {
      work.release()
      throw SystemError(code: code)
    }
    return SystemThread(thread: thread)
  }

  /// Waits for its end.
  package func join() { pthread_join(thread, nil) }

  /// Gives the current thread the lowest priority, where the system supports it.
  package static func lowerPriority() {
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
  }

  /// Starts a thread that nobody waits for; gives the system's error, or 0.
  package static func detach(_ body: @escaping @Sendable () -> Void) -> Int32 {
    do throws(SystemError) {
      pthread_detach(try start(body).thread)
      return 0
    } catch { return error.code }
  }

  /// Waits, as nothing but a thread of its own may.
  package static func sleep(milliseconds: Int) { poll(nil, 0, CInt(clamping: milliseconds)) }
}

/// A counting semaphore.
///
/// It uses no descriptor, so that it works even if the process has none left.
package final class Semaphore: Sendable {
  /// Where it is, as a number, since pointers do not go from thread to thread.
  private let address: UInt

  package init() { address = UInt(bitPattern: luego_semaphore()) }

  deinit { luego_free_semaphore(pointer) }

  private var pointer: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: address) }

  /// Lets one go on that waits, or the next one that would.
  package func signal() { luego_signal(pointer) }

  /// Waits until it is signaled.
  package func wait() { _ = luego_wait(pointer, -1) }

  /// Waits until it is signaled, or the time is up.
  ///
  /// - Parameter milliseconds: how long at most.
  /// - Returns: whether it was signaled.
  package func wait(milliseconds: Int) -> Bool {
    luego_wait(pointer, Int64(min(max(0, milliseconds), 1 << 40))) != 0
  }
}
