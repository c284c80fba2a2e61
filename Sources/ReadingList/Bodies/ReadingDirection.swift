extension Unicode.Scalar {
  /// Whether it is of a script that runs from right to left.
  package var isRightToLeft: Bool {
    switch value {
    case 0x590...0x8ff, 0xfb1d...0xfdff, 0xfe70...0xfeff, 0x10800...0x10fff, 0x1e800...0x1efff: true
    default: false
    }
  }
}

extension StringProtocol {
  /// Whether the first letter with a direction runs from right to left; nil where no letter has one.
  package var isRightToLeft: Bool? {
    for scalar in unicodeScalars where scalar.value >= 0x41 {
      if scalar.isRightToLeft { return true }
      if scalar.properties.isAlphabetic { return false }
    }
    return nil
  }
}
