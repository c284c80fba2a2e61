import ReadingList

/// A pick under way.
struct Pick {
  var choice = ""
  var category: String?
  var refreshes = false
  var tell: @Sendable (PickStage) -> Void = { _ in }
  var start = Duration.zero
  /// When anybody answered last.
  var lastAnswer = Duration.zero
  /// Tries in a row that reached nobody.
  var unreached = 0
  /// Pages being read.
  var reading = 0
  var tries = 0
  /// The likely reason if nothing is found.
  var reason: String?
  /// Sources with nothing for this pick, asked for a pool, and being asked.
  var exhausted: Set<String> = []
  var asked: Set<String> = []
  var asking: Set<String> = []
  /// The entries filed under the category, by pool.
  var filed: [Pool.Metadata: [Int]] = [:]
  /// Tried or skipped.
  var tried: Set<UInt64> = []
  /// Could not be fetched.
  var dead: Set<UInt64> = []
  /// Set when first needed.
  var isSaved: (@Sendable (WebAddress) -> Bool)?
}

/// Why one try failed.
struct Miss: Error {
  var reason: String
  var key: UInt64?
  /// The source has nothing for this pick.
  var isSourceExhausted = false
  /// All of the source's entries are used up, which is not its fault.
  var isUsedUp = false
  var isUnreached = false
}
