import CFileSystem
import Glibc

/// The clock that never jumps, for measuring how long something takes.
package enum MonotonicClock {
  /// Milliseconds since some moment before the program began.
  package static func milliseconds() -> Int64 { nanoseconds() / 1_000_000 }

  /// Nanoseconds since some moment before the program began.
  package static func nanoseconds() -> Int64 { SystemClock.read(CLOCK_MONOTONIC) }
}

/// The clock that tells the time.
package enum SystemClock {
  /// Nanoseconds since the epoch.
  package static func nanoseconds() -> Int64 { read(CLOCK_REALTIME) }

  /// Milliseconds since the epoch.
  package static func milliseconds() -> Int64 { nanoseconds() / 1_000_000 }

  /// Nanoseconds that processors have worked for this process.
  package static func processorNanoseconds() -> Int64 { read(CLOCK_PROCESS_CPUTIME_ID) }

  /// How far the time of this place is ahead of UTC, in seconds, at a moment in seconds since the epoch.
  package static func utcOffset(at moment: Int64) -> Int {
    var seconds = time_t(moment)
    var parts = tm()
    return localtime_r(&seconds, &parts) == nil ? 0 : parts.tm_gmtoff
  }

  static func read(_ clock: clockid_t) -> Int64 {
    var now = timespec()
    clock_gettime(clock, &now)
    return Int64(now.tv_sec) &* 1_000_000_000 &+ Int64(now.tv_nsec)
  }
}
