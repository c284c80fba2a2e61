import CFileSystem
import Glibc

/// The monotonic clock, for measuring durations.
package enum MonotonicClock {
  package static func milliseconds() -> Int64 { nanoseconds() / 1_000_000 }

  package static func nanoseconds() -> Int64 { SystemClock.read(CLOCK_MONOTONIC) }
}

/// The wall clock.
package enum SystemClock {
  /// Since the epoch.
  package static func nanoseconds() -> Int64 { read(CLOCK_REALTIME) }

  /// Since the epoch.
  package static func milliseconds() -> Int64 { nanoseconds() / 1_000_000 }

  /// Processor time of this process.
  package static func processorNanoseconds() -> Int64 { read(CLOCK_PROCESS_CPUTIME_ID) }

  /// Seconds that local time is ahead of UTC at a moment, in seconds since the epoch.
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
