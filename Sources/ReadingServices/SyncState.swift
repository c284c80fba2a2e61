package import ArticleStore
import Platform
package import ReadingList

/// When the library was synced last, as this machine keeps it for the reading list to show.
package struct SyncState: Equatable, Sendable {
  /// When it last went well; nil if it never did.
  package var syncedAt: Timestamp?
  /// How many articles came in then.
  package var received = 0
  /// What went wrong since.
  package var problem: String?

  /// The state of a library that was never synced.
  package init() {}

  /// What is kept of a library.
  package init(of library: Library) {
    guard let bytes = SmallFile.read(Self.path(library), limit: 1 << 16),
      let json = try? JSON(parsing: bytes)
    else { return }
    syncedAt = json["syncedAt"]?.string.flatMap { Timestamp(rfc3339: $0) }
    received = json["in"]?.int ?? 0
    problem = json["problem"]?.string
  }

  /// Keeps it; where that cannot be, nothing is shown.
  package func keep(for library: Library) {
    let json = JSON.object([
      .init("syncedAt", syncedAt.map { .string($0.rfc3339) } ?? .null),
      .init("in", .int(received)), .init("problem", problem.map { .string($0) } ?? .null),
    ])
    try? SmallFile.replace(
      Self.path(library),
      with: Array(json.pretty.utf8),
      isDurable: false
    )
  }

  private static func path(_ library: Library) -> String { library.state + "/sync.json" }
}
