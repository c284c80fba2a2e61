import CXML2

enum ParserLibrary {
  private static let isPrepared: Void = xmlInitParser()

  /// Initializes libxml2 for use by several threads; must be called before any other call.
  ///
  /// libxml2 would initialize itself at the first call, but if two threads do this at once, one of
  /// them may release a lock that it does not hold, and all threads deadlock.
  static func prepare() { isPrepared }
}
