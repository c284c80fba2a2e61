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
    guard Int(extent.length) % size == 0,
      let packed = read(descriptor, from: Int(extent.offset), count: Int(extent.size))
    else { return nil }
    return packed.withUnsafeBytes { packed in
      var isWhole = false
      let count = Int(extent.length) / size
      let found = [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
        let sum = PackedBytes.unpack(packed, into: UnsafeMutableRawBufferPointer(buffer))
        isWhole = sum == extent.checksum
        initialized = isWhole ? count : 0
      }
      return isWhole ? found : nil
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
