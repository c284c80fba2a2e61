// For terminals and locales that have only ASCII.

extension Unicode.Scalar {
  package var nearestASCII: Unicode.Scalar {
    if value < 0x7f { return self }
    if let sign = Self.signs[self] { return sign }
    let letters = "ÀÁÂÃÄÅàáâãäåÇçÈÉÊËèéêëÌÍÎÏìíîïÑñÒÓÔÕÖØòóôõöøÙÚÛÜùúûüÝýÿŠšŽžŁłŚśŻżŹźĆćŃńĄąĘę"
    let plain = "AAAAAAaaaaaaCcEEEEeeeeIIIIiiiiNnOOOOOOooooooUUUUuuuuYyySsZzLlSsZzZzCcNnAaEe"
    for (letter, base) in zip(letters.unicodeScalars, plain.unicodeScalars) where letter == self {
      return base
    }
    return "?"
  }

  private static let signs: [Unicode.Scalar: Unicode.Scalar] = [
    "“": "\"", "”": "\"", "„": "\"", "«": "\"", "»": "\"", "‘": "'", "’": "'", "‚": "'", "‹": "'",
    "›": "'", "–": "-", "—": "-", "‐": "-", "‑": "-", "…": "~", "·": "-", "•": "*", "×": "x",
    "÷": "/", "\u{a0}": " ", "\u{202f}": " ", "ß": "s", "│": "|", "─": "-", "²": "2", "³": "3",
    "¹": "1", "←": "<", "→": ">", "↑": "^", "↓": "v", "©": "c", "®": "r", "♥": "+", "▣": "#",
    "◌": "o", "✗": "x", "⚠": "!",
  ]
}

extension String {
  /// The text in ASCII with the same width; a character without a near equivalent becomes `?`.
  package var nearestASCII: String {
    guard !utf8.allSatisfy({ $0 < 0x80 }) else { return self }
    var out = ""
    for character in self {
      guard !character.isASCII else {
        out.append(character)
        continue
      }
      let width = String(character).displayWidth
      guard width > 0, let first = character.unicodeScalars.first else { continue }
      let near = first.nearestASCII
      out += String(repeating: "?", count: width - 1)
      out.unicodeScalars.append(near)
    }
    return out
  }
}
