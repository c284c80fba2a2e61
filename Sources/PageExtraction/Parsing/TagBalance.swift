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
      close(.button, &advice)
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

  /// Processes an end tag, in place of which the end tags of what it closes are written.
  mutating func close(_ tag: Tag) -> Advice {
    var advice = Advice()
    if tag == .p {
      closeParagraph(&advice)
    } else if Self.tableParts.contains(tag) {
      closeCell(&advice)
      guard Self.cells.contains(tag) else { return advice }
    } else if !Self.strict.contains(tag) {
      return advice
    } else if omitted[Int(tag.rawValue)] > 0 {
      omitted[Int(tag.rawValue)] -= 1
    } else {
      close(tag, &advice)
    }
    advice.isDropped = true
    return advice
  }

  private mutating func closeParagraph(_ advice: inout Advice) {
    if stack.last == .p { close(downTo: stack.count - 1, &advice) }
  }

  /// Closes an element with its content, unless a table cell is in between.
  private mutating func close(_ tag: Tag, _ advice: inout Advice) {
    guard open[Int(tag.rawValue)] > 0 else { return }
    var place = stack.count - 1
    while place >= 0, stack[place] != tag {
      if tag != .table, Self.cells.contains(stack[place]) || stack[place] == .table { return }
      place -= 1
    }
    if place >= 0 { close(downTo: place, &advice) }
  }

  /// Closes the open cell of the innermost table.
  private mutating func closeCell(_ advice: inout Advice) {
    let place = stack.lastIndex { $0 == .table || Self.cells.contains($0) }
    if let place, stack[place] != .table { close(downTo: place, &advice) }
  }

  private mutating func close(downTo place: Int, _ advice: inout Advice) {
    advice.closing += stack[place...].reversed()
    for tag in stack[place...] { open[Int(tag.rawValue)] -= 1 }
    stack.removeSubrange(place...)
  }
}
