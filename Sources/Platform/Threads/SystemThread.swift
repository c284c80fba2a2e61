package import Glibc

/// Threads of the system, for work that waits: tasks of the runtime must not.
package enum SystemThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts a thread without signals: they are for the thread that waits for them, and a blocked SIGPIPE
  /// cannot end the program.
  ///
  /// - Returns: the thread, to be joined or detached, or the system's error.
  package static func start(
    _ body: @escaping @Sendable () -> Void
  ) -> (thread: pthread_t?, error: CInt) {
    let work = Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    let code = pthread_create(
      &thread,
      nil,
      { context in
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
        if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body() }
        return nil
      },
      work.toOpaque()
    )
    guard code != 0 else { return (thread, 0) }
    work.release()
    return (nil, code)
  }

  /// Lets every other thread go first, as far as the system knows priorities of threads.
  package static func lowerPriority() {
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
  }

  /// Starts a thread that nobody waits for; gives the system's error, or 0.
  package static func detach(_ body: @escaping @Sendable () -> Void) -> CInt {
    let (thread, error) = start(body)
    if let thread { pthread_detach(thread) }
    return error
  }
}
