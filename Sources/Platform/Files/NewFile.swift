/// A file written piece by piece that gets its name only when it is complete.
///
/// A pipe or a device is written directly.
package final class NewFile {
  private let path: String
  /// The temporary file, removed unless kept; nil if written directly.
  private var leftover: String?
  private let descriptor: Int32
  private var pending: [UInt8] = []

  private static let blockLength = 1 << 16

  /// Throws `exists` if there is one that may not be replaced, and `isDirectory` for a directory.
  package init(_ path: String, replaces: Bool) throws(SystemError) {
    let old = try? FileStatus(path)
    if old?.isDirectory == true { throw .isDirectory }
    if let old, !old.isRegular {
      self.path = path
      leftover = nil
      descriptor = try Descriptor.open(path, .write)
    } else {
      if old != nil, !replaces { throw .exists }
      // The target of a link is replaced, not the link.
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

  package func write(_ text: String) throws(SystemError) { try write(Array(text.utf8)) }

  package func write(_ bytes: [UInt8]) throws(SystemError) {
    pending += bytes
    if pending.count >= Self.blockLength { try flush() }
  }

  private func flush() throws(SystemError) {
    try SystemError.check(writeAll(pending, to: descriptor))
    pending.removeAll(keepingCapacity: true)
  }

  /// Gives the file its name, after waiting for the disk if `isDurable`; nothing can be added
  /// later.
  ///
  /// - Throws: `exists` if a file has the name by now and may not be replaced. Nothing is left
  ///   behind.
  package func keep(replaces: Bool, isDurable: Bool = true) throws(SystemError) {
    try flush()
    guard let temporary = leftover else { return }
    if isDurable { try Descriptor.sync(descriptor) }
    let code = replaces ? rename(temporary, path) : renameWithoutReplacing(temporary, path)
    if code != 0 { throw .last }
    leftover = nil
  }
}
