package import ReadingList
import ReadingServices

/// The groups a list by date is divided into.
package struct DayGroup: Hashable, Sendable {
  /// The heading: Today, Yesterday, This week, a month, or No date.
  package var title: String

  /// The group of a moment, seen from `now`.
  ///
  /// This week means the six days before yesterday's, as far as they lie in the calendar week that
  /// begins on Monday; older ones are months, with the year when it is another one. Moments in the
  /// future, from a clock that was ahead, count as today.
  package init(of moment: Timestamp?, clock: Clock) {
    guard let moment else {
      title = "No date"
      return
    }
    let now = clock.now()
    let today = now.components(utcOffset: clock.utcOffset(now))
    let day = moment.components(utcOffset: clock.utcOffset(moment))
    let age = today.dayNumber - day.dayNumber
    switch age {
    case ...0: title = "Today"
    case 1: title = "Yesterday"
    case 2...6 where day.dayNumber >= today.dayNumber - today.weekday: title = "This week"
    default:
      let month = monthNames[day.month - 1]
      title = day.year == today.year ? month : "\(month) \(day.year)"
    }
  }
}
