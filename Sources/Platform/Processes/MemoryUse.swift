import CFileSystem
import Glibc

/// How the process uses memory.
package enum MemoryUse {
  /// Gives large arrays back to the system when they are freed, however many there were before.
  ///
  /// By itself the C library's allocator takes them for a habit and keeps their memory; making an index
  /// of a large library then costs twice as much.
  package static func returnLargeArrays() { luego_return_blocks_from(1 << 20) }

  /// Gives freed memory back to the system, after work that took much of it.
  package static func returnFreed() { malloc_trim(0) }
}
