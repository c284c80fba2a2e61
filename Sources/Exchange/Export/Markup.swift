import ReadingList

extension String {
  /// As text or a quoted value of markup; what XML cannot hold, control characters and noncharacters are left out.
  var escapedMarkup: String {
    var out = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar {
      case "&": out.append(contentsOf: "&amp;".unicodeScalars)
      case "<": out.append(contentsOf: "&lt;".unicodeScalars)
      case ">": out.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": out.append(contentsOf: "&quot;".unicodeScalars)
      case "\t", "\n", "\r": out.append(scalar)
      default: if scalar.isForMarkup { out.append(scalar) }
      }
    }
    return String(out)
  }
}

extension Unicode.Scalar {
  /// Whether markup can hold it.
  var isForMarkup: Bool {
    switch value {
    case ..<0x20, 0x7f...0x9f, 0xfdd0...0xfdef: false
    default: value & 0xfffe != 0xfffe
    }
  }
}
