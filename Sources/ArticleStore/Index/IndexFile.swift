import Glibc
import ReadingList
import Synchronization

/// One making of the index, read section by section as it is needed.
///
/// Sections are copied from the file and checked, not mapped: a mapping would let another program
/// that cuts the file short kill this one, and would show later changes as if they had been checked.
/// Nothing here is believed before its checksum was compared; what fails gives nil, `isDamaged` says
/// so from then on, and callers go to the records.
final class IndexFile: Sendable {
  /// Where the bytes are.
  enum Storage: Sendable {
    /// A descriptor, closed with this object.
    case file(Int32)
    /// For when there is nowhere to write an index.
    case memory([UInt8])
  }

  let header: IndexHeader
  let rowCount: Int
  let meta: IndexMeta
  /// Ten bytes a row, sorted.
  let ids: [UInt8]
  private let storage: Storage
  private let cache = Mutex(Cache())

  private struct Cache {
    var bytes: [IndexSection: [UInt8]] = [:]
    var narrow: [IndexSection: [UInt32]] = [:]
    var wide: [IndexSection: [UInt64]] = [:]
    var isDamaged = false
    var recovered: [ArticleSummary?]?
  }

  /// Reads the header, the meta section and the ids; nil when any is not right.
  ///
  /// - Parameters:
  ///   - storage: the bytes; a descriptor is closed, whatever comes of it.
  ///   - size: how many bytes there are.
  ///   - library: what the header must name.
  init?(_ storage: Storage, size: Int, library: UInt64) {
    self.storage = storage
    guard size >= IndexHeader.size,
      let first = Self.read(storage, offset: 0, count: IndexHeader.size, as: UInt8.self),
      let header = IndexHeader(first, fileSize: size), header.library == library,
      let ids = Self.section(.ids, of: header, in: storage, as: UInt8.self),
      ids.count == Int(header.rowCount) * 10,
      let metaBytes = Self.section(.meta, of: header, in: storage, as: UInt8.self),
      let meta = metaBytes.withUnsafeBytes({ raw in
        var reader = ByteReader(raw)
        return IndexMeta(&reader)
      })
    else {
      Self.close(storage)
      return nil
    }
    self.header = header
    self.ids = ids
    self.meta = meta
    rowCount = Int(header.rowCount)
  }

  deinit { Self.close(storage) }

  private static func close(_ storage: Storage) {
    if case .file(let descriptor) = storage { Glibc.close(descriptor) }
  }

  /// Whether something was found that cannot be right, so that it must be made anew.
  var isDamaged: Bool { cache.withLock(\.isDamaged) }

  func markDamaged() { cache.withLock { $0.isDamaged = true } }
}

// Sections.
extension IndexFile {
  /// A section of bytes.
  func bytes(_ section: IndexSection) -> [UInt8]? {
    if let known = cache.withLock({ $0.bytes[section] }) { return known }
    guard let found = Self.section(section, of: header, in: storage, as: UInt8.self) else {
      markDamaged()
      return nil
    }
    cache.withLock { $0.bytes[section] = found }
    return found
  }

  /// A section of `count` 32-bit numbers, each at most `largest`.
  func narrow(_ section: IndexSection, count: Int?, largest: UInt32 = .max) -> [UInt32]? {
    if let known = cache.withLock({ $0.narrow[section] }) { return known }
    guard let found = Self.section(section, of: header, in: storage, as: UInt32.self),
      count == nil || found.count == count,
      largest == .max || found.allSatisfy({ $0 <= largest })
    else {
      markDamaged()
      return nil
    }
    cache.withLock { $0.narrow[section] = found }
    return found
  }

  /// A section of `count` 64-bit numbers, of which something more may have to hold.
  func wide(
    _ section: IndexSection,
    count: Int?,
    where isRight: ([UInt64]) -> Bool = { _ in true }
  ) -> [UInt64]? {
    if let known = cache.withLock({ $0.wide[section] }) { return known }
    guard let found = Self.section(section, of: header, in: storage, as: UInt64.self),
      count == nil || found.count == count, isRight(found)
    else {
      markDamaged()
      return nil
    }
    cache.withLock { $0.wide[section] = found }
    return found
  }

  /// A section of one more offset than rows, none less than the one before, the last at most `end`.
  func offsets(_ section: IndexSection, end: UInt64) -> [UInt64]? {
    wide(section, count: rowCount + 1) { found in
      (found.last ?? 0) <= end && zip(found, found.dropFirst()).allSatisfy { $0 <= $1 }
    }
  }

  /// Frees what only a filter needs.
  func forgetSearchText() {
    cache.withLock { cache in
      cache.bytes[.searchText] = nil
      cache.narrow[.fieldLengths] = nil
    }
  }

  /// The state of each row.
  var states: [UInt32]? { narrow(.states, count: rowCount) }

  /// The rows of articles in an order.
  func permutation(_ order: Order) -> [UInt32]? {
    guard rowCount > 0 else { return [] }
    return narrow(IndexSection(order), count: nil, largest: UInt32(rowCount - 1))
  }

  /// Some bytes of a section, as they are: the caller has a checksum for them.
  func unchecked(_ section: IndexSection, from start: UInt64, count: Int) -> [UInt8]? {
    let extent = header.sections[section.rawValue]
    return Self.read(storage, offset: Int(extent.offset + start), count: count, as: UInt8.self)
  }

  /// What all rows show, as `read` finds it in the records; kept once it was found.
  func recovered(_ read: (ArticleID) -> ArticleSummary?) -> [ArticleSummary?] {
    if let known = cache.withLock({ $0.recovered }) { return known }
    let found = (0..<rowCount).map { read(id($0)) }
    return cache.withLock { cache in
      cache.isDamaged = true
      cache.recovered = cache.recovered ?? found
      return cache.recovered ?? found
    }
  }

  private static func section<Element: FixedWidthInteger>(
    _ section: IndexSection,
    of header: IndexHeader,
    in storage: Storage,
    as _: Element.Type
  ) -> [Element]? {
    let extent = header.sections[section.rawValue]
    let size = UInt64(MemoryLayout<Element>.size)
    guard extent.length % size == 0,
      let found = read(
        storage,
        offset: Int(extent.offset),
        count: Int(extent.length / size),
        as: Element.self
      ),
      found.withUnsafeBytes({ Checksum.of($0) }) == extent.checksum
    else { return nil }
    return found
  }

  private static func read<Element: FixedWidthInteger>(
    _ storage: Storage,
    offset: Int,
    count: Int,
    as _: Element.Type
  ) -> [Element]? {
    let length = count * MemoryLayout<Element>.size
    switch storage {
    case .memory(let bytes):
      guard offset + length <= bytes.count else { return nil }
      return [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
        bytes.withUnsafeBytes { all in
          UnsafeMutableRawBufferPointer(buffer).copyMemory(
            from: UnsafeRawBufferPointer(rebasing: all[offset..<(offset + length)])
          )
        }
        initialized = count
      }
    case .file(let descriptor):
      let found = [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
        let raw = UnsafeMutableRawBufferPointer(buffer)
        var done = 0
        while done < length, let base = raw.baseAddress {
          let got = pread(descriptor, base + done, length - done, off_t(offset + done))
          if got > 0 {
            done += got
          } else if got == 0 || errno != EINTR {
            break
          }
        }
        initialized = done == length ? count : 0
      }
      return found.count == count ? found : nil
    }
  }
}
