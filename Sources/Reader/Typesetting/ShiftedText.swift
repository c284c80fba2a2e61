/// Text above or below the line in characters that stand there themselves; where there are none, as it is, with
/// what is put before and after it.
enum ShiftedText {
  typealias Parts = (before: String, text: String, after: String)

  static func raised(_ text: String) -> Parts {
    // The number of a note in brackets stands as it is.
    let isNumber = text.hasPrefix("[") && text.hasSuffix("]")
    return isNumber ? ("", text, "") : shifted(text, superscripts, mark: "^")
  }

  static func lowered(_ text: String) -> Parts { shifted(text, subscripts, mark: "_") }

  private static func shifted(
    _ text: String, _ table: [Character: Character], mark: String
  ) -> Parts {
    let shifted = text.compactMap { table[$0] }
    if shifted.count == text.count { return ("", String(shifted), "") }
    // Parentheses where the extent would be ambiguous.
    let isPlain = text.count == 1 || "([".contains(text.first ?? " ")
    return isPlain ? (mark, text, "") : (mark + "(", text, ")")
  }

  private static let superscripts = Dictionary(
    uniqueKeysWithValues: zip(
      "0123456789+-−=()abcdefghijklmnoprstuvwxyz", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ"))
  private static let subscripts = Dictionary(
    uniqueKeysWithValues: zip(
      "0123456789+-−=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ"))
}
