package import ReadingList
package import ReadingServices

/// The groups a list by date is divided into, and dates as a person writes them.
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
      let month = Self.months[day.month - 1]
      title = day.year == today.year ? month : "\(month) \(day.year)"
    }
  }

  /// English names of the months, January first.
  package static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}

/// A date as a row shows it: the time today and yesterday, else day and month, and the year when it is
/// another one.
package func shortDate(_ moment: Timestamp, clock: Clock) -> String {
  let now = clock.now()
  let today = now.components(utcOffset: clock.utcOffset(now))
  let day = moment.components(utcOffset: clock.utcOffset(moment))
  let age = today.dayNumber - day.dayNumber
  if age == 0 || age == 1 {
    let minute = day.minute < 10 ? "0\(day.minute)" : String(day.minute)
    let hour = day.hour < 10 ? "0\(day.hour)" : String(day.hour)
    return "\(hour):\(minute)"
  }
  let text = "\(day.day) \(DayGroup.months[day.month - 1].prefix(3))"
  return day.year == today.year ? text : "\(text) \(day.year)"
}

/// A full date for the reader's heading: `21 November 2026`.
package func longDate(_ moment: Timestamp, clock: Clock) -> String {
  let day = moment.components(utcOffset: clock.utcOffset(moment))
  return "\(day.day) \(DayGroup.months[day.month - 1]) \(day.year)"
}
