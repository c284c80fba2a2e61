import Library
import ReadingList
import Testing

/// Putting articles that the library may have already.
@Suite("Putting what is there already") struct PuttingTests {
  private func put(_ articles: [Article], into library: Library) throws -> [ImportPlan.Place] {
    var receipt = ChangeReceipt()
    return try library.put(articles.map { IncomingArticle($0) }, at: at(99), into: &receipt)
  }

  private func word(_ place: ImportPlan.Place) -> String {
    let word =
      place.failure != nil
      ? "failed" : place.isAdded ? "added" : place.isMerged ? "merged" : "unchanged"
    return "\(word) \(place.after.id.text) \(place.after.isDeleted)"
  }

  @Test("believes a record that was changed in place, and not the list") func changedInPlace()
    throws
  {
    let scratch = Scratch()
    let library = try scratch.open()
    var saved = try article("https://example.com/1")
    saved.tags = ["one", "two"]
    _ = try put([saved], into: library)
    _ = library.snapshot()
    let path = scratch.file(saved.id)
    let text = try #require(Scratch.text(path))
    // Of another size: the file system's clock may not have moved on.
    Scratch.write(text.replacing("\"two\"", with: "\"three\""), to: path)
    let arrived = try #require(try put([saved], into: library).first)
    #expect(word(arrived).hasPrefix("merged"))
    #expect(try library.article(saved.id)?.tags == ["one", "three", "two"])
  }

  @Test("does not write over a record of a newer format") func newer() throws {
    let scratch = Scratch()
    let library = try scratch.open()
    var saved = try article("https://example.com/1")
    _ = try put([saved], into: library)
    let path = scratch.file(saved.id)
    let text = try #require(Scratch.text(path))
    let newer = text.replacing("\"format\": 2,", with: "\"format\": 1000,")
    #expect(newer != text)
    Scratch.write(newer, to: path)
    saved.tags = ["new"]
    let arrived = try #require(try put([saved], into: library).first)
    #expect(word(arrived).hasPrefix("failed"))
    #expect(Scratch.text(path) == newer)
  }
}
