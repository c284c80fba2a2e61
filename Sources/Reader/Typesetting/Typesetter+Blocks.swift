import ReadingList
import Terminal

// Lists, definitions, code, figures and rules.
extension Typesetter {
  /// By nesting depth.
  private static let bullets = (marks: ["•", "◦", "▪"], ascii: ["*", "-", "+"])

  mutating func set(_ list: ArticleBody.List) {
    let isLoose = list.items.contains { item in
      item.count { if case .list = $0 { false } else { true } } > 1
    }
    listDepth += 1
    defer { listDepth -= 1 }
    let numbers = list.itemNumbers.map { list.written($0) + ". " }
    let columns = numbers.map(\.count).max() ?? 0
    let bullets = options.ascii ? Self.bullets.ascii : Self.bullets.marks
    for (index, item) in list.items.enumerated() {
      var sign = bullets[(listDepth - 1) % bullets.count] + " "
      if !numbers.isEmpty {
        sign = String(repeating: " ", count: columns - numbers[index].count) + numbers[index]
      }
      if index > 0 { isSpaceDue = isLoose }
      let hanging = TypesetLine.Run(String(repeating: " ", count: sign.displayWidth), Style())
      let opener = Self.isTask(item) ? [] : [TypesetLine.Run(sign, Style(.secondary))]
      indented(by: [hanging], opener: opener) { typesetter in
        for (position, block) in item.enumerated() {
          if position > 0 { typesetter.isSpaceDue = if case .list = block { false } else { true } }
          typesetter.setContent(of: block)
        }
        typesetter.flushOpener()
      }
    }
  }

  /// Whether an item begins with a check box, which replaces the bullet.
  private static func isTask(_ item: [ArticleBody.Block]) -> Bool {
    guard case .paragraph(let inlines)? = item.first, case .text(let text)? = inlines.first else {
      return false
    }
    return text.hasPrefix("☐ ") || text.hasPrefix("☑ ")
  }

  mutating func set(_ group: ArticleBody.Definition) {
    for term in group.terms {
      emit(styled(term, Style(.text, [.bold])))
      isSpaceDue = false
    }
    for detail in group.details {
      indented(by: [TypesetLine.Run("    ", Style())], opener: nil) { $0.set(detail) }
      isSpaceDue = false
    }
    isSpaceDue = true
  }

  mutating func setCode(_ code: String) {
    let style = Style(.code, on: .code)
    space()
    let mark = options.ascii ? "\\" : "↪"
    let breaker = LineBreaker(
      StyledText(code, style, at: origin), isCode: true, isOrdered: options.ordersText)
    let limit = max(available, options.codeWidth - (width - available))
    let lines = breaker.lines(width: max(1, limit - 2))
    let widest = lines.map(\.width).max() ?? 0
    let room = max(available, min(widest + 2, limit))
    for line in lines {
      let sign = breaker.continues(line) && room > 2 ? mark : " "
      var runs = [TypesetLine.Run(sign, Style(.secondary, on: .code))]
      if room <= 2 { runs = [] }
      runs += line.runs
      let used = line.width + (room > 2 ? 1 : 0)
      runs.append(TypesetLine.Run(String(repeating: " ", count: max(0, room - used)), style))
      append(runs, start: start(of: line, breaker))
    }
    finishLeaf(length: breaker.length)
  }

  mutating func set(_ images: [ArticleBody.Image], caption: [ArticleBody.Inline]) {
    for image in images {
      if let size = options.pictures[image.url] {
        setPicture(image, size)
        continue
      }
      let words = image.alternative
      // A picture without alternative text is decoration or has a caption.
      guard marksAllPictures || !words.isEmpty else {
        finishLeaf(length: 0)
        continue
      }
      space()
      addPicture(image, columns: 0, rows: 1)
      let style = Style(.secondary)
      var line = StyledText(words.isEmpty ? "[picture" : "[picture: ", style)
      line.append(StyledText(words, style, at: origin))
      line.append(StyledText("]", style))
      emit(line)
      isSpaceDue = false
    }
    if !caption.isEmpty {
      emit(styled(caption, Style(.secondary, [.italic])))
    }
  }

  mutating func setRule() {
    space()
    let length = min(available, 20)
    let line = String(repeating: options.ascii ? "-" : "─", count: length)
    appendBetween([TypesetLine.Run(line, Style(.border))])
  }
}
