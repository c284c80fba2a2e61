package import ArticleStore
package import ReadingList
import ReadingServices

/// All highlights of the library: those that the list of highlights shows, and that of the day.
package final class HighlightsModel: ModelPart {
  /// All of them, with what is on its way to the disk; nil until they were read.
  package private(set) var collection: HighlightCollection?
  private var request: Int?
  private var dailyRequest: Int?
  /// The library that they were read from, as far as it was shown.
  private var version: Int?
  private var dailyWish: DailyWish?
  private var hasToldDaily = false

  /// What is to be done with the highlight of the day.
  private enum DailyWish { case tell, open }

  /// Whether nothing is being read.
  var isSettled: Bool { request == nil && dailyRequest == nil }

  /// Has those read that the library has otherwise than they were read.
  func follow() {
    let version = library.version
    guard request == nil, version != self.version else { return }
    self.version = version
    let request = nextRequest()
    self.request = request
    service.readHighlights(
      collection ?? HighlightCollection(),
      of: library.confirmed,
      request: request
    )
  }

  /// Makes a change that is on its way to the disk.
  func take(_ change: ArticleChange, to ids: [ArticleID]) {
    for id in ids { collection?.take(change, of: id) }
  }

  /// One by its id and its article.
  package func highlight(_ id: String, of article: ArticleID) -> Highlight? {
    collection?[article].first { $0.highlight.id == id }?.highlight
  }

  /// Takes what was read.
  ///
  /// - Returns: the highlight of the day where that is to be opened.
  func receive(_ event: HighlightEvent, request: Int) -> ListedHighlight? {
    switch event {
    case .read(let read):
      guard self.request == request else { break }
      self.request = nil
      collection = read
      for change in library.pending.sorted(by: { $0.key < $1.key }).map(\.value) {
        if let done = change.change { take(done, to: change.ids) }
      }
      library.isListStale = true
    case .daily(let found):
      guard dailyRequest == request else { break }
      dailyRequest = nil
      switch dailyWish {
      case .open:
        if found == nil { status = .info("Nothing is highlighted yet") }
        return found
      case .tell:
        guard status == nil || status?.offer == .continueReading, let found else { break }
        status = Self.status(of: found, title: library.summary(of: found.article)?.title ?? "")
      case nil: break
      }
    }
    return nil
  }

  // MARK: The highlight of the day

  /// Says the highlight of the day, once, where the settings ask for it.
  func tellDaily() {
    guard settings.dailyHighlight, !hasToldDaily else { return }
    hasToldDaily = true
    findDaily(.tell)
  }

  /// Opens the highlight of the day.
  func openDaily() { findDaily(.open) }

  private func findDaily(_ wish: DailyWish) {
    dailyWish = wish
    let request = nextRequest()
    dailyRequest = request
    service.findDailyHighlight(of: library.confirmed, request: request)
  }

  private static func status(of found: ListedHighlight, title: String) -> Status {
    let quote = found.highlight.quote.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    // As much as a window may have room for; the bar takes the longest that fits.
    let shorter = [160, 120, 90, 70, 60, 50, 40, 30, 20].map { "“\(quote.cut(to: $0))”" }
    return Status(
      text: "“\(quote)” \(title)",
      kind: .info,
      shorter: ["“\(quote)”"] + shorter.filter { $0.count < quote.count + 2 },
      offer: .dailyHighlight
    )
  }
}

extension String {
  /// Its beginning, with a sign where it goes on.
  fileprivate func cut(to count: Int) -> String {
    self.count > count ? prefix(count - 1) + "…" : self
  }
}
