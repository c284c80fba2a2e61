import ReadingList

/// Reads dates in the forms that pages use.
enum DateText {
  private static let months: [String: Int] = {
    // English, German, French, Spanish, Italian, Portuguese, Dutch, Swedish; Russian, Polish, Turkish, Indonesian;
    // Arabic, Hindi, Bengali, Urdu.
    let names = [
      """
      jan january januar janvier enero gennaio janeiro januari ene janv gen января январь янв stycznia ocak
      يناير जनवरी জানুয়ারি জানুয়ারী جنوری
      """,
      """
      feb february februar février fevrier febrero febbraio fevereiro februari févr fev февраля февраль фев lutego
      şubat فبراير फ़रवरी फरवरी ফেব্রুয়ারি ফেব্রুয়ারী فروری
      """,
      "mar march märz mars marzo março maart mär mrz марта март мар marca mart maret مارس मार्च মার্চ مارچ",
      """
      apr april avril abril aprile abr avr апреля апрель апр kwietnia nisan أبريل ابريل إبريل अप्रैल এপ্রিল اپریل
      """,
      "may mai mayo maggio maio mei maj mag мая май maja mayıs مايو मई মে مئی",
      "jun june juni juin junio giugno junho giu июня июнь июн czerwca haziran يونيو जून জুন جون",
      """
      jul july juli juillet julio luglio julho juil lug июля июль июл lipca temmuz يوليو जुलाई জুলাই جولائی
      """,
      """
      aug august août aout agosto augustus augusti ago августа август авг sierpnia ağustos agustus أغسطس اغسطس अगस्त
      আগস্ট اگست
      """,
      """
      sep sept september septembre septiembre settembre setembro set сентября сентябрь сен сент września eylül
      سبتمبر सितंबर सितम्बर সেপ্টেম্বর ستمبر
      """,
      """
      oct october oktober octobre octubre ottobre outubro okt ott out октября октябрь окт października ekim أكتوبر
      اكتوبر अक्टूबर अक्तूबर অক্টোবর اکتوبر
      """,
      """
      nov november novembre noviembre novembro ноября ноябрь ноя нояб listopada kasım نوفمبر नवंबर नवम्बर নভেম্বর نومبر
      """,
      """
      dec december dezember décembre decembre diciembre dicembre dezembro desember dez déc dic декабря декабрь дек
      grudnia aralık ديسمبر दिसंबर दिसम्बर ডিসেম্বর دسمبر
      """,
    ]
    var table: [String: Int] = [:]
    for (index, list) in names.enumerated() {
      for name in list.split(whereSeparator: \.isWhitespace) { table[String(name)] = index + 1 }
    }
    return table
  }()

  /// Whether a lower-case word is a month.
  static func isMonth(_ word: String) -> Bool { months[word] != nil }

  /// The number of a month by its lower-case name.
  static func month(_ word: String) -> Int? { months[word] }

  /// Short names of months that are short names of weekdays, too: `mar, 10 juin` is a Tuesday.
  private static let doubtful: Set<String> = ["mar", "set"]

  /// The moment a date names; a date without a time is midnight UTC.
  static func timestamp(_ text: String) -> Timestamp? { read(text)?.moment }

  /// The date that a whole text is.
  static func read(_ given: String) -> PageDate? {
    let text = EntityText.collapsed(given)
    guard text.utf8.count <= 120 else { return nil }
    if let exact = Timestamp(rfc3339: text) {
      return PageDate(text: given, moment: exact, utcOffset: isoOffset(text))
    }
    if let number = Int64(text) {
      return moment(number, text).map { PageDate(text: given, moment: $0) }
    }
    return loose(text).map { PageDate(text: given, moment: $0.moment, utcOffset: $0.offset) }
  }

  /// The moment that a number names: seconds or milliseconds since 1970, or `20240503`.
  private static func moment(_ number: Int64, _ text: String) -> Timestamp? {
    if (100_000_000...4_000_000_000).contains(number) { return Timestamp(seconds: number) }
    if (100_000_000_000...4_000_000_000_000).contains(number) {
      return Timestamp(milliseconds: number)
    }
    return compact(text)
  }

  /// The offset at the end of a date as ISO 8601 has it, in seconds: `+02:00`, `-0500`, `+02`.
  private static func isoOffset(_ text: String) -> Int {
    guard let colon = text.firstIndex(of: ":"),
      let sign = text[colon...].lastIndex(where: { $0 == "+" || $0 == "-" })
    else { return 0 }
    let digits = text[sign...].filter(\.isNumber)
    guard digits.count == 2 || digits.count == 4, let value = Int(digits) else { return 0 }
    let minutes = digits.count == 2 ? value * 60 : value / 100 * 60 + value % 100
    return (text[sign] == "-" ? -60 : 60) * minutes
  }

  private static func compact(_ text: String) -> Timestamp? {
    guard text.utf8.count == 8, let year = Int(text.prefix(4)),
      let month = Int(text.dropFirst(4).prefix(2)), let day = Int(text.suffix(2))
    else { return nil }
    return Timestamp(year: year, month: month, day: day)
  }

