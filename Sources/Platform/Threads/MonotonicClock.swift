import Glibc

/// The clock that never jumps, for measuring how long something takes.
package enum MonotonicClock {
  /// Milliseconds since some moment before the program began.
  package static func milliseconds() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
  }
}
