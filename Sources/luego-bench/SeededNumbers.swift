/// Random numbers that are the same for the same seed; SplitMix64.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// True so many times in a hundred.
  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

  /// One of several, the first ones far more often than the last.
  mutating func skewed<Element>(_ items: [Element]) -> Element {
    let share = Double.random(in: 0..<1, using: &self)
    return items[min(items.count - 1, Int(share * share * share * Double(items.count)))]
  }

  /// One of several.
  mutating func pick<Element>(_ items: [Element]) -> Element {
    items[Int.random(in: 0..<items.count, using: &self)]
  }
}
