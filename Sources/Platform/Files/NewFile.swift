/// A file that is written piece by piece, and has its name only when all of it is there.
///
/// A pipe or a device is written directly.
package final class NewFile {
  private let path: String
  /// The temporary file that is removed unless the file is kept; nil if it is written directly.
  private var leftover: String?
  private let descriptor: Int32
  private var pending: [UInt8] = []

  private static let blockLength = 1 << 16

  /// Begins a file.
  ///
  /// - Throws: what the system says; `exists` where there is one that may not be replaced, `isDirectory` for a
  ///   directory.
  package init(_ path: String, replaces: Bool) throws(SystemError) {
    let old = try? FileStatus(path)
    if old?.isDirectory == true { throw .isDirectory }
    if let old, !old.isRegular {
      self.path = path
      leftover = nil
      descriptor = try Descriptor.open(path, .write)
    } else {
      if old != nil, !replaces { throw .exists }
      // The file that a link leads to is replaced, not the link.
      self.path = (old == nil ? nil : resolvedPath(path)) ?? path
      let temporary = TemporaryFile.name(for: self.path)
      descriptor = try Descriptor.open(
        temporary, [.write, .create, .exclusive], permissions: 0o666)
      leftover = temporary
      if let old { try? Descriptor.setPermissions(old.permissions, of: descriptor) }
    }
  }

  deinit {
    Descriptor.close(descriptor)
    if let leftover { unlink(leftover) }
  }

  /// Adds text to the end.
  package func write(_ text: String) throws(SystemError) { try write(Array(text.utf8)) }

  /// Adds bytes to the end.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    pending += bytes
    if pending.count >= Self.blockLength { try flush() }
  }

  private func flush() throws(SystemError) {
    try SystemError.check(writeAll(pending, to: descriptor))
    pending.removeAll(keepingCapacity: true)
  }

  /// Gives the file its name, after the disk has it; nothing can be added then.
  ///
  /// - Parameters:
  ///   - replaces: whether a file that has the name by now gives way.
  ///   - isDurable: whether to wait for the disk.
  /// - Throws: what the system says; `exists` where a file of the name stays. Nothing is left behind then.
  package func keep(replaces: Bool, isDurable: Bool = true) throws(SystemError) {
    try flush()
    guard let temporary = leftover else { return }
    if isDurable { try Descriptor.sync(descriptor) }
    let code = replaces ? rename(temporary, path) : renameWithoutReplacing(temporary, path)
    if code != 0 { throw .last }
    leftover = nil
  }
}
