/// The names of hosts, in the one spelling that all others are brought to.
enum HostName {
  /// A name in small letters and composed characters, full-width ones and punycode resolved; nil when
  /// no host can be called that.
  ///
  /// Labels are letters, digits, hyphens and underscores of any script. Punycode that is damaged, or
  /// that stands for anything else, is left as it is.
  static func canonical(_ name: Substring) -> String? {
    let isPlain = name.utf8.allSatisfy { $0 < 0x80 }
    // The full stops of other scripts separate labels as well.
    var plain =
      isPlain ? name.lowercased() : String(name.replacing(/[\u{3002}\u{ff0e}\u{ff61}]/, with: "."))
    if plain.utf8.last == UInt8(ascii: ".") { plain.removeLast() }
    guard plain.utf8.count <= 253 else { return nil }
    let parts = plain.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    if isPlain, plain.firstRange(of: "xn--") == nil {
      return parts.allSatisfy { isLabel(Substring($0)) } ? plain : nil
    }
    var labels: [String] = []
    for part in parts {
      guard let label = canonicalLabel(Substring(part)) else { return nil }
      labels.append(label)
    }
    let name = labels.joined(separator: ".")
    return name.utf8.count <= 253 ? name : nil
  }

  /// A label in ASCII; nil for one that has no such form.
  static func ascii(_ label: Substring) -> String? {
    label.utf8.allSatisfy { $0 < 0x80 } ? String(label) : HostLabel.ascii(label)
  }

  private static func canonicalLabel(_ label: Substring) -> String? {
    guard label.utf8.allSatisfy({ $0 < 0x80 }) else {
      return HostLabel.unicode(label).flatMap { isLabel($0[...]) ? $0 : nil }
    }
    let plain = label.lowercased()
    guard isLabel(plain[...]) else { return nil }
    guard plain.hasPrefix("xn--"), let text = HostLabel.unicode(plain[...]),
      text.utf8.contains(where: { $0 >= 0x80 }), isLabel(text[...])
    else { return plain }
    return text
  }

  private static func isLabel(_ label: Substring) -> Bool {
    guard let first = label.utf8.first, first != UInt8(ascii: "-"),
      label.utf8.last != UInt8(ascii: "-"),
      // The name system counts what a label is in ASCII.
      label.utf8.allSatisfy({ $0 < 0x80 }) ? label.utf8.count <= 63 : HostLabel.ascii(label) != nil
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
