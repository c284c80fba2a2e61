extension ArticleBody {
  /// The pictures that stand between paragraphs, in the order they occur, each address once; those without a
  /// web address are left out.
  package var pictures: [Image] {
    var pictures: [Image] = []
    var seen: Set<String> = []
    func collect(_ blocks: [Block]) {
      for block in blocks {
        switch block {
        case .figure(let figure):
          for image in figure.images where (try? WebAddress(image.url)) != nil {
            if seen.insert(image.url).inserted { pictures.append(image) }
          }
        case .list(let list): list.items.forEach(collect)
        case .definitions(let groups): groups.forEach { $0.details.forEach(collect) }
        case .quote(let inside), .details(_, let inside): collect(inside)
        case .footnotes(let notes): notes.forEach { collect($0.blocks) }
        case .heading, .paragraph, .code, .table, .rule: break
        }
      }
    }
    collect(blocks)
    return pictures
  }
}
