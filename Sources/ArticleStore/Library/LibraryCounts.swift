package import ReadingList

/// How many articles each list holds.
package struct LibraryCounts: Equatable, Sendable {
  /// A tag and how many articles that are not in Trash carry it.
  package struct Tag: Equatable, Sendable {
    package var name: String
    package var count: Int

    /// Makes a count.
    package init(name: String, count: Int) {
      self.name = name
      self.count = count
    }
  }

  /// Begun and not finished, not in Trash.
  package internal(set) var inProgress = 0
  /// Fetched without success, not in Trash.
  package internal(set) var failed = 0
  /// In Trash.
  package internal(set) var trash = 0
  /// Not in Trash.
  package internal(set) var everything = 0
  /// By name, folded; without tags that nothing carries.
  package internal(set) var tags: [Tag] = []
  /// Files that should be records and cannot be understood.
  package internal(set) var unreadable = 0
  /// Live articles by favorite (1) and archived (2).
  var byFlags = [0, 0, 0, 0]

  /// How many a filter's list holds.
  package func count(of filter: Filter, favoritesStay: Bool = false) -> Int {
    var total = 0
    for (flags, count) in byFlags.enumerated() {
      let membership = Membership(
        isFavorite: flags & 1 != 0,
        isArchived: flags & 2 != 0,
        isDeleted: false
      )
      if membership.isIn(filter, favoritesStay: favoritesStay) { total += count }
    }
    return total
  }

  /// How many a scope holds.
  package func count(of scope: ListScope, favoritesStay: Bool = false) -> Int {
    switch scope {
    case .filter(let filter): count(of: filter, favoritesStay: favoritesStay)
    case .inProgress: inProgress
    case .failed: failed
    case .trash: trash
    case .tag(let name): tags.first { $0.name == name }?.count ?? 0
    case .everything: everything
    }
  }

  /// Everything but tags and unreadable files.
  func encode(to out: inout ByteWriter) {
    for count in byFlags + [inProgress, failed, trash] { out.append(count: count) }
  }

  /// Reads what `encode` wrote.
  init(from reader: inout ByteReader) {
    byFlags = (0..<4).map { _ in reader.count() }
    inProgress = reader.count()
    failed = reader.count()
    trash = reader.count()
    everything = byFlags.reduce(0, &+)
  }

  init() {}

  /// Counts one article in or, with -1, out; tags are counted apart.
  mutating func count(_ state: IndexState, by step: Int) {
    guard !state.contains(IndexState.tombstone) else { return }
    let membership = state.membership
    guard !membership.isDeleted else {
      trash += step
      return
    }
    everything += step
    byFlags[(membership.isFavorite ? 1 : 0) + (membership.isArchived ? 2 : 0)] += step
    if Progress(percent: state.percent).isUnderWay { inProgress += step }
    if state.bits & IndexState.fetchMask == IndexState.fetchBits("failed") { failed += step }
  }

  /// Tag counts in the order they are shown.
  static func sorted(_ counts: [String: Int]) -> [Tag] {
    counts.filter { $0.value > 0 }
      .map { (key: Query.folded($0.key), tag: Tag(name: $0.key, count: $0.value)) }
      .sorted { ($0.key, $0.tag.name) < ($1.key, $1.tag.name) }
      .map(\.tag)
  }
}
