import Discovery
import Platform

/// The config file as all who change it do: one after another, each on what the others left.
struct ConfigFile {
  /// Where it is, as the person says; may be a symbolic link.
  let path: String
  /// The file by which processes wait for one another.
  let lock: String

  /// Reads the file, has it changed, and puts the result in its place, durably and in one step.
  ///
  /// A symbolic link stays one, and what it leads to is changed; mode and, as far as the system allows,
  /// owner stay.
  /// - Throws: `Failure` naming the file, or what `edit` throws; the file is as it was then.
  func change<Result>(
    _ edit: (inout ConfigText) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let held: FileLock
    do throws(SystemError) { held = try FileLock(lock) } catch {
      throw Failure("\(path) cannot be changed: \(lock): \(error.reason)")
    }
    let target = Self.target(of: path)
    var status: FileStatus?
    do throws(SystemError) { status = try FileStatus(target) } catch {
      if error == .linkLoop { throw Failure("\(path) cannot be changed: \(error.reason)") }
    }
    guard status?.isRegular ?? true else {
      throw Failure("\(path) cannot be changed: it is not a regular file")
    }
    let old = status == nil ? [] : try Input.own(target)
    var text = ConfigText(old)
    let result = try edit(&text)
    if text.bytes != old || status == nil {
      try replaceFile(target, with: text.bytes, like: status)
    }
    held.release()
    return result
  }

  /// Where a chain of symbolic links ends, whether or not something is there.
  private static func target(of path: String) -> String {
    var path = path
    for _ in 0..<40 {
      guard let next = linkTarget(path) else { break }
      let directory = path.lastIndex(of: "/").map { path[...$0] } ?? ""
      path = next.hasPrefix("/") ? next : directory + next
    }
    return path
  }
}

/// Puts bytes into a small file of the program's own, all of them or nothing, and waits until the disk has
/// them; makes the directory.
///
/// - Parameters:
///   - path: the file.
///   - bytes: what it is to contain.
///   - old: the file that it replaces, whose mode and owner it gets; without it the file is private.
/// - Throws: `Failure` naming the file.
func replaceFile(_ path: String, with bytes: [UInt8], like old: FileStatus? = nil) throws(Failure) {
  do throws(SystemError) {
    try SmallFile.replace(path, with: bytes, isDurable: true, like: old)
  } catch { throw Failure("\(path) cannot be written: \(error.reason)") }
}
