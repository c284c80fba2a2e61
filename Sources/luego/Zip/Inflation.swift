/// Takes apart what was compressed with DEFLATE (RFC 1951).
struct Inflation {
  private let input: ArraySlice<UInt8>
  private var place: Int
  private var held = 0
  private var heldCount = 0
  private var output: [UInt8] = []
  private let limit: Int

  private enum Problem: Error { case damaged }

  /// The bytes that were compressed, or as many of them as are asked for; nil when they are damaged.
  static func inflated(_ input: ArraySlice<UInt8>, limit: Int) -> [UInt8]? {
    var inflation = Inflation(input, limit: limit)
    do throws(Problem) { try inflation.run() } catch { return nil }
    return inflation.output
  }

  private init(_ input: ArraySlice<UInt8>, limit: Int) {
    self.input = input
    self.limit = limit
    place = input.startIndex
  }

  private mutating func run() throws(Problem) {
    var isLast = false
    while !isLast, output.count < limit {
      isLast = try bits(1) == 1
      switch try bits(2) {
      case 0: try stored()
      case 1: try block(Self.fixedLengths, Self.fixedDistances)
      case 2: try dynamic()
      default: throw .damaged
      }
    }
    if output.count > limit { output.removeLast(output.count - limit) }
  }

  private mutating func bits(_ count: Int) throws(Problem) -> Int {
    while heldCount < count {
      guard place < input.endIndex else { throw .damaged }
      held |= Int(input[place]) << heldCount
      place += 1
      heldCount += 8
    }
    defer {
      held >>= count
      heldCount -= count
    }
    return held & ((1 << count) - 1)
  }

  private mutating func stored() throws(Problem) {
    held = 0
    heldCount = 0
    let length = try bits(16)
    guard try bits(16) == length ^ 0xffff, place + length <= input.endIndex else { throw .damaged }
    output += input[place..<(place + length)]
    place += length
  }

  private mutating func block(_ lengths: Code, _ distances: Code) throws(Problem) {
    while output.count < limit {
      let symbol = try symbol(of: lengths)
      if symbol == 256 { return }
      if symbol < 256 {
        output.append(UInt8(symbol))
        continue
      }
      guard symbol - 257 < Self.lengthBases.count else { throw .damaged }
      let length = Self.lengthBases[symbol - 257] + (try bits(Self.lengthBits[symbol - 257]))
      let code = try self.symbol(of: distances)
      guard code < Self.distanceBases.count else { throw .damaged }
      let distance = Self.distanceBases[code] + (try bits(Self.distanceBits[code]))
      guard distance <= output.count else { throw .damaged }
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
  }

  private mutating func dynamic() throws(Problem) {
    let lengthCount = try bits(5) + 257
    let distanceCount = try bits(5) + 1
    let codeCount = try bits(4) + 4
    var codeLengths = [Int](repeating: 0, count: 19)
    for index in 0..<codeCount { codeLengths[Self.codeOrder[index]] = try bits(3) }
    let code = Code(codeLengths[...])
    var lengths: [Int] = []
    while lengths.count < lengthCount + distanceCount {
      let symbol = try symbol(of: code)
      switch symbol {
      case ..<16: lengths.append(symbol)
      case 16:
        guard let last = lengths.last else { throw .damaged }
        lengths += Array(repeating: last, count: try bits(2) + 3)
      case 17: lengths += Array(repeating: 0, count: try bits(3) + 3)
      default: lengths += Array(repeating: 0, count: try bits(7) + 11)
      }
    }
    guard lengths.count == lengthCount + distanceCount else { throw .damaged }
    try block(Code(lengths[..<lengthCount]), Code(lengths[lengthCount...]))
  }

  private mutating func symbol(of code: Code) throws(Problem) -> Int {
    var value = 0
    var first = 0
    var index = 0
    for length in 1...15 {
      value |= try bits(1)
      let count = code.counts[length]
      if value - count < first { return code.symbols[index + value - first] }
      index += count
      first = (first + count) << 1
      value <<= 1
    }
    throw .damaged
  }

  /// A canonical Huffman code: how many symbols there are of each length, and the symbols in order.
  private struct Code {
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [Int] = []

    init(_ lengths: ArraySlice<Int>) {
      for length in 1...15 {
        for (symbol, other) in lengths.enumerated() where other == length {
          symbols.append(symbol)
          counts[length] += 1
        }
      }
    }
  }

  private static let fixedLengths = Code(
    (Array(repeating: 8, count: 144) + Array(repeating: 9, count: 112)
      + Array(repeating: 7, count: 24) + Array(repeating: 8, count: 8))[...]
  )
  private static let fixedDistances = Code(Array(repeating: 5, count: 30)[...])
  private static let codeOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]
  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
  ]
  private static let lengthBits = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distanceBases = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537,
    2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577,
  ]
  private static let distanceBits = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13,
    13,
  ]
}
