/// The kind of page an article was found in.
///
/// The raw values stand in records and queries; the index keeps their places in this order.
package enum PageKind: String, CaseIterable, Sendable {
  case article, documentation, thread, listing, product, recipe, profile, video, files
  /// An error page, a login, a consent wall or the like in the article's place.
  case wall
}
