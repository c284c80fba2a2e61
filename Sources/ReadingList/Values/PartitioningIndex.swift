extension RandomAccessCollection {
  /// Finds by halving where the second part of a collection begins.
  ///
  /// - Parameter isInSecondPart: false for all elements up to some place, and true for all from there on.
  /// - Returns: the index of the first element for which it is true; `endIndex` where it is for none.
  @inlinable package func partitioningIndex(where isInSecondPart: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, self.count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if isInSecondPart(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
