import CFileSystem

/// What threads wait for until another thread signals it, once for each of them.
///
/// It has no descriptor, so that there is one even where a process may open nothing more.
package final class Semaphore: Sendable {
  /// Where it is, as a number, since pointers do not go from thread to thread.
  private let address: UInt

  /// Makes one that was not signaled.
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
