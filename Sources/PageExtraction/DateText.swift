import ReadingList

/// Reads dates in the forms that pages use.
enum DateText {
  private static let months: [String: Int] = {
    let names: [[String]] = [
      ["jan", "january", "januar", "janvier", "enero", "gennaio", "janeiro", "januari", "ene"],
      ["feb", "february", "februar", "février", "febrero", "febbraio", "fevereiro", "februari"],
      ["mar", "march", "märz", "mars", "marzo", "março", "maart", "mär"],
      ["apr", "april", "avril", "abril", "aprile", "abr"],
      ["may", "mai", "mayo", "maggio", "maio", "mei"],
      ["jun", "june", "juni", "juin", "junio", "giugno", "junho"],
      ["jul", "july", "juli", "juillet", "julio", "luglio", "julho"],
      ["aug", "august", "août", "agosto", "augustus", "ago"],
      ["sep", "sept", "september", "septembre", "septiembre", "settembre", "setembro"],
      ["oct", "october", "oktober", "octobre", "octubre", "ottobre", "outubro", "okt"],
      ["nov", "november", "novembre", "noviembre", "novembro"],
      ["dec", "december", "dezember", "décembre", "diciembre", "dicembre", "dezembro", "dez"],
    ]
    var table: [String: Int] = [:]
    for (index, list) in names.enumerated() { for name in list { table[name] = index + 1 } }
    return table
  }()

  /// Whether a lower-case word is a month.
  static func isMonth(_ word: String) -> Bool { months[word] != nil }

  /// The moment a date names; a date without a time is midnight UTC.
  static func timestamp(_ text: String) -> Timestamp? {
    let text = EntityText.collapsed(text)
    guard text.utf8.count <= 120 else { return nil }
    if let exact = Timestamp(rfc3339: text) { return exact }
    if let seconds = Int64(text) {
      if (100_000_000...4_000_000_000).contains(seconds) { return Timestamp(seconds: seconds) }
      if (100_000_000_000...4_000_000_000_000).contains(seconds) {
        return Timestamp(milliseconds: seconds)
      }
      return compact(text)
    }
    return loose(text)
  }

  private static func compact(_ text: String) -> Timestamp? {
    guard text.utf8.count == 8, let year = Int(text.prefix(4)),
      let month = Int(text.dropFirst(4).prefix(2)), let day = Int(text.suffix(2))
    else { return nil }
    return Timestamp(year: year, month: month, day: day)
  }

  /// Words and numbers in any usual order: `Tue, 5 Mar 2024 10:00:00 +0100`, `March 5th, 2024`,
  /// `5. März 2024`, `2024/03/05`, `2024年3月5日`, `05.03.2024`.
  private static func loose(_ text: String) -> Timestamp? {
    var numbers: [(value: Int, digits: Int)] = []
    var month: Int?
    var monthPlace = 0
    var time: (hour: Int, minute: Int, second: Int)?
    var offset = 0
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
      if word == "pm" || word == "p.m." {
        if let now = time, now.hour < 12 { time?.hour = now.hour + 12 }
        continue
      }
      for piece in word.split(whereSeparator: { "./-年月日".contains($0) }) {
        let digits = piece.prefix { $0.isASCII && $0.isNumber }
        if !digits.isEmpty, let value = Int(digits), digits.count <= 4 {
          numbers.append((value, digits.count))
        } else if month == nil, let found = months[String(piece.filter(\.isLetter))] {
          month = found
          monthPlace = numbers.count
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
    return moment?.advanced(bySeconds: Int64(-offset))
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