  /// Words and numbers in any usual order: `Tue, 5 Mar 2024 10:00:00 +0100`, `March 5th, 2024`,
  /// `5. März 2024`, `2024/03/05`, `2024年3月5日`, `05.03.2024`.
  private static func loose(_ text: String) -> (moment: Timestamp, offset: Int)? {
    var numbers: [(value: Int, digits: Int)] = []
    var month: Int?
    var monthPlace = 0
    var time: (hour: Int, minute: Int, second: Int)?
    var offset = 0
    var american: Int?
    var isDoubtful = false
    let words = text.lowercased().split { $0 == " " || $0 == "," || $0 == "t" && false }
    for word in words {
      if let clock = clock(word), time == nil {
        time = clock
        continue
      }
      if time != nil, let zone = zone(word) {
        offset = zone
        continue
      }
      // "At" is a zone only in capitals.
      if time != nil, let zone = americanZone(word), word != "at" || text.contains(" AT") {
        american = zone
        continue
      }
      if word == "pm" || word == "p.m." {
        if let now = time, now.hour < 12 { time?.hour = now.hour + 12 }
        continue
      }
      if word == "am" || word == "a.m." {
        if let now = time, now.hour == 12 { time?.hour = 0 }
        continue
      }
      for piece in word.split(whereSeparator: { "./-年月日".contains($0) }) {
        let digits = piece.prefix { $0.isASCII && $0.isNumber }
        if !digits.isEmpty, let value = Int(digits), digits.count <= 4 {
          numbers.append((value, digits.count))
        } else if month == nil || isDoubtful, let found = months[String(piece.filter(\.isLetter))] {
          month = found
          monthPlace = numbers.count
          isDoubtful = doubtful.contains(String(piece))
        }
        if numbers.count > 6 { return nil }
      }
    }
    guard let date = date(numbers, month, monthPlace) else { return nil }
    let moment = Timestamp(
      year: date.year,
      month: date.month,
      day: date.day,
      hour: min(time?.hour ?? 0, 23),
      minute: time?.minute ?? 0,
      second: time?.second ?? 0
    )
    if let american {
      offset =
        american + (isSummerTime(year: date.year, month: date.month, day: date.day) ? 3600 : 0)
    }
    return moment.map { ($0.advanced(bySeconds: Int64(-offset)), offset) }
  }

  private static func date(
    _ numbers: [(value: Int, digits: Int)],
    _ month: Int?,
    _ monthPlace: Int
  ) -> (year: Int, month: Int, day: Int)? {
    guard let yearPlace = numbers.firstIndex(where: { $0.digits == 4 && $0.value > 1000 }) else {
      return nil
    }
    let year = numbers[yearPlace].value
    var rest = numbers
    rest.remove(at: yearPlace)
    if let month {
      guard let day = rest.first?.value, (1...31).contains(day) else {
        return (year, month, 1)
      }
      return (year, month, day)
    }
    guard rest.count >= 2 else { return nil }
    let (a, b) = (rest[0].value, rest[1].value)
    if yearPlace == 0 { return (1...12).contains(a) ? (year, a, b) : nil }
    if a > 12 { return (year, b, a) }
    if b > 12 { return (year, a, b) }
    return (year, b, a)
  }

  private static func clock(_ word: Substring) -> (hour: Int, minute: Int, second: Int)? {
    guard word.contains(":") else { return nil }
    var text = word
    var isAfternoon = false
    if text.hasSuffix("pm") { isAfternoon = true }
    text = text.prefix { $0.isNumber || $0 == ":" }
    let parts = text.split(separator: ":").map { Int($0) ?? 99 }
    guard parts.count >= 2, parts[0] < 24, parts[1] < 60 else { return nil }
    let second = parts.count > 2 && parts[2] < 60 ? parts[2] : 0
    let hour = isAfternoon && parts[0] < 12 ? parts[0] + 12 : parts[0]
    return (hour, parts[1], second)
  }

  /// The offset in winter of a zone whose name does not say whether it is summer there.
  private static func americanZone(_ word: Substring) -> Int? {
    switch word {
    case "at": -4 * 3600
    case "et": -5 * 3600
    case "ct": -6 * 3600
    case "mt": -7 * 3600
    case "pt": -8 * 3600
    default: nil
    }
  }

  /// Whether clocks in North America are an hour ahead: from the second Sunday of March to the first of November.
  private static func isSummerTime(year: Int, month: Int, day: Int) -> Bool {
    guard month == 3 || month == 11 else { return (4...10).contains(month) }
    let first = Timestamp(year: year, month: month, day: 1)?.components().weekday ?? 0
    let firstSunday = 7 - first
    return month == 3 ? day >= firstSunday + 7 : day < firstSunday
  }

  private static func zone(_ word: Substring) -> Int? {
    switch word {
    case "gmt", "utc", "z": return 0
    case "est": return -5 * 3600
    case "edt": return -4 * 3600
    case "cst": return -6 * 3600
    case "cdt": return -5 * 3600
    case "mst": return -7 * 3600
    case "mdt": return -6 * 3600
    case "pst": return -8 * 3600
    case "pdt": return -7 * 3600
    case "cet": return 3600
    case "cest": return 7200
    default: break
    }
    guard let sign = word.first, sign == "+" || sign == "-" else { return nil }
    let digits = word.dropFirst().filter(\.isNumber)
    guard digits.count == 4, let value = Int(digits) else { return nil }
    return (sign == "-" ? -1 : 1) * (value / 100 * 3600 + value % 100 * 60)
  }
}
