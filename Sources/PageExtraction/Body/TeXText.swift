/// Writes TeX formulas as one line of Unicode text: `\frac{1}{2} \leq \alpha` becomes `1/2 ≤ α`.
struct TeXText {
  /// The maximum length of a converted source, in bytes; a longer one is left unchanged.
  private static let maxLength = 4000
  private static let maxDepth = 48

  /// The maximum number of environments without an end that one is looked for.
  private static let maxUnended = 8
  /// The maximum length of the index of a root.
  private static let maxOption = 40

  private var source: Substring
  private var depth = 0
  private var unended = 0

  /// Converts a formula; each row of equations or cases gets its own line.
  static func text(of source: String) -> String {
    guard source.utf8.count <= maxLength else { return source }
    var writer = TeXText(source: source[...])
    let text = writer.run(until: nil)
    return text.split(separator: "\n").map { PageText.line(String($0)) }.filter {
      !$0.isEmpty
    }.joined(separator: "\n")
  }

  private init(source: Substring) { self.source = source }

  /// Converts the source up to a closing brace, or all of it.
  private mutating func run(until end: Character?) -> String {
    var out = ""
    while let next = source.first, next != end { out += term() }
    if end != nil { source = source.dropFirst() }
    return out
  }

  private mutating func term() -> String {
    guard let next = source.popFirst(), depth < Self.maxDepth else { return "" }
    depth += 1
    defer { depth -= 1 }
    switch next {
    case "{": return run(until: "}")
    case "}", "$": return ""
    case "~": return " "
    case "&": return " "
    case "^", "_":
      let inner = argument()
      if inner == "∘" || inner == "°" { return "°" }
      if inner == "′" { return inner }
      return String(next) + Self.grouped(inner)
    case "'": return "′"
    case "-": return "−"
    case "\\": return command()
    default: return String(next)
    }
  }

  /// Converts the next group or symbol.
  private mutating func argument() -> String {
    source = source.drop(while: \.isWhitespace)
    return PageText.line(term())
  }

  /// The next argument in brackets, if there is one.
  private mutating func option() -> String? {
    guard source.first == "[", let close = source.prefix(Self.maxOption).firstIndex(of: "]")
    else { return nil }
    let text = String(source[source.index(after: source.startIndex)..<close])
    source = source[source.index(after: close)...]
    return text
  }

  private mutating func command() -> String {
    let name = source.prefix { $0.isLetter && $0.isASCII }
    guard !name.isEmpty else {
      let sign = source.popFirst() ?? " "
      switch sign {
      case "\\": return "\n"
      case ",", ";", ":", ">", " ", "\n": return " "
      case "!", "/", "-": return ""
      case "|": return "‖"
      default: return String(sign)
      }
    }
    source = source[name.endIndex...]
    if source.first == "*" { source = source.dropFirst() }
    let word = String(name)
    if let sign = Self.signs[word] { return sign }
    if let mark = Self.accents[word] {
      let base = argument()
      return base.count == 1 ? base + mark : "(" + base + ")" + mark
    }
    switch word {
    case "frac", "dfrac", "tfrac", "cfrac":
      let above = argument()
      return Self.grouped(above) + "/" + Self.grouped(argument())
    case "binom", "dbinom", "tbinom":
      let above = argument()
      return "(" + above + " choose " + argument() + ")"
    case "sqrt":
      let root = option()
      let inner = argument()
      return "√" + (root.map { "[\($0)]" } ?? "") + (inner.count == 1 ? inner : "(\(inner))")
    case "mathbb":
      let letters = argument()
      return letters.count == 1 ? Self.doubled[letters] ?? letters : letters
    case "text", "textrm", "textit", "textbf", "mathrm", "mathbf", "mathit", "mathsf", "mathcal",
      "mathfrak", "mathscr", "mathtt", "boldsymbol", "bm", "operatorname", "mbox", "hbox", "rm",
      "boxed", "substack", "underbrace", "overbrace", "pmb", "widehat", "widetilde":
      return argument()
    case "begin": return environment()
    case "label", "tag", "color", "hspace", "vspace", "phantom", "hphantom", "vphantom", "ref",
      "eqref":
      _ = argument()
      return ""
    case "left", "right", "big", "Big", "bigg", "Bigg", "bigl", "bigr", "Bigl", "Bigr", "biggl",
      "biggr":
      if source.first == "." { source = source.dropFirst() }
      return ""
    case "displaystyle", "textstyle", "scriptstyle", "limits", "nolimits", "nonumber", "notag",
      "middle", "hline", "end":
      return ""
    case "not": return argument() + "\u{338}"
    default: return Self.functions.contains(word) ? " " + word + " " : "\\" + word
    }
  }

