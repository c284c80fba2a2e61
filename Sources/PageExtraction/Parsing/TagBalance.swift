/// Closes elements where HTML5 says they end, for a parser that knows only HTML 4.
///
/// libxml2 ignores the end tag of an element whose content left a `<div>` open, and every element
/// that is newer than HTML 4 counts as less than a `<div>`, so that one forgotten end tag in a menu
/// swallows the page. This stack follows the elements that have end tags and says which ones are missing.
struct TagBalance {
  /// What is to be done with a tag.
  struct Advice {
    /// End tags to write before it.
    var closing: [Tag] = []
    /// Whether the tag itself is to be left out.
    var isDropped = false
  }

  private var stack: [Tag] = []
  /// How many of each element are open, and how many were left out because they were too deep.
  private var open = [Int](repeating: 0, count: 256)
  private var omitted = [Int](repeating: 0, count: 256)
  /// The deepest nesting followed.
  private static let maxDepth = 300

  /// Elements that end with an end tag and nothing else.
  private static let strict: TagSet = [
    .article, .section, .main, .header, .footer, .nav, .aside, .hgroup, .address, .search, .dialog,
    .div, .h1, .h2, .h3, .h4, .h5, .h6, .pre, .blockquote, .center, .ul, .ol, .dl, .menu, .dir,
    .table, .figure, .figcaption, .form, .fieldset, .button, .details, .summary, .listing,
  ]
  private static let cells: TagSet = [.td, .th, .caption]
  private static let tableParts: TagSet = [.td, .th, .tr, .tbody, .thead, .tfoot, .caption]
  /// Start tags that end an open paragraph.
  private static let enders = strict.union([.p, .hr, .li, .dd, .dt, .plaintext, .xmp]).subtracting([
    .button, .table,
  ])

  /// Follows a start tag.
  mutating func open(_ tag: Tag) -> Advice {
    var advice = Advice()
    if Self.tableParts.contains(tag) {
      closeCell(&advice)
    } else if Self.enders.contains(tag) || tag == .table {
      closeParagraph(&advice)
    } else if tag == .button {
      _ = close(.button, &advice)
    }
    guard Self.strict.contains(tag) || Self.cells.contains(tag) || tag == .p else { return advice }
    if tag == .form, open[Int(tag.rawValue)] > 0 {
      advice.isDropped = true
      return advice
    }
    guard stack.count < Self.maxDepth else {
      omitted[Int(tag.rawValue)] += 1
      advice.isDropped = true
      return advice
    }
    stack.append(tag)
    open[Int(tag.rawValue)] += 1
    return advice
  }

  /// Follows an end tag.
  mutating func close(_ tag: Tag) -> Advice {
    var advice = Advice()
    if tag == .p {
      if isParagraphOpen {
        closeParagraph(&advice, writesIt: false)
      } else {
        advice.isDropped = true
      }
      return advice
    }
    if Self.tableParts.contains(tag) {
      if Self.cells.contains(tag) {
        advice.isDropped = !closeCell(&advice, writesIt: false)
      } else {
        closeCell(&advice)
      }
      return advice
    }
    guard Self.strict.contains(tag) else { return advice }
    if omitted[Int(tag.rawValue)] > 0 {
      omitted[Int(tag.rawValue)] -= 1
      advice.isDropped = true
      return advice
    }
    advice.isDropped = !close(tag, &advice, writesIt: false)
    return advice
  }

  private var isParagraphOpen: Bool { stack.last == .p }

  private mutating func closeParagraph(_ advice: inout Advice, writesIt: Bool = true) {
    guard stack.last == .p else { return }
    stack.removeLast()
    open[Int(Tag.p.rawValue)] -= 1
    if writesIt { advice.closing.append(.p) }
  }

  /// Closes an element with everything in it, unless a table cell stands between.
  private mutating func close(_ tag: Tag, _ advice: inout Advice, writesIt: Bool = true) -> Bool {
    guard open[Int(tag.rawValue)] > 0 else { return false }
    var place = stack.count - 1
    while place >= 0, stack[place] != tag {
      if tag != .table, Self.cells.contains(stack[place]) || stack[place] == .table { return false }
      place -= 1
    }
    guard place >= 0 else { return false }
    close(downTo: place, &advice, writesIt: writesIt)
    return true
  }

  /// Closes the open cell of the innermost table.
  @discardableResult
  private mutating func closeCell(_ advice: inout Advice, writesIt: Bool = true) -> Bool {
    var place = stack.count - 1
    while place >= 0, stack[place] != .table {
      if Self.cells.contains(stack[place]) {
        close(downTo: place, &advice, writesIt: writesIt)
        return true
      }
      place -= 1
    }
    return false
  }

  private mutating func close(downTo place: Int, _ advice: inout Advice, writesIt: Bool) {
    for inner in stack[(place + 1)...].reversed() { advice.closing.append(inner) }
    if writesIt { advice.closing.append(stack[place]) }
    for tag in stack[place...] { open[Int(tag.rawValue)] -= 1 }
    stack.removeSubrange(place...)
  }
}
