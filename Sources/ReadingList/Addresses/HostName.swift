@_spi(_Unicode) import Swift

/// The names of hosts, in the one spelling that all others are brought to.
enum HostName {
  /// A name in small letters and composed characters, full-width ones and punycode resolved; nil when
  /// no host can be called that.
  ///
  /// Labels are letters, digits, hyphens and underscores of any script. Punycode that is damaged, or
  /// that stands for what has a shorter spelling, is left as it is.
  static func canonical(_ name: Substring) -> String? {
    let isPlain = name.utf8.allSatisfy { $0 < 0x80 }
    var plain = isPlain ? name.lowercased() : composed(name)
    if plain.utf8.last == UInt8(ascii: ".") { plain.removeLast() }
    guard plain.utf8.count <= 253 else { return nil }
    if isPlain, plain.firstRange(of: "xn--") == nil {
      return plain.utf8.split(separator: dot, omittingEmptySubsequences: false)
        .allSatisfy { isLabel(Substring($0)) } ? plain : nil
    }
    var labels: [String] = []
    for label in plain.utf8.split(separator: dot, omittingEmptySubsequences: false) {
      let label = Substring(label)
      guard isLabel(label) else { return nil }
      labels.append(label.hasPrefix("xn--") ? resolved(label) : String(label))
    }
    let name = labels.joined(separator: ".")
    return name.utf8.count <= 253 ? name : nil
  }

  private static let dot = UInt8(ascii: ".")

  private static func resolved(_ label: Substring) -> String {
    guard let text = Punycode.decode(label.dropFirst(4)), composed(text[...]) == text,
      text.unicodeScalars.contains(where: { $0.value >= 0x80 }), isLabel(text[...]),
      Punycode.encode(text).map({ "xn--" + $0 == label }) == true
    else { return String(label) }
    return text
  }

  /// Small letters in composed form; full-width characters and the full stops of other scripts become
  /// the plain ones.
  private static func composed(_ text: Substring) -> String {
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0xff01...0xff5e:
        plain.append(Unicode.Scalar(UInt8(scalar.value - 0xff01 + 0x21)))
      case 0x3002, 0xff61: plain.append(".")
      case 0xad, 0x200b, 0x2060, 0xfe00...0xfe0f, 0xfeff: continue
      default: plain.append(scalar)
      }
    }
    var out = String.UnicodeScalarView()
    out.append(contentsOf: String(plain).lowercased()._nfc)
    return String(out)
  }

  private static func isLabel(_ label: Substring) -> Bool {
    guard let first = label.utf8.first, first != UInt8(ascii: "-"),
      label.utf8.last != UInt8(ascii: "-"),
      // The name system counts what a label is in ASCII.
      label.utf8.allSatisfy({ $0 < 0x80 }) ? label.utf8.count <= 63 : Punycode.encode(label) != nil
    else { return false }
    return label.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 48...57, 65...90, 97...122, 45, 95: true
      case ..<0x80: false
      default:
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || scalar.properties.generalCategory == .nonspacingMark
      }
    }
  }
}
