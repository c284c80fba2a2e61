import Discovery
import ReadingList
import Testing

@Suite struct FeedTests {
  @Test func `a feed without entries has nothing to skip`() {
    #expect(Feed(items: []).skipped == 0)
  }
}
