import ReadingList

/// The numbers of the rows of a segment, column by column.
struct NumberColumns {
  var states: [UInt32] = [], wordCounts: [UInt32] = []
  var savedAt: [UInt64] = [], publishedAt: [UInt64] = [], readAt: [UInt64] = [],
    retryAt: [UInt64] = [], searchStamps: [UInt64] = []

  init(_ entries: [IndexEntry]) {
    states.reserveCapacity(entries.count)
    wordCounts.reserveCapacity(entries.count)
    savedAt.reserveCapacity(entries.count)
    publishedAt.reserveCapacity(entries.count)
    readAt.reserveCapacity(entries.count)
    retryAt.reserveCapacity(entries.count)
    searchStamps.reserveCapacity(entries.count)
    for entry in entries {
      let numbers = entry.numbers
      states.append(numbers.state.bits)
      wordCounts.append(numbers.wordCount)
      savedAt.append(UInt64(bitPattern: numbers.savedAt))
      publishedAt.append(UInt64(bitPattern: numbers.publishedAt))
      readAt.append(UInt64(bitPattern: numbers.readAt))
      retryAt.append(UInt64(bitPattern: numbers.retryAt))
      searchStamps.append(numbers.searchStamp)
    }
  }
}

/// The texts of the rows of a segment, as filters search them.
struct TextColumns {
  var bytes: [UInt8] = []
  var offsets: [UInt64] = [0]
  var fieldLengths: [UInt32] = []

  init(count: Int, _ summary: (Int) -> ArticleSummary?) {
    offsets.reserveCapacity(count + 1)
    fieldLengths.reserveCapacity(count * SearchText.Field.count)
    for row in 0..<count { add(summary(row)) }
  }

  private mutating func add(_ summary: ArticleSummary?) {
    if let summary {
      let fields = SearchText.Field.allCases.map { Query.folded($0.text(of: summary)) }
      fieldLengths += fields.map { UInt32(clamping: $0.utf8.count) }
      for (index, field) in (fields + summary.tags.map(Query.folded)).enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: "\n")) }
        bytes += field.utf8
      }
    } else {
      fieldLengths += SearchText.Field.allCases.map { _ in 0 }
    }
    bytes.append(SearchText.separator)
    offsets.append(UInt64(bytes.count))
  }
}

/// Tags and languages of the rows of a segment, by numbers.
struct NameColumns {
  private var tags = Numbering()
  private var liveTags: [String: Int] = [:]
  private var languageNames = Numbering()
  private var numbers: [UInt32] = []
  private(set) var tagOffsets: [UInt32] = [0]
  private(set) var languages: [UInt32] = []

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - all: its tags with their parents.
  ///   - language: its language tag.
  ///   - isLive: whether its tags count.
  mutating func add(tags all: [String], language: String?, isLive: Bool) {
    for tag in Set(all) { liveTags[tag, default: 0] += isLive ? 1 : 0 }
    for tag in all { numbers.append(tags.number(of: tag)) }
    languages.append(language.map { languageNames.number(of: $0) } ?? .max)
    tagOffsets.append(UInt32(clamping: numbers.count))
  }

  /// Adds the row of a summary, or of what is no article.
  mutating func add(_ summary: ArticleSummary?) {
    add(
      tags: tagsWithParents(summary?.tags ?? []),
      language: summary?.language,
      isLive: summary?.membership.isDeleted != true
    )
  }

  /// Every tag with how many live articles carry it, as `LibraryCounts` sorts them, those of articles in
  /// Trash alone behind them; and the tags of all rows as places in that list.
  func sortedTags() -> (names: [LibraryCounts.Tag], ofRows: [UInt32]) {
    let names =
      LibraryCounts.sorted(liveTags)
      + liveTags.filter { $0.value == 0 }.keys.sorted().map { .init(name: $0, count: 0) }
    var places: [String: UInt32] = [:]
    for (place, tag) in names.enumerated() { places[tag.name] = UInt32(place) }
    let placesOfNumbers = tags.names.map { places[$0] ?? 0 }
    return (names, numbers.map { placesOfNumbers[Int($0)] })
  }

  /// Every language tag, by its number.
  var allLanguages: [String] { languageNames.names }
}

/// Names, each with a number: how many were met before it.
private struct Numbering {
  private(set) var names: [String] = []
  private var numbers: [String: UInt32] = [:]

  mutating func number(of name: String) -> UInt32 {
    if let known = numbers[name] { return known }
    let number = UInt32(names.count)
    numbers[name] = number
    names.append(name)
    return number
  }
}
