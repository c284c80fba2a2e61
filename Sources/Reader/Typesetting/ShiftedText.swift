/// How text above or below the line is written: in characters that stand there themselves, or, where there are none, as
/// it is, with what is put before and after it.
struct ShiftedText {
  var before = ""
  /// The characters to write in place of others.
  var characters: [Character: Character] = [:]
  var after = ""

  static func raised(_ text: String) -> Self {
    // The number of a note in brackets stands as it is.
    let isNumber = text.hasPrefix("[") && text.hasSuffix("]")
    return isNumber ? Self() : shifted(text, superscripts, mark: "^")
  }

  static func lowered(_ text: String) -> Self { shifted(text, subscripts, mark: "_") }

  func written(_ text: String) -> String {
    characters.isEmpty ? text : String(text.map { characters[$0] ?? $0 })
  }

  private static func shifted(
    _ text: String, _ table: [Character: Character], mark: String
  ) -> Self {
    if text.allSatisfy({ table[$0] != nil }) { return Self(characters: table) }
    // Parentheses where the extent would be ambiguous.
    let isPlain = text.count == 1 || "([".contains(text.first ?? " ")
    return isPlain ? Self(before: mark) : Self(before: mark + "(", after: ")")
  }

  private static let superscripts = Dictionary(
    uniqueKeysWithValues: zip(
      "0123456789+-−=()abcdefghijklmnoprstuvwxyz", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ"))
  private static let subscripts = Dictionary(
    uniqueKeysWithValues: zip(
      "0123456789+-−=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ"))
}
