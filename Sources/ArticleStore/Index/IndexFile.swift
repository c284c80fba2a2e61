import Platform

/// The index file in the cache: its header, and what it says of the library as a whole.
final class IndexFile: Sendable {
  let header: IndexHeader
  let meta: IndexMeta
  /// Closed with this object.
  private let descriptor: Int32

  private init(_ descriptor: Int32, header: IndexHeader, meta: IndexMeta) {
    self.descriptor = descriptor
    self.header = header
    self.meta = meta
  }

  deinit { Descriptor.close(descriptor) }

  /// Reads the header, the meta section and the ids; nil when any is not right.
  ///
  /// - Parameters:
  ///   - descriptor: of the file; it is closed, whatever comes of it.
  ///   - size: how many bytes there are.
  ///   - library: what the header must name.
  /// - Returns: the file's rows.
  static func segment(_ descriptor: Int32, size: Int, library: UInt64) -> IndexSegment? {
    guard size >= IndexHeader.size,
      let last = read(descriptor, from: size - IndexHeader.size, count: IndexHeader.size),
      let header = IndexHeader(last, fileSize: size), header.library == library,
      let ids = section(.ids, of: header, descriptor, as: UInt8.self),
      ids.count == Int(header.rowCount) * 10,
      let metaBytes = section(.meta, of: header, descriptor, as: UInt8.self),
      let meta = metaBytes.withUnsafeBytes({ raw in
        var reader = ByteReader(raw)
        return IndexMeta(&reader)
      })
    else {
      Descriptor.close(descriptor)
      return nil
    }
    return IndexSegment(IndexFile(descriptor, header: header, meta: meta), ids: ids)
  }

  /// A section as numbers; nil when it does not have the bytes that its checksum is of.
  func section<Element: FixedWidthInteger>(
    _ section: IndexSection,
    as type: Element.Type
  ) -> [Element]? {
    Self.section(section, of: header, descriptor, as: type)
  }

  /// A block of `details`; nil when it is damaged.
  func block(_ number: Int, at range: Range<UInt64>) -> RowBlock? {
    let start = header.sections[IndexSection.details.rawValue].offset + range.lowerBound
    return Self.read(descriptor, from: Int(start), count: range.count).flatMap {
      RowBlock(unpacking: $0, seed: UInt64(number))
    }
  }

  private static func section<Element: FixedWidthInteger>(
    _ section: IndexSection,
    of header: IndexHeader,
    _ descriptor: Int32,
    as type: Element.Type
  ) -> [Element]? {
    let extent = header.sections[section.rawValue]
    let size = MemoryLayout<Element>.size
    guard Int(extent.length) % size == 0 else { return nil }
    var isWhole = false
    let count = Int(extent.length) / size
    let found = [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
      isWhole = unpack(extent, descriptor, into: UnsafeMutableRawBufferPointer(buffer))
      initialized = isWhole ? count : 0
    }
    return isWhole ? found : nil
  }

  /// Fills a buffer with the pieces of a section, each read by itself: reading all of a large section first would
  /// take as much memory again.
  private static func unpack(
    _ extent: IndexHeader.Extent,
    _ descriptor: Int32,
    into out: UnsafeMutableRawBufferPointer
  ) -> Bool {
    var place = Int(extent.offset)
    let end = place + Int(extent.size)
    var (sum, done, provided) = (UInt64(0), 0, 0)
    return withUnsafeTemporaryAllocation(byteCount: PackedBytes.pieceSize + 8, alignment: 8) {
      room in
      /// Reads so many bytes from here on, to behind the first ones of the room.
      func read(_ count: Int, behind start: Int) -> Bool {
        let free = UnsafeMutableRawBufferPointer(rebasing: room[start..<(start + count)])
        return readAll(descriptor, from: place + start, into: free).count == count
      }
      guard place == end || extent.size >= 4 && read(4, behind: 0) else { return false }
      while place < end {
        let head = UInt32(littleEndian: room.loadUnaligned(as: UInt32.self))
        let size = 4 + PackedBytes.size(head)
        // The number before the next piece comes with this one.
        guard size <= min(room.count - 4, end - place),
          read(min(size + 4, end - place) - 4, behind: 4)
        else { return false }
        let piece = UnsafeRawBufferPointer(rebasing: room[..<size])
        let content = UnsafeRawBufferPointer(rebasing: piece.dropFirst(4))
        let next = min(done + PackedBytes.pieceSize, out.count)
        if next > provided {
          // No more than is likely to be filled: what the file says of its size may be wrong.
          let start = provided
          provided = min(start + 64 * PackedBytes.pieceSize, out.count)
          MemoryUse.provide(UnsafeMutableRawBufferPointer(rebasing: out[start..<provided]))
        }
        let free = UnsafeMutableRawBufferPointer(rebasing: out[done..<next])
        guard PackedBytes.unpack(content, head, into: free) else { return false }
        sum = Checksum.of(piece, seed: sum)
        (place, done) = (place + size, next)
        room.copyMemory(from: UnsafeRawBufferPointer(rebasing: room[size..<(size + 4)]))
      }
      return done == out.count && sum == extent.checksum
    }
  }

  private static func read(_ descriptor: Int32, from start: Int, count: Int) -> [UInt8]? {
    let found = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      let raw = UnsafeMutableRawBufferPointer(buffer)
      initialized = readAll(descriptor, from: start, into: raw).count
    }
    return found.count == count ? found : nil
  }
}
