/// English names of the months, January first.
package let monthNames = [
  "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
  "November", "December",
]

/// A date as a row shows it: the time today and yesterday, else day and month, and the year when it is
/// another one.
package func shortDate(_ moment: Timestamp, clock: Clock) -> String {
  let now = clock.now()
  let today = now.components(utcOffset: clock.utcOffset(now))
  let day = moment.components(utcOffset: clock.utcOffset(moment))
  let age = today.dayNumber - day.dayNumber
  if age == 0 || age == 1 { return timeOfDay(moment, clock: clock) }
  let text = "\(day.day) \(monthNames[day.month - 1].prefix(3))"
  return day.year == today.year ? text : "\(text) \(day.year)"
}

/// A full date for the reader's heading: `21 November 2026`.
package func longDate(_ moment: Timestamp, clock: Clock) -> String {
  let day = moment.components(utcOffset: clock.utcOffset(moment))
  return "\(day.day) \(monthNames[day.month - 1]) \(day.year)"
}

/// A full date with the time of day: `21 November 2026, 14:02`.
package func fullDate(_ moment: Timestamp, clock: Clock) -> String {
  "\(longDate(moment, clock: clock)), \(timeOfDay(moment, clock: clock))"
}

/// Hour and minute: `14:02`.
package func timeOfDay(_ moment: Timestamp, clock: Clock) -> String {
  let local = moment.advanced(bySeconds: Int64(clock.utcOffset(moment)))
  return String(local.rfc3339.dropFirst(11).prefix(5))
}
