/// Names of time zones, and filler words in dates.
enum DateNames {
  /// Offsets in seconds east of UTC by zone name in capitals.
  ///
  /// Military letters other than `Z` are omitted, as RFC 2822 advises.
  static let zones: [String: Int] = [
    "GMT": 0, "UT": 0, "UTC": 0, "Z": 0, "WET": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5,
    "MST": -7, "MDT": -6, "PST": -8, "PDT": -7, "AKST": -9, "AKDT": -8, "HST": -10, "AST": -4,
    "ADT": -3, "BST": 1, "WEST": 1, "CET": 1, "MET": 1, "CEST": 2, "MEST": 2, "EET": 2, "EEST": 3,
    "MSK": 3, "SGT": 8, "HKT": 8, "AWST": 8, "JST": 9, "KST": 9, "AEST": 10, "AEDT": 11, "NZST": 12,
    "NZDT": 13,
  ].mapValues { $0 * 3600 }

  /// The winter offsets of zones whose names do not distinguish summer time.
  static let americanZones: [String: Int] = ["AT": -4, "ET": -5, "CT": -6, "MT": -7, "PT": -8]
    .mapValues { $0 * 3600 }

  /// Filler words within a date.
  static let fillers: Set<String> = ["st", "nd", "rd", "th", "de", "del", "of", "er", "г"]
}
