import ReadingList

/// Removes lines at the start of an article that only repeat its author and date.
///
/// Both are shown above the text; pages set them between headline and text, often without a space
/// between them.
enum MetadataLine {
  /// The number of blocks searched; a later line belongs to the article.
  private static let maxDepth = 6
  /// The maximum length of such a line, in bytes.
  private static let maxLength = 120

  private static let fillers: Set<String> = [
    "by", "post", "posted", "published", "submitted", "written", "updated", "last", "on", "at",
    "in", "from", "and", "the", "min", "mins", "minute", "minutes", "read", "am", "pm", "st", "nd",
    "rd", "th", "est", "edt", "gmt", "utc", "pst", "pdt", "von", "par", "por", "di", "le", "el",
    "um", "uhr", "et", "pt", "ct", "mt", "de", "del", "of", "author", "autor", "auteur", "autore",
    "автор", "作者", "文", "글", "기자", "بقلم", "מאת", "โดย", "लेखक", "date", "publication", "am", "den",
    "г", "года", "年", "月", "日", "년", "월", "일", "veröffentlicht", "aktualisiert", "publié",
    "publicado", "pubblicato", "опубликовано", "edited", "reviewed", "average", "reading", "time",
    "comments",
  ]

  /// Words that introduce an author or date, even if neither is known.
  private static let labels: Set<String> = [
    "by", "posted", "published", "edited", "reviewed", "written", "reading",
  ]

  /// Returns the blocks without such lines.
  static func removed(from blocks: [ArticleBody.Block], author: String?) -> [ArticleBody.Block] {
    let names = Set(words(author ?? ""))
    // Several lines with only a date belong to the text's subject.
    let isCalendar = blocks.dropFirst(maxDepth).compactMap(line).contains {
      isDate($0, names: names)
    }
    let metadata = blocks.prefix(maxDepth).indices.filter { index in
      guard let text = line(blocks[index]) else { return false }
      return isMetadata(words(text), names: names) || !isCalendar && isDate(text, names: names)
    }
    guard metadata.count < blocks.count else { return blocks }
    return blocks.indices.filter { !metadata.contains($0) }.map { blocks[$0] }
  }

  /// The text of a short paragraph without pictures.
  private static func line(_ block: ArticleBody.Block) -> String? {
    guard case .paragraph(let inlines) = block else { return nil }
    let text = inlines.plainText
    let hasPicture = inlines.contains { if case .image = $0 { true } else { false } }
    return text.utf8.count <= maxLength && !hasPicture ? text : nil
  }

  /// Whether a text contains only the author and date of a post.
  static func isWhole(_ text: String, author: String) -> Bool {
    let names = Set(words(author))
    let words = words(text)
    if words.contains("edited") { return false }
    return isMetadata(words, names: names) || isDate(text, names: names)
  }

  /// Whether words consist of names, parts of a date and fillers, and include the author's whole
  /// name or a word that introduces an author or date.
  private static func isMetadata(_ words: [String], names: Set<String>) -> Bool {
    guard
      !names.isEmpty && names.isSubset(of: words) || words.contains(where: labels.contains)
        || words.contains("read") && words.contains(where: { $0.hasPrefix("min") })
    else { return false }
    return words.allSatisfy { names.contains($0) || isOfDate($0) }
  }

  /// Whether a text is a date, or a day and month, with at most the author's name.
  private static func isDate(_ text: String, names: Set<String>) -> Bool {
    guard text.utf8.contains(where: { 0x30...0x39 ~= $0 || $0 >= 0x80 }) else { return false }
    let words = words(text)
    let isDay =
      words.count == 2 && words.contains(where: DateText.isMonth)
      && words.contains { $0.allSatisfy(\.isNumber) }
    guard isDay || DateText.first(in: text) != nil else { return false }
    return words.allSatisfy { names.contains($0) || isOfDate($0) }
  }

  private static func isOfDate(_ word: String) -> Bool {
    fillers.contains(word) || DateText.isMonth(word) || weekdays.contains(word)
      || word.allSatisfy(\.isNumber)
  }

  /// Weekdays, in full and abbreviated.
  private static let weekdays = Set(
    """
    monday tuesday wednesday thursday friday saturday sunday mon tue tues wed weds thu thur thurs fri sat sun
    montag dienstag mittwoch donnerstag freitag samstag sonntag mo di mi do fr sa so lundi mardi mercredi jeudi
    vendredi samedi dimanche lun mer jeu ven sam dim lunes martes miércoles jueves viernes sábado domingo mié jue vie
    sáb dom lunedì martedì mercoledì giovedì venerdì sabato domenica gio sab segunda terça quarta quinta sexta feira
    seg ter qua qui sex понедельник вторник среда четверг пятница суббота воскресенье пн вт ср чт пт сб вс
    星期一 星期二 星期三 星期四 星期五 星期六 星期日 월요일 화요일 수요일 목요일 금요일 토요일 일요일
    सोमवार मंगलवार बुधवार गुरुवार शुक्रवार शनिवार रविवार الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// Splits a text into lower-case words, also before a capital or digit that follows a lower-case
  /// letter.
  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var word = ""
    var last: Character?
    for character in text {
      let isPart = character.isLetter || character.isNumber
      let isBreak =
        last.map { last in
          last.isLowercase && character.isUppercase || last.isLetter && character.isNumber
            || last.isNumber && character.isLetter
        } ?? false
      if !isPart || isBreak, !word.isEmpty {
        words.append(word.lowercased())
        word = ""
      }
      if isPart { word.append(character) }
      last = isPart ? character : nil
    }
    if !word.isEmpty { words.append(word.lowercased()) }
    return words
  }
}
