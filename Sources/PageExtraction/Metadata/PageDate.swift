import ReadingList

/// A date that a page gives.
struct PageDate: Equatable {
  /// How the page spells it.
  let text: String
  let moment: Timestamp
  /// Seconds east of Greenwich of the zone that the page states; 0 where it states none.
  var utcOffset = 0

  /// The day that the page calls it, in days since 1970-01-01.
  var day: Int { moment.components(utcOffset: utcOffset).dayNumber }
}
