import Library
import Platform
import ReadingList
import ReadingServices

// Unsaved typed texts, kept in the library's state directory for the next session.
extension ReadingListModel {
  /// Offers texts that an earlier session kept.
  package func restoreTyped() {
    session.restored = keptTyped
    session.unsaved = session.restored
  }

  /// Saves unsaved typed texts, in addition to other sessions' ones.
  package func keepTyped() {
    guard !isReadOnly else { return }
    let before = keptTyped
    let others = before.filter { session.restored[$0.key] != $0.value }
    // Restored texts that another session has saved and removed from the file are dropped.
    let own = session.unsaved.filter {
      session.restored[$0.key] != $0.value || before[$0.key] == $0.value
    }
    let texts = others.merging(own) { _, own in own }.filter {
      !$0.value.isEmpty && !isPurged($0.key)
    }
    guard texts != before else { return }
    let members = texts.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .string($0.value)) }
    let bytes = Array(JSON.object(members).pretty.utf8)
    try? SmallFile.replace(typedFile, with: bytes, isDurable: true)
  }

  private func isPurged(_ key: String) -> Bool {
    let words = key.split(separator: " ")
    guard words.count > 1, let id = ArticleID(text: String(words[1])) else { return false }
    do throws(StoreError) { return try service.library.article(id) == nil } catch { return false }
  }

  private var typedFile: String { service.library.state + "/typed.json" }

  private var keptTyped: [String: String] {
    guard let bytes = SmallFile.read(typedFile),
      let json = try? JSON(parsing: bytes)
    else { return [:] }
    let texts = (json.members ?? []).compactMap { one in one.value.string.map { (one.key, $0) } }
    return Dictionary(texts) { _, last in last }
  }
}
