import CXML2

enum ParserLibrary {
  /// The options for pages, which are UTF-8 and full of errors.
  static let options = Int32(
    HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue | HTML_PARSE_RECOVER.rawValue
      | HTML_PARSE_NONET.rawValue | HTML_PARSE_COMPACT.rawValue | HTML_PARSE_IGNORE_ENC.rawValue)

  private static let isPrepared: Void = xmlInitParser()

  /// Initializes libxml2 for use by several threads; must be called before any other call.
  ///
  /// libxml2 would initialize itself at the first call, but if two threads do this at once, one of
  /// them may release a lock that it does not hold, and all threads deadlock.
  static func prepare() { isPrepared }
}
