package import ReadingList

/// Writes an index; the only one that does while it exists.
///
/// What is put and removed is found after `commit`, and from time to time before that; a process that dies
/// leaves the index as it was at the last of these.
package final class SearchWriter {
  init() {}

  /// Adds an article or puts another state in its place.
  package func put(_ document: SearchDocument) throws(SearchError) {}

  /// Takes an article out; does nothing when it is not there.
  package func remove(_ id: ArticleID) throws(SearchError) {}

  /// Makes what was put and removed found, and durable.
  package func commit() throws(SearchError) {}

  /// Frees the room of removed articles where that is worth while; may take as long as indexing.
  ///
  /// - Parameter goesOn: asked between articles; when it says no, all stays as it is.
  package func tidy(while goesOn: () -> Bool) throws(SearchError) {}
}