  /// Writes a matrix row by row, and equations and cases on separate lines.
  private mutating func environment() -> String {
    let name = argument().filter { $0 != "*" }
    let end = "\\end{\(name)"
    guard depth < Self.maxDepth, unended < Self.maxUnended else { return "" }
    guard let close = source.firstRange(of: end) else {
      unended += 1
      return ""
    }
    var inner = source[..<close.lowerBound]
    source = source[close.upperBound...].drop { $0 != "}" }.dropFirst()
    if name == "array", inner.first == "{", let columns = inner.firstIndex(of: "}") {
      inner = inner[inner.index(after: columns)...]
    }
    func text(_ part: Substring) -> String {
      var writer = TeXText(source: part)
      writer.depth = depth + 1
      return PageText.line(writer.run(until: nil))
    }
    let rows = inner.split(separator: "\\\\").filter { !$0.allSatisfy(\.isWhitespace) }
    guard name.hasSuffix("matrix") || name == "array" else {
      let lines = rows.map(text).joined(separator: "\n")
      return name == "cases" ? "{\n" + lines : "\n" + lines + "\n"
    }
    let matrix = rows.map { row in row.split(separator: "&").map(text).joined(separator: ", ") }
      .joined(separator: "; ")
    switch name {
    case "pmatrix": return "(" + matrix + ")"
    case "vmatrix": return "|" + matrix + "|"
    case "matrix", "array", "smallmatrix": return matrix
    default: return "[" + matrix + "]"
    }
  }

  private static func grouped(_ text: String) -> String {
    text.count <= 1 || text.allSatisfy(\.isNumber) ? text : "(\(text))"
  }
}

// MARK: Signs

extension TeXText {
  private static let functions: Set<String> = [
    "sin", "cos", "tan", "cot", "sec", "csc", "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh",
    "log", "ln", "lg", "exp", "lim", "limsup", "liminf", "max", "min", "sup", "inf", "arg", "det",
    "dim", "ker", "deg", "gcd", "hom", "Pr", "mod", "bmod",
  ]

  private static let accents = [
    "bar": "\u{304}", "overline": "\u{304}", "hat": "\u{302}", "tilde": "\u{303}",
    "vec": "\u{20d7}", "dot": "\u{307}", "ddot": "\u{308}", "check": "\u{30c}",
    "underline": "\u{332}",
  ]

  private static let doubled = [
    "C": "ℂ", "E": "𝔼", "F": "𝔽", "H": "ℍ", "K": "𝕂", "N": "ℕ", "P": "ℙ", "Q": "ℚ", "R": "ℝ",
    "Z": "ℤ", "1": "𝟙",
  ]

  private static let signs: [String: String] = {
    let table = """
      alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ mu μ
      nu ν xi ξ pi π rho ρ sigma σ tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ
      Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω hbar ℏ ell ℓ Re ℜ Im ℑ aleph ℵ partial ∂ nabla ∇ infty ∞
      leq ≤ le ≤ geq ≥ ge ≥ neq ≠ ne ≠ ll ≪ gg ≫ approx ≈ equiv ≡ sim ∼ simeq ≃ cong ≅ propto ∝ prec ≺ succ ≻
      times × cdot · div ÷ pm ± mp ∓ ast ∗ star ⋆ circ ∘ bullet ∙ oplus ⊕ otimes ⊗ wedge ∧ land ∧ vee ∨ lor ∨
      neg ¬ lnot ¬ in ∈ notin ∉ ni ∋ subset ⊂ subseteq ⊆ supset ⊃ supseteq ⊇ cup ∪ cap ∩ setminus ∖ emptyset ∅
      varnothing ∅ forall ∀ exists ∃ nexists ∄ to → rightarrow → leftarrow ← leftrightarrow ↔ Rightarrow ⇒
      Leftarrow ⇐ Leftrightarrow ⇔ iff ⇔ implies ⇒ mapsto ↦ longrightarrow ⟶ uparrow ↑ downarrow ↓ sum ∑ prod ∏
      int ∫ iint ∬ oint ∮ bigcup ⋃ bigcap ⋂ bigoplus ⨁ ldots … dots … cdots ⋯ vdots ⋮ ddots ⋱ langle ⟨ rangle ⟩
      lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ lvert | rvert | lVert ‖ rVert ‖ vert | Vert ‖ mid | parallel ∥ perp ⊥
      angle ∠ triangle △ square □ prime ′ degree ° dagger † therefore ∴ because ∵ models ⊨ vdash ⊢ top ⊤ bot ⊥
      """
    let words = table.split(whereSeparator: \.isWhitespace).map(String.init)
    var signs = Dictionary(
      uniqueKeysWithValues: stride(from: 0, to: words.count - 1, by: 2).map {
        (words[$0], words[$0 + 1])
      })
    for space in ["quad", "qquad", "space", "enspace", "thinspace"] { signs[space] = " " }
    for brace in ["lbrace": "{", "rbrace": "}", "backslash": "\\"] {
      signs[brace.key] = brace.value
    }
    return signs
  }()
}
