import ReadingList

extension VisibleMetadata {
  /// The event that a date belongs to.
  private enum Role { case publication, change, other }

  /// The date of publication: near the headline, or else where the page labels it.
  func date() -> PageDate? {
    if let date = nearDate() { return date }
    let times = tree.elements([.time], in: body).filter { !isElsewhere($0) }
    if times.count == 1, let date = date(at: times[0]) { return date }
    return labelled() ?? besideAuthor()
  }

  /// The date of publication near the headline, or else a date of change there.
  func nearDate() -> PageDate? {
    var revised: PageDate?
    for node in near {
      guard let found = date(at: node) else { continue }
      switch role(of: node) {
      case .publication: return found
      case .change: revised = revised ?? found
      case .other: continue
      }
    }
    return revised
  }

  /// The date in a line with a link to the author, anywhere on the page.
  private func besideAuthor() -> PageDate? {
    for link in tree.elements([.a], in: body).prefix(500) where isAuthorLink(link) {
      for part in tree.path(link).prefix(3) {
        let parent = tree[part].parent
        guard parent != PageTree.none, tree.textLength(parent) <= Self.maxLineLength else { break }
        for sibling in tree.children(of: parent) where sibling != part {
          let text = tree.innerText(sibling, limit: 60)
          if text.count <= 30, let date = first(in: text) { return date }
        }
      }
    }
    return nil
  }

  /// The date of publication in microdata or RDFa.
  func described() -> PageDate? {
    for node in tree.descendants(of: body) where tree.tag(node) != .text && tree[node].count > 0 {
      for name in [AttributeName.itemprop, .property] {
        guard let value = tree.bytes(name, of: node),
          Self.properties.contains(String(decoding: value, as: UTF8.self).lowercased())
        else { continue }
        let texts = [
          tree.attribute(.content, of: node), tree.attribute(.datetime, of: node),
          tree.innerText(node, limit: 200),
        ]
        for text in texts {
          guard let text, !text.isEmpty else { continue }
          if let date = DateText.read(text, dayFirst: dayFirst) ?? first(in: text) { return date }
        }
      }
    }
    return nil
  }

  private static let properties: Set<String> = [
    "datepublished", "datecreated", "dc:date", "dcterms:date", "dc:issued",
    "article:published_time",
  ]

  private static let dateNames = ["date", "publish", "posted", "time", "meta", "byline", "created"]
    .map { Array($0.utf8) }

  /// The date in a node: `<time>`, an element with a date's name, or a line of text.
  private func date(at node: PageTree.Index) -> PageDate? {
    let tag = tree.tag(node)
    if tag == .text { return dateInText(node)?.date }
    if tag == .time {
      if let given = tree.attribute(.datetime, of: node),
        let date = DateText.read(given, dayFirst: dayFirst), date.moment.components().year > 1980
      {
        return date
      }
      return first(in: tree.innerText(node, limit: 200))
    }
    guard isCalledDate(node), tree.textLength(node) <= Self.maxLineLength else { return nil }
    return first(in: tree.innerText(node))
  }

  /// The date in a text no longer than a line.
  private func dateInText(_ node: PageTree.Index) -> (date: PageDate, line: String)? {
    guard tree[node].length >= 8, Int(tree[node].length) <= Self.maxLineLength,
      tree.text(node).contains(where: { 0x30...0x39 ~= $0 || $0 >= 0x80 })
    else { return nil }
    let line = line(node)
    return first(in: line).map { ($0, line) }
  }

  private func first(in text: String) -> PageDate? { DateText.first(in: text, dayFirst: dayFirst) }

  private func line(_ node: PageTree.Index) -> String { CleanText.string(tree.text(node)) }

  private func isCalledDate(_ node: PageTree.Index) -> Bool {
    guard let name = tree.bytes(.class, of: node) else { return false }
    return tree[node].marks.contains(.postDate)
      || Self.dateNames.contains { ByteText.contains(name, $0) }
  }

  // MARK: Roles of dates

  private static let changes = [
    "updated", "modified", "reviewed", "revised", "edited", "aktualisiert", "mis à jour",
    "actualizado", "aggiornato", "atualizado", "обновлено", "更新",
  ]
  private static let publications = [
    "publish", "posted", "publication", "release date", "veröffentlicht", "erschienen", "publié",
    "publicado", "pubblicato", "опубликован", "发布", "發佈", "公開", "게시",
  ]
  private static let others = [
    "joined", "registered", "member since", "born", "expires", "deadline", "©", "copyright",
    "registriert", "inscrit", "miembro desde", "last seen", "last visit",
  ]

  private func role(of node: PageTree.Index) -> Role {
    if says(node, Self.others) { return .other }
    return says(node, Self.changes) ? .change : .publication
  }

  /// Whether words accompany a date: in its line, in its names or just before it.
  private func says(_ node: PageTree.Index, _ words: [String]) -> Bool {
    func says(_ text: String) -> Bool {
      let text = text.lowercased()
      guard words.contains(where: { ByteText.contains(text, $0) }),
        let place = words.compactMap({ text.firstRange(of: $0)?.lowerBound }).min()
      else { return false }
      // "Published 3 May, updated 5 May" and "3 May, updated 5 May" begin with the right date.
      let isFirst = ["publish", "posted"].contains {
        text.firstRange(of: $0).map { $0.lowerBound < place } ?? false
      }
      return !isFirst
        && (DateText.first(in: String(text[..<place])) == nil
          || DateText.first(in: String(text[place...])) == nil)
    }
    if tree.tag(node) == .text, says(CleanText.string(tree.text(node))) { return true }
    for part in tree.path(node, below: body).prefix(3) {
      if tree.tag(part) != .text {
        if let name = tree.attribute(.class, of: part), says(name) { return true }
        if let name = tree.attribute(.itemprop, of: part), says(name) { return true }
        if tree.isLonger(part, than: 60) { return false }
        if says(tree.innerText(part, limit: 100)) { return true }
      }
      // The word may be in its own element before the date.
      let before = tree[part].previous
      if before != PageTree.none, tree.textLength(before) <= 30, tree.hasText(before) {
        let label = tree.innerText(before, limit: 100)
        return DateText.first(in: label) == nil && says(label)
      }
    }
    return false
  }

  // MARK: Far from the headline

  /// The only date on the page labeled as publication, or else the only one in an element with a
  /// date's name.
  private func labelled() -> PageDate? {
    var labelled: [PageDate] = []
    var named: [PageDate] = []
    var last = PageTree.none
    let nodes = tree.descendants(of: body) {
      tree[$0].flags.contains(.hidden) || tree.tag($0) == .nav
        || !tree[$0].marks.isDisjoint(with: [.comments, .related, .newsletter, .advertisement])
    }
    for node in nodes where tree.tag(node) == .text && !tree[node].flags.contains(.blank) {
      let before = last
      last = node
      guard let date = dateInText(node) else { continue }
      // "This was first published on 3 May" refers to another text.
      let start = date.line.prefix(20).lowercased()
      let label =
        before == PageTree.none || tree[before].length > 40 ? "" : line(before).lowercased()
      let said = Self.publications.contains { label.contains($0) || start.contains($0) }
      if said, !says(node, Self.changes) {
        labelled.append(date.date)
      } else if isCalledDate(tree[node].parent), role(of: node) == .publication {
        named.append(date.date)
      }
    }
    for dates in [labelled, named] where !dates.isEmpty {
      return Set(dates.map(\.day)).count == 1 ? dates[0] : nil
    }
    return nil
  }
}
