import CArchive
import Platform

/// The files of a ZIP archive, one after another; nothing of it is ever written to the disk.
///
/// Archives within it are not opened, and neither are links. An archive that swells to more than it
/// could by honest means ends there.
package final class ZipArchive {
  /// A file of an archive.
  package struct Entry: Equatable, Sendable {
    /// Its path, as the archive spells it; a name to look at, not one to open.
    package let path: String
    /// The part of the path behind the last slash.
    package var name: Substring {
      path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    }
    /// Why its content cannot be had; nil for what can.
    package let problem: String?
  }

  /// How many times its own size an archive may swell: text shrinks to a tenth, and a bomb to a thousandth.
  private static let maxExpansion = 200
  /// What any may swell to, in bytes.
  package static let minRoom = 16 << 20
  /// The most files that are looked at.
  private static let maxEntries = 2_000_000

  private let archive: OpaquePointer
  private let descriptor: Int32
  private var room: Int
  private var entries = 0

  /// Whether bytes begin as an archive does.
  package static func isOne(_ head: some Sequence<UInt8>) -> Bool {
    let head = Array(head.prefix(4))
    return head == [0x50, 0x4b, 3, 4] || head == [0x50, 0x4b, 5, 6]
  }

  /// Opens an archive.
  ///
  /// - Throws: `ExchangeProblem` when it is none.
  package init(_ path: String, minRoom: Int = ZipArchive.minRoom) throws(ExchangeProblem) {
    // What was a pipe has nobody at its other end any more.
    do throws(SystemError) { descriptor = try Descriptor.open(path, .nonBlocking) } catch {
      throw ExchangeProblem("it cannot be read: \(error.reason)", isOfSystem: true)
    }
    let size = (try? FileStatus(of: descriptor)).map { Int($0.size) } ?? 0
    room = minRoom + min(size, Int.max / 256) * Self.maxExpansion
    guard let archive = archive_read_new() else {
      Descriptor.close(descriptor)
      throw ExchangeProblem("there is too little memory to read it", isOfSystem: true)
    }
    self.archive = archive
    archive_read_support_format_zip_seekable(archive)
    guard archive_read_open_fd(archive, descriptor, 1 << 16) == ARCHIVE_OK else {
      throw ExchangeProblem("it is not a readable ZIP archive")
    }
  }

  deinit {
    archive_read_free(archive)
    Descriptor.close(descriptor)
  }

  /// The next file; nil at the end.
  ///
  /// - Throws: `ExchangeProblem` when the rest cannot be read.
  package func next() throws(ExchangeProblem) -> Entry? {
    while true {
      var entry: OpaquePointer?
      let status = archive_read_next_header(archive, &entry)
      if status == ARCHIVE_EOF { return nil }
      guard status == ARCHIVE_OK || status == ARCHIVE_WARN, let entry else {
        throw ExchangeProblem("the archive is damaged: \(reason)", isOfSystem: isOfSystem)
      }
      entries += 1
      guard entries <= Self.maxEntries else {
        throw ExchangeProblem("the archive has too many files; the rest was not read")
      }
      let path =
        (archive_entry_pathname_utf8(entry) ?? archive_entry_pathname(entry)).map {
          String(cString: $0)
        } ?? ""
      if path.isEmpty || path.hasSuffix("/") { continue }
      return Entry(path: path, problem: Self.problem(of: entry, path))
    }
  }

  private static func problem(of entry: OpaquePointer, _ path: String) -> String? {
    if path.hasPrefix("/") || path.split(separator: "/").contains("..") {
      return "its path leads out of the archive"
    }
    guard luego_is_file(entry) != 0 else { return "it is a link or not a file" }
    return archive_entry_is_encrypted(entry) != 0 ? "it is encrypted" : nil
  }

  /// Fills a buffer with what comes next of the file that `next` gave; 0 at its end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ExchangeProblem) -> Int {
    let count = archive_read_data(archive, buffer.baseAddress, min(buffer.count, room + 1))
    guard count >= 0 else {
      throw ExchangeProblem("it is damaged in the archive: \(reason)", isOfSystem: isOfSystem)
    }
    room -= count
    guard room >= 0 else {
      room = 0
      throw ExchangeProblem("the archive holds far more than its size allows; not read further")
    }
    return count
  }

  /// The content of the file that `next` gave, as a stream to be read before the next one is asked for.
  var content: ByteStream {
    ByteStream { (buffer) throws(ExchangeProblem) in try self.read(into: buffer) }
  }

  /// The files whose names, without directories, are wanted; what is damaged is left out, and of a file
  /// that is longer than a limit only the beginning is given.
  package func files(limit: Int, where isWanted: (String) -> Bool) -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    while let entry = try? next() {
      let name = String(entry.name)
      guard entry.problem == nil, isWanted(name) else { continue }
      let content = content
      let bytes = Array(content.peek(limit).prefix(limit))
      if content.problem == nil { files[name] = bytes }
    }
    return files
  }

  /// Whether the system could not read the archive's file.
  private var isOfSystem: Bool { archive_errno(archive) == SystemError.inputOutput.code }

  private var reason: String {
    archive_error_string(archive).map { String(cString: $0) } ?? "unknown error"
  }
}
