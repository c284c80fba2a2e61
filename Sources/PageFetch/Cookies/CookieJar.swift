import Platform
import Glibc

/// The cookies of a file, read again only when the file has changed.
struct CookieJar {
  /// What changes when a file is written, replaced or given other rights.
  private struct Stamp: Equatable {
    let device: UInt64
    let node: UInt64
    let size: Int
    let changed: [Int]

    init(_ info: stat) {
      device = UInt64(info.st_dev)
      node = UInt64(info.st_ino)
      size = Int(info.st_size)
      changed = [
        info.st_mtim.tv_sec, info.st_mtim.tv_nsec, info.st_ctim.tv_sec, info.st_ctim.tv_nsec,
      ]
    }
  }

  private let path: String?
  private var stamp: Stamp?
  private var kept: [CookieFile.Cookie] = []

  /// A jar that stays empty without a path.
  init(path: String?) { self.path = path }

  /// The cookies that are good at a time in Unix seconds.
  ///
  /// - Throws: what `CookieFile.read` throws.
  mutating func cookies(now: Int64) throws(FetchProblem) -> [CookieFile.Cookie] {
    guard let path else { return [] }
    var info = stat()
    // Taken before reading: a change in between is then seen the next time.
    let current = stat(path, &info) == 0 ? Stamp(info) : nil
    if current == nil || current != stamp {
      stamp = nil
      kept = try CookieFile.read(path, now: now)
      stamp = current
    }
    return kept.filter { $0.expires == 0 || $0.expires > now }
  }
}
