import CXML2

/// libxml2 as a whole.
enum ParserLibrary {
  private static let isPrepared: Void = xmlInitParser()

  /// Makes it ready for several threads; called before all else is.
  ///
  /// It would do that by itself at the first call, but where two threads make that together, one of them may
  /// give a lock back that it never took, and then everybody waits for it without end.
  static func prepare() { isPrepared }
}
