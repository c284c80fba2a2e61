import ReadingList

/// A change on its way to the disk.
struct PendingChange {
  /// Shown on top of the snapshot until the disk has it; nil when the effect is not known beforehand.
  var change: ArticleChange?
  var ids: [ArticleID] = []
  /// They are removed permanently.
  var isRemoval = false
  /// Where the reader shows one of them, it is read again afterwards.
  var rereads = false
  /// Where the cursor goes when it is done.
  var cursorAfterwards: ArticleID?
  /// The article that takes its place, and is to be fetched.
  var successor: ArticleID?
  /// What is said of those that were not changed.
  var refusal = "Not saved"
  /// Where the cursor was before, and where the change put it.
  var cursorBefore: ArticleID?
  var cursorSince: ArticleID?
  /// The article that was closed for it.
  var closed: ArticleID?
  /// Where the person was.
  var view: SavedView?
  var focus: Navigation.Pane?
}
