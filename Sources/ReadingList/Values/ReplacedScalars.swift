extension StringProtocol {
  /// The text with scalars replaced by others: for quoting and escaping.
  ///
  /// `replacing` compares characters, and leaves a quote that a mark combines with as it is.
  package func replacingScalars(_ others: [Unicode.Scalar: String]) -> String {
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if let other = others[scalar] {
        text.append(contentsOf: other.unicodeScalars)
      } else {
        text.append(scalar)
      }
    }
    return String(text)
  }
}
