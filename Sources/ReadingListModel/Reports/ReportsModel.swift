import ArticleStore
package import ReadingList
import ReadingServices

/// What is counted over the whole library, as long as it is on screen.
package final class ReportsModel: ModelPart {
  /// What was saved and read, of each scope; empty until it was counted.
  package private(set) var statistics: [Statistics] = []
  /// Which texts are stored; nil until it was counted.
  package private(set) var texts: StoredTexts?
  /// Counts under way.
  private var pending: Set<Survey.Kind> = []
  /// The count on screen, which follows the library.
  private var watched: Survey.Kind?
  /// Whether the library changed since what is on screen was counted.
  var isStale = false

  /// Whether nothing is being counted.
  var isSettled: Bool { pending.isEmpty }

  /// Has statistics counted, now and whenever the library changes, as long as they are on screen.
  package func watchStatistics() { watch(.statistics) }

  /// The same of texts.
  package func watchTexts() { watch(.texts) }

  /// Nothing is on screen any more.
  package func stopWatching() { watch(nil) }

  private func watch(_ kind: Survey.Kind?) {
    watched = kind
    isStale = kind != nil
    countIfStale()
  }

  /// Counts again what is on screen; one count of a kind at a time.
  func countIfStale() {
    guard isStale, let kind = watched, !library.isBeingRead, pending.insert(kind).inserted else {
      return
    }
    isStale = false
    service.survey(kind, of: snapshot)
  }

  func receive(_ survey: Survey) {
    pending.remove(survey.kind)
    switch survey {
    case .statistics(let counted): statistics = counted
    case .texts(let counted): texts = counted
    }
  }

  /// Why no texts can be removed now; nil when some can.
  var reasonAgainstRemoving: String? {
    guard let texts else {
      return "The texts are not counted yet; :\(Command.offline.name) counts them"
    }
    return texts.removable.isEmpty
      ? "No archived article that was read, without highlights, has a text to remove" : nil
  }

  /// The question before texts are removed; nil when there are none to remove.
  var questionBeforeRemovingTexts: Confirmation? {
    guard let texts, !texts.removable.isEmpty else { return nil }
    let count = texts.removable.count
    let what =
      count == 1
      ? "text of 1 archived and read article" : "texts of \(count) archived and read articles"
    return Confirmation(
      question: "Remove the \(what) (\(ByteCount.words(texts.removableBytes)))? "
        + "\(count == 1 ? "It" : "They") can be fetched again only while "
        + "\(count == 1 ? "its page exists" : "their pages exist").",
      articles: texts.removable,
      title: "Free space?",
      yes: "remove",
      refusal: "Not removed"
    )
  }

  /// Removes the texts that were counted as removable.
  func removeTexts() -> CommandOutcome {
    guard let texts, !texts.removable.isEmpty else { return .done }
    let ids = texts.removable
    let request = nextRequest()
    library.pending[request] = PendingChange(ids: ids, rereads: true, refusal: "Not removed")
    service.removeTexts(of: ids, request: request)
    return .done(
      "Removed \(ids.count.counted("text")), \(ByteCount.words(texts.removableBytes)); this cannot be undone"
    )
  }
}

/// Sizes in words.
package enum ByteCount {
  /// “512 B”, “3.4 kB”, “120 MB”.
  package static func words(_ bytes: Int) -> String {
    var size = Double(bytes)
    var unit = "B"
    for larger in ["kB", "MB", "GB", "TB"] where size >= 999.5 {
      size /= 1000
      unit = larger
    }
    guard unit != "B", size < 9.95 else { return "\(Int(size.rounded())) \(unit)" }
    let tenths = Int((size * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(unit)"
  }
}
