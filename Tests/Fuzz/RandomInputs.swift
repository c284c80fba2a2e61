import Platform
import ReadingList

/// Random inputs made from seeds and words, for builds without coverage feedback.
struct RandomInputs {
  private var random: SeededNumbers
  private let seeds: [[UInt8]]
  private let words: [[UInt8]]
  private static let longest = 1 << 16

  /// Reads a target's seeds and the dictionary from a directory.
  init(directory: String, target: String, seed: UInt64) {
    random = SeededNumbers(seed: seed)
    let folder = "\(directory)/Seeds/\(target)"
    let names = (fileNames(in: folder) ?? []).filter { !$0.hasPrefix(".") }.sorted()
    seeds = names.map { contents(of: "\(folder)/\($0)") } + [[]]
    words = dictionary(in: directory)
  }

  /// A seed with a few changes: replaced bytes, added words, and pieces removed, repeated or copied from
  /// another seed.
  mutating func next() -> [UInt8] {
    var input = seeds.randomElement(using: &random) ?? []
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      let place = Int.random(in: 0...input.count, using: &random)
      let rest = input.count - place
      switch Int.random(in: 0..<6, using: &random) {
      case 0 where rest > 0: input[place] = UInt8.random(in: 0...255, using: &random)
      case 1: input.insert(contentsOf: words.randomElement(using: &random) ?? [], at: place)
      case 2: input.removeSubrange(place..<(place + Int.random(in: 0...rest, using: &random)))
      case 3:
        let piece = Array(input[place...].prefix(Int.random(in: 0...64, using: &random)))
        for _ in 0..<Int.random(in: 1...20, using: &random) {
          input.insert(contentsOf: piece, at: place)
        }
      case 4:
        let other = seeds.randomElement(using: &random) ?? []
        input.insert(contentsOf: other.suffix(Int.random(in: 0...200, using: &random)), at: place)
      default: input.insert(UInt8.random(in: 0...255, using: &random), at: place)
      }
    }
    return Array(input.prefix(Self.longest))
  }
}

/// The words of the fuzzer's dictionary, one quoted word on each line.
func dictionary(in directory: String) -> [[UInt8]] {
  contents(of: "\(directory)/dictionary").split(separator: 0x0a).compactMap { line in
    guard line.first == 0x22, line.last == 0x22, line.count > 2 else { return nil }
    var word: [UInt8] = []
    var rest = line.dropFirst().dropLast()
    while let byte = rest.popFirst() {
      guard byte == 0x5c, let next = rest.popFirst() else {
        word.append(byte)
        continue
      }
      let code =
        next == 0x78 ? UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) : nil
      if code != nil { rest = rest.dropFirst(2) }
      word.append(code ?? next)
    }
    return word
  }
}

/// The bytes of a file; empty if it cannot be read.
private func contents(of path: String) -> [UInt8] { SmallFile.read(path) ?? [] }
