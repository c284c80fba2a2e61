package import ReadingList

extension SeededNumbers {
  /// True so many times in a hundred.
  package mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &self) < percent
  }

  /// One of several, the first ones far more often than the last.
  package mutating func skewed<Element>(_ items: [Element]) -> Element {
    let share = Double.random(in: 0..<1, using: &self)
    return items[min(items.count - 1, Int(share * share * share * Double(items.count)))]
  }

  /// One of several.
  package mutating func pick<Element>(_ items: [Element]) -> Element {
    items[Int.random(in: 0..<items.count, using: &self)]
  }
}
