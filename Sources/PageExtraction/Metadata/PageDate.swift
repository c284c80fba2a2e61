import ReadingList

/// A date stated by a page.
struct PageDate: Equatable {
  let moment: Timestamp
  /// The offset of the stated zone in seconds east of UTC; 0 if none is stated.
  var utcOffset = 0

  /// The day in the stated zone, in days since 1970-01-01.
  var day: Int { moment.components(utcOffset: utcOffset).dayNumber }
}
