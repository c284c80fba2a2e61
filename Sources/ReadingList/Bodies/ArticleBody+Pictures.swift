extension ArticleBody {
  /// The pictures that stand between paragraphs, in the order they occur, each address once; those without a
  /// web address are left out.
  package var pictures: [Image] {
    var pictures: [Image] = []
    var seen: Set<String> = []
    visit { part in
      guard case .block(.figure(let images, _)) = part else { return }
      for image in images where (try? WebAddress(image.url)) != nil {
        if seen.insert(image.url).inserted { pictures.append(image) }
      }
    }
    return pictures
  }
}
