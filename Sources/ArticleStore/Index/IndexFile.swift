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
      let first = read(descriptor, offset: 0, count: IndexHeader.size, as: UInt8.self),
      let header = IndexHeader(first, fileSize: size), header.library == library,
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

  /// Some bytes of a section, as they are: the caller has a checksum for them.
  func unchecked(_ section: IndexSection, from start: UInt64, count: Int) -> [UInt8]? {
    let extent = header.sections[section.rawValue]
    return Self.read(descriptor, offset: Int(extent.offset + start), count: count, as: UInt8.self)
  }

  private static func section<Element: FixedWidthInteger>(
    _ section: IndexSection,
    of header: IndexHeader,
    _ descriptor: Int32,
    as type: Element.Type
  ) -> [Element]? {
    let extent = header.sections[section.rawValue]
    let size = UInt64(MemoryLayout<Element>.size)
    guard extent.length % size == 0,
      let found = read(
        descriptor,
        offset: Int(extent.offset),
        count: Int(extent.length / size),
        as: type
      ),
      found.withUnsafeBytes({ Checksum.of($0) }) == extent.checksum
    else { return nil }
    return found
  }

  private static func read<Element: FixedWidthInteger>(
    _ descriptor: Int32,
    offset: Int,
    count: Int,
    as _: Element.Type
  ) -> [Element]? {
    let found = [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
      let raw = UnsafeMutableRawBufferPointer(buffer)
      initialized = readAll(descriptor, from: offset, into: raw).count == raw.count ? count : 0
    }
    return found.count == count ? found : nil
  }
}
