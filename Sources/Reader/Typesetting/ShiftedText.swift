/// Text above or below the line in characters that stand there themselves.
enum ShiftedText {
  /// As many characters of Unicode's superscripts or subscripts.
  case shifted(String)
  /// The text as it is, and what is put before and after it.
  case marked(before: String, after: String)

  /// Text as superscript characters where there are such, else after a caret; the number of a note in
  /// brackets stands as it is.
  init(raised text: String) {
    if text.hasPrefix("["), text.hasSuffix("]") {
      self = .marked(before: "", after: "")
    } else {
      self.init(text, Self.superscripts, mark: "^")
    }
  }

  /// Text as subscript characters where there are such, else after an underscore.
  init(lowered text: String) { self.init(text, Self.subscripts, mark: "_") }

  private init(_ text: String, _ table: [Character: Character], mark: String) {
    var out = ""
    for character in text {
      guard let other = table[character] else {
        // Parentheses where the extent would be ambiguous.
        let isPlain = text.count == 1 || "([".contains(text.first ?? " ")
        self = isPlain ? .marked(before: mark, after: "") : .marked(before: mark + "(", after: ")")
        return
      }
      out.append(other)
    }
    self = .shifted(out)
  }

  private static let superscripts = Dictionary(
    uniqueKeysWithValues: zip(
      "0123456789+-−=()abcdefghijklmnoprstuvwxyz", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ"))
  private static let subscripts = Dictionary(
    uniqueKeysWithValues: zip(
      "0123456789+-−=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ"))
}
