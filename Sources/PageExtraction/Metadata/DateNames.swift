/// The names of months and time zones, of pages and feeds alike.
enum DateNames {
  static let months: [String: Int] = {
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

  /// Seconds east of Greenwich by a zone's name in capitals.
  ///
  /// The military letters but `Z` are not here, as RFC 2822 advises.
  static let zones: [String: Int] = [
    "GMT": 0, "UT": 0, "UTC": 0, "Z": 0, "WET": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5,
    "MST": -7, "MDT": -6, "PST": -8, "PDT": -7, "AKST": -9, "AKDT": -8, "HST": -10, "AST": -4,
    "ADT": -3, "BST": 1, "WEST": 1, "CET": 1, "MET": 1, "CEST": 2, "MEST": 2, "EET": 2, "EEST": 3,
    "MSK": 3, "SGT": 8, "HKT": 8, "AWST": 8, "JST": 9, "KST": 9, "AEST": 10, "AEDT": 11, "NZST": 12,
    "NZDT": 13,
  ].mapValues { $0 * 3600 }

  /// The same in winter for zones whose name does not say whether it is summer there.
  static let americanZones: [String: Int] = [
    "AT": -4, "ET": -5, "CT": -6, "MT": -7, "PT": -8,
  ].mapValues { $0 * 3600 }

  /// Small words inside a date.
  static let fillers: Set<String> = ["st", "nd", "rd", "th", "de", "del", "of", "er", "г"]
}
