import CArchive
import Platform
import ReadingList

/// The files of a ZIP archive in sequence, never extracted to disk.
///
/// Nested archives and links are not opened. Reading stops if the archive expands beyond any
/// plausible size.
package final class ZipArchive {
  package struct Entry: Equatable, Sendable {
    /// As written in the archive; never opened.
    package let path: String
    /// After the last slash.
    package var name: Substring {
      path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    }
    /// Why the content is unavailable.
    package let problem: String?
  }

  /// Text shrinks to a tenth, a bomb to a thousandth.
  private static let maxExpansion = 200
  /// The expanded size allowed to every archive, in bytes.
  package static let minRoom = 16 << 20
  private static let maxEntries = 2_000_000

  private let archive: OpaquePointer
  private let utf8 = luego_utf8()
  private let descriptor: Int32
  private var room: Int
  private var entries = 0
  /// The path of the last file found.
  private var last = ""

  package static func isOne(_ head: some Sequence<UInt8>) -> Bool {
    let head = Array(head.prefix(4))
    return head == [0x50, 0x4b, 3, 4] || head == [0x50, 0x4b, 5, 6]
  }

  /// - Throws: `ExchangeProblem` if it is not an archive.
  package init(_ path: String, minRoom: Int = ZipArchive.minRoom) throws(ExchangeProblem) {
    // Opening a pipe without a writer must not block.
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
    luego_free(utf8)
    archive_read_free(archive)
    Descriptor.close(descriptor)
  }

  /// The next file; nil at the end.
  ///
  /// - Throws: `ExchangeProblem` if the rest cannot be read.
  package func next() throws(ExchangeProblem) -> Entry? {
    while true {
      var entry: OpaquePointer?
      var name: UnsafePointer<CChar>?
      let status = luego_next_header(archive, utf8, &entry, &name)
      if status == ARCHIVE_EOF { return nil }
      guard status == ARCHIVE_OK || status == ARCHIVE_WARN, let entry else {
        let place = last.isEmpty ? "" : " after \(last.bounded(.line))"
        throw problem("the archive is damaged\(place); what follows was not read")
      }
      entries += 1
      guard entries <= Self.maxEntries else {
        throw ExchangeProblem("the archive has too many files; the rest was not read")
      }
      let path = name.map { String(cString: $0) } ?? ""
      last = path
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

  /// Reads from the current file; 0 at its end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ExchangeProblem) -> Int {
    let count = archive_read_data(archive, buffer.baseAddress, min(buffer.count, room + 1))
    guard count >= 0 else {
      let isKnown = !reason.lowercased().contains("support")
      throw problem(
        isKnown
          ? "its data in the archive is damaged"
          : "its compression is not supported; unpack the archive and import the files in it")
    }
    room -= count
    guard room >= 0 else {
      room = 0
      throw ExchangeProblem("the archive holds far more than its size allows; not read further")
    }
    return count
  }

  /// Of the current file; read it before `next()`.
  package var content: ByteStream {
    ByteStream { (buffer) throws(ExchangeProblem) in try self.read(into: buffer) }
  }

  /// The problem, or the system's if reading the archive file failed.
  private func problem(_ words: String) -> ExchangeProblem {
    guard archive_errno(archive) == SystemError.inputOutput.code else {
      return ExchangeProblem(words)
    }
    let error = SystemError.inputOutput.reason
    return ExchangeProblem("the archive cannot be read: \(error)", isOfSystem: true)
  }

  private var reason: String {
    archive_error_string(archive).map { String(cString: $0) } ?? "unknown error"
  }
}
