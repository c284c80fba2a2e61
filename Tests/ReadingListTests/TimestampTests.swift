import ReadingList
import Testing

@Suite("A moment") struct TimestampTests {
  @Test(
    "is read in the forms the web writes it in",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2026-11-21T14:02:05Z", 1_795_269_725_000),
      ("2026-11-21T14:02:05.678Z", 1_795_269_725_678),
      ("2026-11-21T14:02:05,6Z", 1_795_269_725_600),
      ("2026-11-21T14:02:05.6789999Z", 1_795_269_725_678),
      ("2026-11-21 14:02:05", 1_795_269_725_000), ("2026-11-21t14:02:05z", 1_795_269_725_000),
      ("2026-11-21T14:02Z", 1_795_269_720_000), ("2026-11-21", 1_795_219_200_000),
      ("2026-11-21T16:02:05+02:00", 1_795_269_725_000),
      ("2026-11-21T16:02:05+0200", 1_795_269_725_000),
      ("2026-11-21T16:02:05+02", 1_795_269_725_000),
      ("2026-11-21T08:32:05-05:30", 1_795_269_725_000),
      ("2000-02-29T00:00:00Z", 951_782_400_000),
      ("1969-12-31T23:59:59.999Z", -1), ("2026-11-20T24:00:00Z", 1_795_219_200_000),
      ("0001-01-01T00:00:00Z", -62_135_596_800_000),
    ] as [(String, Int64)])
  func reading(text: String, milliseconds: Int64) {
    #expect(Timestamp(rfc3339: text)?.milliseconds == milliseconds)
  }

  @Test(
    "is not read from what is none",
    arguments: [
      "", "2026", "2026-11", "2026-13-01", "2026-00-01", "2026-02-29", "1900-02-29", "2026-04-31",
      "2026-11-21T", "2026-11-21T14", "2026-11-21T25:00:00Z", "2026-11-21T24:30:00Z",
      "2026-11-21T14:60:00Z", "2026-11-21T14:02:61Z", "2026-11-21T14:02:05+",
      "2026-11-21T14:02:05+99:00", "2026-11-21T14:02:05+01:99", "2026-11-21T14:02:05Zx",
      "0000-01-01T00:00:00Z", "yesterday", "+026-11-21", "２０２６-11-21", "2026-11-21T14:02:05Z\u{0}",
    ])
  func refusing(text: String) { #expect(Timestamp(rfc3339: text) == nil) }

  @Test(
    "a moment prints in another zone and is the same moment there",
    arguments: [
      (-25200, "2024-05-02T23:00:00-07:00"), (19800, "2024-05-03T11:30:00+05:30"),
      (0, "2024-05-03T06:00:00Z"), (59, "2024-05-03T06:00:00Z"), (.min + 1, "2024-05-03T06:00:00Z"),
    ])
  func zones(offset: Int, text: String) throws {
    let moment = try #require(Timestamp(rfc3339: "2024-05-03T06:00:00Z"))
    #expect(moment.rfc3339(utcOffset: offset) == text)
    #expect(Timestamp(rfc3339: text) == moment)
  }

  @Test(
    "is written so that it reads back, as the nearest one that can be where its year has not four digits"
  )
  func extremes() {
    for milliseconds in [0, 999, -1, 1_795_269_725_678, -62_135_596_800_000, 253_402_300_799_999]
      as [Int64]
    {
      let moment = Timestamp(milliseconds: milliseconds)
      #expect(Timestamp(rfc3339: moment.rfc3339) == moment)
    }
    #expect(Timestamp(milliseconds: .max).rfc3339 == "9999-12-31T23:59:59.999Z")
    #expect(Timestamp(milliseconds: .min).rfc3339 == "0001-01-01T00:00:00Z")
    #expect(Timestamp(seconds: .max).milliseconds == .max)
    #expect(Timestamp(seconds: .min).milliseconds == .min)
    #expect(Timestamp(milliseconds: .max).advanced(bySeconds: 1).milliseconds == .max)
    #expect(Timestamp(milliseconds: .min).advanced(byMilliseconds: -1).milliseconds == .min)
  }

  @Test("has the calendar's parts, day by day over five centuries") func calendar() {
    var (year, month, day) = (1700, 1, 1)
    let start = Timestamp(year: 1700, month: 1, day: 1)
    for number in 0..<182_000 {
      let moment = start?.advanced(bySeconds: Int64(number) * 86_400)
      let parts = moment?.components()
      guard parts?.year == year, parts?.month == month, parts?.day == day else {
        Issue.record("\(year)-\(month)-\(day) is \(String(describing: parts))")
        return
      }
      let isLeap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
      let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      day += 1
      if day > days[month - 1] { (day, month) = (1, month + 1) }
      if month > 12 { (month, year) = (1, year + 1) }
    }
  }

  @Test("has the day of the place that an offset names") func offsets() {
    let moment = Timestamp(rfc3339: "2026-11-21T23:30:00Z")
    #expect(moment?.components(utcOffset: 3600).day == 22)
    #expect(moment?.components(utcOffset: -86_400).day == 20)
    #expect(moment?.components().weekday == 5)
    #expect(Timestamp(milliseconds: -1).components().weekday == 2)
  }
}
