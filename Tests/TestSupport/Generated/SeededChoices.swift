package import ReadingList

extension SeededNumbers {
  /// True with this probability in percent.
  package mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &self) < percent
  }

  /// An element, the first ones far more often than the last.
  package mutating func skewed<Element>(_ items: [Element]) -> Element {
    let share = Double.random(in: 0..<1, using: &self)
    return items[min(items.count - 1, Int(share * share * share * Double(items.count)))]
  }

  /// A random element.
  package mutating func pick<Element>(_ items: [Element]) -> Element {
    items[Int.random(in: 0..<items.count, using: &self)]
  }
}
