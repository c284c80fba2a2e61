/// How to write text above or below the line: in Unicode's raised or lowered characters, or, if
/// there are none, unchanged with text before and after it.
struct ShiftedText {
  var before = ""
  var characters: [Character: Character] = [:]
  var after = ""

  static func raised(_ text: String) -> Self {
    // A note's number in brackets stays as it is.
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
    // Parentheses if the extent would be ambiguous.
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
