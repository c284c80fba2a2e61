import ReadingList

/// A pick under way.
struct Pick {
  /// A source's name or address, or `Source.surprise`.
  var choice = ""
  /// A category of the small web or of a list.
  var category: String?
  /// Whether a pool older than a day is asked for again first.
  var refreshes = false
  /// Called with how far the pick has come.
  var tell: @Sendable (PickStage) -> Void = { _ in }
  var start = Duration.zero
  /// When somebody answered last.
  var lastAnswer = Duration.zero
  /// Tries in a row that reached nobody.
  var unreached = 0
  /// Pages that are being read.
  var reading = 0
  /// Tries so far.
  var tries = 0
  /// The likely reason if nothing is found.
  var reason: String?
  /// Sources that have nothing for this pick, that were asked for a pool, and that are being asked.
  var exhausted: Set<String> = []
  var asked: Set<String> = []
  var asking: Set<String> = []
  /// The entries that are filed under the category, by pool.
  var filed: [Pool.Metadata: [Int]] = [:]
  /// Keys that were tried or skipped.
  var tried: Set<UInt64> = []
  /// Keys that could not be fetched.
  var dead: Set<UInt64> = []
  /// Tells whether an address is saved; asked for when it is first needed.
  var isSaved: (@Sendable (WebAddress) -> Bool)?
}

/// Why one try came to nothing.
struct Miss: Error {
  var reason: String
  /// The key that was tried without success.
  var key: UInt64?
  /// The source has nothing for this pick.
  var isSourceExhausted = false
  /// The source gave its entries, of which none is left: no fault of it.
  var isUsedUp = false
  /// Nobody answered.
  var isUnreached = false
}
