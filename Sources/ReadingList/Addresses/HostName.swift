/// The names of hosts, in the one spelling that all others are brought to.
enum HostName {
  /// A name in small letters and composed characters, full-width ones and punycode resolved; nil when
  /// no host can be called that.
  ///
  /// Labels are letters, digits, hyphens and underscores of any script. Punycode that is damaged, or
  /// that stands for anything else, is left as it is.
  static func canonical(_ name: Substring) -> String? {
    guard name.utf8.count <= 254 else { return nil }
    // The full stops of other scripts separate labels as well.
    var parts = name.unicodeScalars.split(omittingEmptySubsequences: false) {
      [".", "\u{3002}", "\u{ff0e}", "\u{ff61}"].contains($0)
    }
    if parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
    let labels = parts.compactMap { canonicalLabel(Substring($0)) }
    let text = labels.joined(separator: ".")
    return labels.count == parts.count && text.utf8.count <= 253 ? text : nil
  }

  private static func canonicalLabel(_ label: Substring) -> String? {
    let isASCII = label.utf8.allSatisfy { $0 < 0x80 }
    guard let text = isASCII ? label.lowercased() : HostLabel.unicode(label), isLabel(text) else {
      return nil
    }
    guard isASCII, text.hasPrefix("xn--"), let meant = HostLabel.unicode(text[...]),
      meant.utf8.contains(where: { $0 >= 0x80 }), isLabel(meant)
    else { return text }
    return meant
  }

  private static func isLabel(_ label: String) -> Bool {
    // The name system counts what a label is in ASCII.
    guard let ascii = HostLabel.ascii(label[...]), (1...63).contains(ascii.utf8.count),
      !label.hasPrefix("-"), !label.hasSuffix("-")
    else { return false }
    return label.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 48...57, 97...122, 45, 95: true
      case ..<0x80: false
      default:
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || scalar.properties.generalCategory == .nonspacingMark
      }
    }
  }
}
