/// A moment in time, in milliseconds since 1970-01-01T00:00:00Z.
///
/// The whole program counts in these: they sort, they are eight bytes, and they print as RFC 3339.
package struct Timestamp: Hashable, Comparable, Sendable {
  /// Milliseconds since the epoch; negative before 1970.
  package var milliseconds: Int64

  /// Makes a timestamp from milliseconds since the epoch.
  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Makes a timestamp from seconds since the epoch, saturating.
  package init(seconds: Int64) {
    self = Timestamp(milliseconds: 0).advanced(bySeconds: seconds)
  }

  package static func < (a: Timestamp, b: Timestamp) -> Bool { a.milliseconds < b.milliseconds }

  /// The timestamp `seconds` later (earlier when negative), saturating at the ends of time.
  package func advanced(bySeconds seconds: Int64) -> Timestamp {
    let (amount, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    return advanced(byMilliseconds: overflow ? (seconds < 0 ? .min : .max) : amount)
  }
}

extension Timestamp {
  /// The calendar date and time of day of a timestamp, shifted by an offset from UTC.
  package struct Components: Equatable, Sendable {
    /// Proleptic Gregorian year; month 1-12; day 1-31.
    package var year: Int, month: Int, day: Int
    /// Hour 0-23, minute and second 0-59.
    package var hour: Int, minute: Int, second: Int
    /// Days since 1970-01-01; Monday is 0 in `weekday`.
    package var dayNumber: Int, weekday: Int
  }

  /// Splits the timestamp into calendar parts at `utcOffset` seconds east of Greenwich.
  ///
  /// The day arithmetic is Howard Hinnant's `civil_from_days`.
  package func components(utcOffset: Int = 0) -> Components {
    let seconds = Self.floorDivide(milliseconds, 1000) + Int64(utcOffset)
    let days = Self.floorDivide(seconds, 86_400)
    let rest = Int(seconds - days * 86_400)
    let z = days + 719_468
    let era = Self.floorDivide(z, 146_097)
    let doe = z - era * 146_097
    let yoe = (doe - doe / 1460 + doe / 36_524 - doe / 146_096) / 365
    let doy = doe - (365 * yoe + yoe / 4 - yoe / 100)
    let mp = (5 * doy + 2) / 153
    let day = Int(doy - (153 * mp + 2) / 5 + 1)
    let month = Int(mp < 10 ? mp + 3 : mp - 9)
    let year = Int(yoe + era * 400) + (month <= 2 ? 1 : 0)
    let weekday = Int(((days + 3) % 7 + 7) % 7)
    return Components(
      year: year,
      month: month,
      day: day,
      hour: rest / 3600,
      minute: rest / 60 % 60,
      second: rest % 60,
      dayNumber: Int(days),
      weekday: weekday
    )
  }

  /// Makes a timestamp from a calendar date and time in UTC, or nil when a part is out of range.
  package init?(
    year: Int,
    month: Int,
    day: Int,
    hour: Int = 0,
    minute: Int = 0,
    second: Int = 0,
    millisecond: Int = 0
  ) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.daysInMonth(year: year, month: month),
      (0...23).contains(hour)
        || (hour == 24 && minute == 0 && second == 0),
      (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    let y = Int64(month <= 2 ? year - 1 : year)
    let era = y / 400
    let yoe = y - era * 400
    let m = Int64(month)
    let doy = (153 * (m > 2 ? m - 3 : m + 9) + 2) / 5 + Int64(day) - 1
    let doe = yoe * 365 + yoe / 4 - yoe / 100 + doy
    let days = era * 146_097 + doe - 719_468
    let seconds = days * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    self.init(milliseconds: seconds * 1000 + Int64(millisecond))
  }

  private static func daysInMonth(year: Int, month: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func floorDivide(_ a: Int64, _ b: Int64) -> Int64 {
    let q = a / b
    return a % b < 0 ? q - 1 : q
  }
}

extension Timestamp {
  /// The first and the last moment that RFC 3339 can name and `init(rfc3339:)` reads.
  private static let writable: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

  /// RFC 3339 in UTC: `2026-11-21T14:02:05Z`, with `.sss` only when the milliseconds are not zero.
  ///
  /// Moments outside the years 1 to 9999 are written as the nearest one inside.
  package var rfc3339: String {
    let writable = Self.writable
    let moment = Timestamp(
      milliseconds: min(max(milliseconds, writable.lowerBound), writable.upperBound)
    )
    let c = moment.components()
    let ms = Int(moment.milliseconds - Self.floorDivide(moment.milliseconds, 1000) * 1000)
    var text = "\(Self.padded(c.year, 4))-\(Self.padded(c.month, 2))-\(Self.padded(c.day, 2))"
    text += "T\(Self.padded(c.hour, 2)):\(Self.padded(c.minute, 2)):\(Self.padded(c.second, 2))"
    if ms != 0 { text += ".\(Self.padded(ms, 3))" }
    return text + "Z"
  }

  /// Reads RFC 3339 and the looser ISO 8601 forms the web uses, or gives nil.
  ///
  /// Accepts a date alone, `T` or a space, missing seconds, fractions of any length, `Z`, `+02:00`,
  /// `+0200` and `+02`; a missing offset means UTC.
  package init?(rfc3339 text: some StringProtocol) {
    var text = String(text)
    let parsed = text.withUTF8 { Timestamp(rfc3339: $0) }
    guard let parsed else { return nil }
    self = parsed
  }

  private init?(rfc3339 bytes: UnsafeBufferPointer<UInt8>) {
    var scan = Scanner(bytes: bytes)
    guard let year = scan.number(digits: 4), scan.take("-"), let month = scan.number(digits: 2),
      scan.take("-"), let day = scan.number(digits: 2)
    else { return nil }
    var hour = 0
    var minute = 0
    var second = 0
    var millisecond = 0
    var offset = 0
    if scan.take("T") || scan.take("t") || scan.take(" ") {
      guard let h = scan.number(digits: 2), scan.take(":"), let m = scan.number(digits: 2)
      else { return nil }
      hour = h
      minute = m
      if scan.take(":") {
        guard let s = scan.number(digits: 2) else { return nil }
        second = s
        if scan.take(".") || scan.take(",") { millisecond = scan.fraction() }
      }
      _ = scan.take(" ")
      if scan.take("Z") || scan.take("z") {
      } else if let sign = scan.take("+") ? 1 : scan.take("-") ? -1 : nil {
        guard let h = scan.number(digits: 2) else { return nil }
        _ = scan.take(":")
        let m = scan.number(digits: 2) ?? 0
        guard h < 24, m < 60 else { return nil }
        offset = sign * (h * 3600 + m * 60)
      }
    }
    guard scan.isAtEnd,
      let base = Timestamp(
        year: year,
        month: month,
        day: day,
        hour: hour,
        minute: minute,
        second: second,
        millisecond: millisecond
      )
    else { return nil }
    self = base.advanced(bySeconds: Int64(-offset))
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return digits.count >= width
      ? digits : String(repeating: "0", count: width - digits.count) + digits
  }

  private struct Scanner {
    let bytes: UnsafeBufferPointer<UInt8>
    var index = 0

    var isAtEnd: Bool { index == bytes.count }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
      guard index < bytes.count, bytes[index] == UInt8(ascii: scalar) else { return false }
      index += 1
      return true
    }

    mutating func number(digits: Int) -> Int? {
      guard digits <= bytes.count - index else { return nil }
      var value = 0
      for byte in bytes[index..<(index + digits)] {
        guard (48...57).contains(byte) else { return nil }
        value = value * 10 + Int(byte - 48)
      }
      index += digits
      return value
    }

    mutating func fraction() -> Int {
      var value = 0
      var scale = 100
      while index < bytes.count, (48...57).contains(bytes[index]) {
        value += Int(bytes[index] - 48) * scale
        scale /= 10
        index += 1
      }
      return value
    }
  }
}

extension Timestamp {
  /// The timestamp `milliseconds` later, saturating.
  package func advanced(byMilliseconds amount: Int64) -> Timestamp {
    let (sum, overflow) = milliseconds.addingReportingOverflow(amount)
    return Timestamp(milliseconds: overflow ? (amount < 0 ? .min : .max) : sum)
  }
}
