import ReadingList

/// A change on its way to the disk.
struct PendingChange {
  /// Laid over the snapshot until the disk has it; nil when the effect is not known beforehand.
  var change: ArticleChange?
  var ids: [ArticleID]
  /// They are removed permanently.
  var isRemoval = false
  /// The reader shows one of them and must be read again afterwards.
  var reloadsReader = false
  /// Where the cursor goes when it is done.
  var cursorAfterwards: ArticleID?
  /// What is said of those that were not changed.
  var refusal = "Not saved"
  /// The step that it takes back, and whether by undoing or by doing again.
  var takesBack: UndoStep?
  var isUndo = false
  /// Where the cursor was before, and where the change put it.
  var cursorBefore: ArticleID?
  var cursorSince: ArticleID?
  /// The article that was closed for it.
  var closed: ArticleID?
  /// Where the person was.
  var view: SavedView?
  var focus: Navigation.Pane?

  init(change: ArticleChange?, ids: [ArticleID]) {
    self.change = change
    self.ids = ids
  }
}

/// Something that can be undone or redone.
struct UndoStep {
  /// What was done, in words that go before the articles.
  var done: String
  /// The first article's title.
  var title: String
  /// The request whose receipt takes it back.
  var request: Int
  /// Articles it concerned.
  var ids: [ArticleID]
  /// What cannot be undone, in words that begin a sentence; nil for what can be.
  ///
  /// It is said once, before anything older is undone.
  var final: String?
  /// Its place among all that was done; stays the same through undoing and redoing.
  var number: Int
  /// The views as they were before; nil for what concerned articles.
  var views: ViewList?

  /// What was done and to what, for “Undone: …”.
  var label: String {
    if views != nil { return done }
    return "\(done) " + (ids.count == 1 ? "“\(title)”" : "\(ids.count) articles")
  }

  mutating func narrow(to some: [ArticleID], title: String) {
    ids = some
    self.title = title
  }
}
