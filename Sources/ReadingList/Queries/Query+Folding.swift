extension Query {
  /// Text made comparable: lower-cased, and Latin letters without their diacritics.
  package static func folded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    var out = String.UnicodeScalarView()
    for scalar in text.lowercased().unicodeScalars {
      if scalar.value < 0xc0 {
        out.append(scalar)
      } else if let base = Self.bases[scalar] {
        out.append(base)
      } else if !(0x300...0x36f).contains(scalar.value) {
        out.append(scalar)
      }
    }
    return String(out)
  }

  /// Accented Latin letters and the letters they fold to.
  private static let bases: [Unicode.Scalar: Unicode.Scalar] = {
    let groups: [(Unicode.Scalar, String)] = [
      ("a", "àáâãäåāăąǎ"), ("c", "çćĉċč"), ("d", "ďđ"), ("e", "èéêëēĕėęě"), ("g", "ĝğġģ"),
      ("h", "ĥħ"), ("i", "ìíîïĩīĭįı"), ("j", "ĵ"), ("k", "ķ"), ("l", "ĺļľŀł"), ("n", "ñńņň"),
      ("o", "òóôõöøōŏő"), ("r", "ŕŗř"), ("s", "śŝşšș"), ("t", "ţťŧț"), ("u", "ùúûüũūŭůűų"),
      ("w", "ŵ"), ("y", "ýÿŷ"), ("z", "źżž"),
    ]
    var table: [Unicode.Scalar: Unicode.Scalar] = [:]
    for (base, accented) in groups {
      for scalar in accented.unicodeScalars { table[scalar] = base }
    }
    return table
  }()
}
