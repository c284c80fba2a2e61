/// Takes the article's title out of a `<title>` that also names the site.
enum PageTitle {
  private static let separators: Set<Character> = ["|", "-", "–", "—", "\\", "/", ">", "»"]
  private static let hierarchic: Set<Character> = ["\\", "/", ">", "»"]

  static func article(from pageTitle: String, _ tree: PageTree, site: String?) -> String? {
    let whole = EntityText.decoded(pageTitle)
    var title = whole
    let marks = separatorPlaces(whole)
    let hasHierarchy = marks.contains { hierarchic.contains(whole[$0]) }
    if let last = marks.last, let first = marks.first {
      title = String(whole[..<last])
      if count(title) < 3 { title = String(whole[whole.index(after: first)...]) }
    } else if whole.contains(": ") {
      let isHeading = tree.elements([.h1, .h2], in: 0).contains { tree.innerText($0) == whole }
      if !isHeading, let last = whole.lastIndex(of: ":"), let first = whole.firstIndex(of: ":") {
        title = String(whole[whole.index(after: last)...])
        if count(title) < 3 {
          title = String(whole[whole.index(after: first)...])
        } else if count(String(whole[..<first])) > 5 {
          title = whole
        }
      }
    } else if whole.count > 150 || whole.count < 15 {
      let headings = tree.elements([.h1], in: 0)
      if headings.count == 1 { title = tree.innerText(headings[0]) }
    }
    title = EntityText.collapsed(title)
    let words = count(title)
    if words <= 4 {
      let plain = whole.filter { !separators.contains($0) }
      if !hasHierarchy || words != count(plain) - 1 { title = whole }
    }
    if title == whole, let last = marks.last, let site,
      EntityText.collapsed(String(whole[whole.index(after: last)...])).lowercased()
        == site.lowercased()
    {
      title = EntityText.collapsed(String(whole[..<last]))
    } else if title == whole, !marks.isEmpty, let part = headingPart(of: whole, marks, tree) {
      title = part
    }
    return title.isEmpty ? nil : title
  }

  /// The part of a title that the page's headline repeats.
  private static func headingPart(
    of whole: String,
    _ marks: [String.Index],
    _ tree: PageTree
  ) -> String? {
    var parts: [String] = []
    var start = whole.startIndex
    for mark in marks {
      parts.append(EntityText.collapsed(String(whole[start..<mark])))
      start = whole.index(after: mark)
    }
    parts.append(EntityText.collapsed(String(whole[start...])))
    for heading in tree.elements([.h1], in: 0).prefix(5) {
      let text = tree.innerText(heading, limit: 400)
      if let part = parts.first(where: { $0.lowercased() == text.lowercased() && !$0.isEmpty }) {
        return part
      }
    }
    return nil
  }

  private static func count(_ text: String) -> Int {
    text.split(whereSeparator: \.isWhitespace).count
  }

  private static func separatorPlaces(_ text: String) -> [String.Index] {
    var places: [String.Index] = []
    var index = text.startIndex
    var before: Character = "x"
    while index < text.endIndex {
      let next = text.index(after: index)
      if before == " ", separators.contains(text[index]), next < text.endIndex, text[next] == " " {
        places.append(index)
      }
      before = text[index]
      index = next
    }
    return places
  }
}
