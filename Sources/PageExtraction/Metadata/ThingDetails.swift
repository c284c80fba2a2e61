import ReadingList

/// The machine-readable details of a product, recipe or video, for pages whose text lacks them.
struct ThingDetails {
  private var price: String?
  private var description: String?
  private var duration: String?
  private var ingredients: [String] = []
  private var steps: [String] = []

  /// The maximum number of lines.
  private static let maxLines = 200

  /// Reads one described thing.
  mutating func read(_ thing: JSON, types: [String]) {
    if types.contains("Product") {
      let offers = thing["offers"]
      let offer = offers?.array?.first ?? offers
      let amount = offer?["price"] ?? offer?["lowPrice"]
      if let amount = amount?.string ?? amount?.double.map({ "\($0)" }) {
        price =
          price
          ?? [amount, offer?["priceCurrency"]?.string].compactMap { $0 }.joined(separator: " ")
      }
      description = description ?? thing["description"]?.string
    }
    if types.contains("VideoObject") {
      description = description ?? thing["description"]?.string
      duration = duration ?? thing["duration"]?.string.flatMap(Self.length)
    }
    if types.contains("Recipe"), ingredients.isEmpty, steps.isEmpty {
      ingredients = Self.lines(thing["recipeIngredient"])
      steps = Self.lines(thing["recipeInstructions"])
    }
  }

  private static func lines(_ value: JSON?) -> [String] {
    var lines: [String] = []
    var queue = Array((value?.array ?? [value].compactMap { $0 }).reversed())
    while let item = queue.popLast(), lines.count < maxLines {
      if let inner = item["itemListElement"]?.array {
        queue += inner.prefix(maxLines).reversed()
        continue
      }
      let text = PageText.line(ofMarkup: item.string ?? item["text"]?.string ?? "")
      if !text.isEmpty { lines.append(text) }
    }
    return lines
  }

  /// Returns "PT1H2M3S" as "1:02:03".
  private static func length(_ duration: String) -> String? {
    var numbers: [Character: Int] = [:]
    var number = 0
    for character in duration.drop(while: { $0 != "T" }) {
      if let digit = character.wholeNumberValue {
        number = min(number, 1_000_000) * 10 + digit
      } else {
        numbers[character] = number
        number = 0
      }
    }
    let seconds = (numbers["H"] ?? 0) * 3600 + (numbers["M"] ?? 0) * 60 + (numbers["S"] ?? 0)
    guard seconds > 0 else { return nil }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let rest = "\(two(seconds % 60))"
    return seconds < 3600
      ? "\(seconds / 60):\(rest)" : "\(seconds / 3600):\(two(seconds / 60 % 60)):\(rest)"
  }

  /// Adds the details missing from the blocks of a page.
  func completing(_ blocks: [ArticleBody.Block], of kind: PageKind) -> [ArticleBody.Block] {
    guard kind == .product || kind == .video || kind == .recipe else { return blocks }
    let text = Self.letters(ArticleBody(blocks: blocks).plainText)
    func isMissing(_ line: String) -> Bool {
      let letters = Self.letters(line)
      return !letters.isEmpty && !ByteText.contains(text, String(letters.prefix(60)))
    }
    func paragraph(_ line: String) -> ArticleBody.Block { .paragraph([.text(line)]) }
    var before: [ArticleBody.Block] = []
    var after: [ArticleBody.Block] = []
    if kind == .product, let price, isMissing(price.filter { $0.isNumber || $0 == "." }) {
      before.append(paragraph("Price: \(PageText.line(price))"))
    }
    if kind == .video, let duration, isMissing(duration) {
      before.append(paragraph("Length: \(duration)"))
    }
    if kind == .product || kind == .video, let description {
      let line = PageText.line(ofMarkup: description)
      if isMissing(line) { before.append(paragraph(line)) }
    }
    if kind == .recipe {
      for (title, lines) in [("Ingredients", ingredients), ("Steps", steps)] {
        let missing = lines.filter(isMissing)
        guard !missing.isEmpty, missing.count * 2 >= lines.count else { continue }
        after.append(.heading(level: 2, [.text(title)], anchor: nil))
        after.append(
          .list(.init(start: title == "Steps" ? 1 : nil, items: lines.map { [paragraph($0)] })))
      }
    }
    return before + blocks + after
  }

  private static func letters(_ text: String) -> String {
    text.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "." }
  }
}
