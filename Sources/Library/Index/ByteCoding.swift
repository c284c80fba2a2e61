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

  /// Appends a count as a variable-length integer, seven bits per byte, low bits first.
  mutating func append(count: Int) {
    var rest = UInt64(max(0, count))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func append(_ text: String) { append(Optional(text)) }

  /// Appends a text with its length; nil and an empty text differ.
  mutating func append(_ text: String?) {
    guard let text else { return append(count: 0) }
    append(count: text.utf8.count + 1)
    bytes.append(contentsOf: text.utf8)
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

  mutating func count() -> Int {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 49, by: 7) {
      let byte = integer(UInt8.self)
      value |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return failed ? 0 : Int(value) }
    }
    failed = true
    return 0
  }

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

  mutating func moment() -> Timestamp? {
    let value = integer(Int64.self)
    return value == .min ? nil : Timestamp(milliseconds: value)
  }
}

/// A fast checksum that changes with any single bit, and almost always with any other change.
///
/// It has four lanes; each step is a bijection of both its state and its word. Not secure against
/// an adversary who knows the seed.
enum Checksum {
  static func of(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
    var lanes = (
      seed ^ 0x243f_6a88_85a3_08d3, seed ^ 0x1319_8a2e_0370_7344, seed ^ 0xa409_3822_299f_31d0,
      seed ^ 0x082e_fa98_ec4e_6c89
    )
    var index = 0
    let count = bytes.count
    while index &+ 32 <= count {
      lanes.0 = mix(lanes.0, bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      lanes.1 = mix(lanes.1, bytes.loadUnaligned(fromByteOffset: index &+ 8, as: UInt64.self))
      lanes.2 = mix(lanes.2, bytes.loadUnaligned(fromByteOffset: index &+ 16, as: UInt64.self))
      lanes.3 = mix(lanes.3, bytes.loadUnaligned(fromByteOffset: index &+ 24, as: UInt64.self))
      index &+= 32
    }
    while index &+ 8 <= count {
      lanes.0 = mix(lanes.0, bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index &+= 8
    }
    while index < count {
      lanes.1 = mix(lanes.1, UInt64(bytes[index]))
      index &+= 1
    }
    var sum = mix(seed, UInt64(count))
    for lane in [lanes.0, lanes.1, lanes.2, lanes.3] { sum = mix(sum, lane) }
    return sum ^ (sum >> 32)
  }

  static func of(_ text: String, seed: UInt64) -> UInt64 {
    var text = text
    return text.withUTF8 { of(UnsafeRawBufferPointer($0), seed: seed) }
  }

  /// Mixes a word into the state; a bijection in each argument.
  @inline(__always) static func mix(_ state: UInt64, _ word: UInt64) -> UInt64 {
    let product = (state ^ word) &* 0x9e37_79b9_7f4a_7c15
    return product ^ (product >> 29)
  }
}
