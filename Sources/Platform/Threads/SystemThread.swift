import CFileSystem
import Glibc

/// System threads, for work that blocks: tasks of the runtime must not.
package struct SystemThread: Sendable {
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private let thread: pthread_t

  /// Starts a thread, to be joined, with all signals blocked: they are for the thread that waits
  /// for them, and a blocked SIGPIPE cannot end the program.
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

  package func join() { pthread_join(thread, nil) }

  /// Gives the current thread the lowest priority, if the system supports it.
  package static func lowerPriority() {
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
  }

  /// Starts a thread that is not joined; returns the system's error, or 0.
  package static func detach(_ body: @escaping @Sendable () -> Void) -> Int32 {
    do throws(SystemError) {
      pthread_detach(try start(body).thread)
      return 0
    } catch { return error.code }
  }

  /// Blocks the thread: never call it in a task.
  package static func sleep(milliseconds: Int) { poll(nil, 0, CInt(clamping: milliseconds)) }
}

/// A counting semaphore that needs no descriptor, so it works even if the process has none left.
package final class Semaphore: Sendable {
  /// A number, since pointers are not `Sendable`.
  private let address: UInt

  package init() { address = UInt(bitPattern: luego_semaphore()) }

  deinit { luego_free_semaphore(pointer) }

  private var pointer: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: address) }

  /// Releases one waiting thread, or the next that waits.
  package func signal() { luego_signal(pointer) }

  package func wait() { _ = luego_wait(pointer, -1) }

  /// Waits for a signal; false if the time is up.
  package func wait(milliseconds: Int) -> Bool {
    luego_wait(pointer, Int64(min(max(0, milliseconds), 1 << 40))) != 0
  }
}
