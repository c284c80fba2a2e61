/// How many bytes must be put in, left out or replaced to make a pattern of a text: Myers' bit-parallel algorithm, 64 bytes
/// of the pattern in one step.
struct EditDistance {
  private let count: Int
  private let blocks: Int
  /// For each byte, where the pattern has it.
  private var masks: [UInt64]

  /// For a pattern, which may not be empty.
  init(_ pattern: some Collection<UInt8>) {
    count = pattern.count
    blocks = (count + 63) / 64
    masks = Array(repeating: 0, count: 256 * blocks)
    for (place, byte) in pattern.enumerated() {
      masks[Int(byte) * blocks + place / 64] |= 1 << UInt64(place % 64)
    }
  }

  /// How many steps a text takes.
  func steps(over length: Int) -> Int { length * blocks }

  /// Gives for each byte of a text how far the pattern is from the nearest stretch that ends after it.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - fromStart: whether stretches begin where the text does.
  ///   - body: takes how many bytes of the text there were, and the distance.
  func scan(_ text: some Sequence<UInt8>, fromStart: Bool, _ body: (Int, Int) -> Void) {
    var rising = [UInt64](repeating: .max, count: blocks)
    var falling = [UInt64](repeating: 0, count: blocks)
    let last = UInt64((count - 1) % 64)
    var distance = count
    var length = 0
    masks.withUnsafeBufferPointer { masks in
      for byte in text {
        var carry = fromStart ? 1 : 0
        for block in 0..<blocks {
          var equal = masks[Int(byte) * blocks + block]
          let (up, down) = (rising[block], falling[block])
          let vertical = equal | down
          if carry < 0 { equal |= 1 }
          let horizontal = (((equal & up) &+ up) ^ up) | equal
          var more = down | ~(horizontal | up)
          var less = up & horizontal
          let top = block == blocks - 1 ? last : 63
          let next = Int(more >> top & 1) - Int(less >> top & 1)
          more <<= 1
          less <<= 1
          if carry < 0 { less |= 1 }
          if carry > 0 { more |= 1 }
          rising[block] = less | ~(vertical | more)
          falling[block] = more & vertical
          carry = next
        }
        distance += carry
        length += 1
        body(length, distance)
      }
    }
  }

  /// The length at which a text is nearest to the pattern, and how near; of equal ones the one that is nearest to a length.
  func nearest(
    in text: some Sequence<UInt8>, fromStart: Bool, to wanted: Int
  ) -> (length: Int, distance: Int) {
    var best = (length: 0, distance: count)
    scan(text, fromStart: fromStart) { length, distance in
      if distance < best.distance
        || distance == best.distance && abs(length - wanted) < abs(best.length - wanted)
      {
        best = (length, distance)
      }
    }
    return best
  }
}
