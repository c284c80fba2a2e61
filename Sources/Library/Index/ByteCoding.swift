import ReadingList

/// Encodes numbers and texts as little-endian bytes.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  @inline(__always) mutating func append(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends encoded bytes without a count.
  mutating func append(_ other: some Sequence<UInt8>) { bytes.append(contentsOf: other) }

  /// Appends zeros up to the next multiple of eight bytes.
  mutating func pad() { while bytes.count & 7 != 0 { bytes.append(0) } }

  mutating func append(count: Int) { append(UInt32(clamping: count)) }

  mutating func append(_ text: String) { append(Optional(text)) }

  /// Appends a text with its length; nil and an empty text differ.
  mutating func append(_ text: String?) {
    guard let text else { return append(count: 0) }
    append(count: text.utf8.count + 1)
    bytes.append(contentsOf: text.utf8)
  }

  mutating func append(_ texts: [String]) {
    append(count: texts.count)
    for text in texts { append(text) }
  }

  mutating func append(_ moment: Timestamp?) { append(moment?.milliseconds ?? .min) }
}

/// Decodes numbers and texts from untrusted bytes.
///
/// Reading past the end, or an impossible length, sets `failed`; later results are meaningless.
struct ByteReader {
  private let bytes: UnsafeRawBufferPointer
  private var index = 0
  private(set) var failed = false

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var remaining: Int { bytes.count - index }

  mutating func integer<Value: FixedWidthInteger>(_: Value.Type = Value.self) -> Value {
    let size = MemoryLayout<Value>.size
    guard !failed, remaining >= size else {
      failed = true
      return 0
    }
    defer { index += size }
    return Value(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: Value.self))
  }

  mutating func count() -> Int { Int(integer(UInt32.self)) }

  /// Decodes a count of items of at least `size` bytes; fails if the rest cannot hold them.
  mutating func count(ofAtLeast size: Int) -> Int {
    let value = count()
    guard value <= remaining / max(1, size) else {
      failed = true
      return 0
    }
    return value
  }

  mutating func optionalText() -> String? {
    let length = count()
    guard length > 0, !failed else { return nil }
    guard length - 1 <= remaining else {
      failed = true
      return nil
    }
    defer { index += length - 1 }
    return String(decoding: bytes[index..<(index + length - 1)], as: UTF8.self)
  }

  mutating func text() -> String { optionalText() ?? "" }

  mutating func texts() -> [String] { (0..<count(ofAtLeast: 4)).map { _ in text() } }

  mutating func moment() -> Timestamp? {
    let value = integer(Int64.self)
    return value == .min ? nil : Timestamp(milliseconds: value)
  }
}
