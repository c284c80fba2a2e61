/// Closes elements where HTML 5 ends them, for a parser that only supports HTML 4.
///
/// libxml2 ignores the end tag of an element that contains an open `<div>`, and ranks every element
/// newer than HTML 4 below `<div>`, so one missing end tag in a menu can swallow the page. This
/// stack tracks the elements that have end tags, and finds the missing ones.
struct TagBalance {
  /// The actions for a tag.
  struct Advice {
    /// End tags to write before the tag.
    var closing: [Tag] = []
    /// Whether to omit the tag.
    var isDropped = false
  }

  private var stack: [Tag] = []
  /// The number of open elements of each kind, and of those omitted as too deep.
  private var open = [Int](repeating: 0, count: 256)
  private var omitted = [Int](repeating: 0, count: 256)
  /// The maximum nesting tracked.
  private static let maxDepth = 300

  /// Elements that only an end tag closes.
  private static let strict: TagSet = [
    .article, .section, .main, .header, .footer, .nav, .aside, .hgroup, .address, .search, .dialog,
    .div, .h1, .h2, .h3, .h4, .h5, .h6, .pre, .blockquote, .center, .ul, .ol, .dl, .menu, .dir,
    .table, .figure, .figcaption, .form, .fieldset, .button, .details, .summary, .listing,
  ]
  private static let cells: TagSet = [.td, .th, .caption]
  private static let tableParts: TagSet = [.td, .th, .tr, .tbody, .thead, .tfoot, .caption]
  /// Start tags that close an open paragraph.
  private static let enders = strict.union([.p, .hr, .li, .dd, .dt, .plaintext, .xmp]).subtracting([
    .button, .table,
  ])

  /// Processes a start tag.
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

  /// Processes an end tag.
  mutating func close(_ tag: Tag) -> Advice {
    var advice = Advice()
    if tag == .p {
      advice.isDropped = !closeParagraph(&advice, writesIt: false)
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

  @discardableResult
  private mutating func closeParagraph(_ advice: inout Advice, writesIt: Bool = true) -> Bool {
    guard stack.last == .p else { return false }
    close(downTo: stack.count - 1, &advice, writesIt: writesIt)
    return true
  }

  /// Closes an element with its content, unless a table cell is in between.
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
