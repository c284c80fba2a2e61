import PageExtraction
import ReadingList

/// The original letter in a forwarded mail: the text below the quoted headers.
package struct ForwardedLetter {
  private(set) var sender: String?
  private(set) var date: String?
  private(set) var subject: String?

  private enum Field { case sender, date, subject, other }

  /// Header names in the languages of mail programs.
  private static let names: [String: Field] = {
    let rows: [(Field, String)] = [
      (.sender, "from von de da van od fra från от lähettäjä kimden 差出人 发件人 寄件者"),
      (
        .date,
        "date sent gesendet datum envoyé fecha enviado data inviato verzonden skickat dato дата отправлено 日付 日期"
      ),
      (
        .subject,
        "subject betreff objet asunto assunto oggetto onderwerp temat ämne emne тема 件名 主题 konu"
      ),
      (.other, "to an à para a aan do till til кому cc bcc kopie reply-to antwort 宛先 收件人"),
    ]
    var table: [String: Field] = [:]
    for (field, names) in rows {
      for name in names.split(separator: " ") { table[String(name)] = field }
    }
    return table
  }()

  /// Lines that programs write above a forwarded letter.
  private static let marks = [
    "forwarded message", "original message", "weitergeleitete nachricht", "ursprüngliche nachricht",
    "message transféré", "message d'origine", "mensaje reenviado", "mensaje original",
    "messaggio inoltrato", "messaggio originale", "mensagem encaminhada", "mensagem original",
    "doorgestuurd bericht", "oorspronkelijk bericht", "przekazana wiadomość",
    "vidarebefordrat meddelande", "videresendt", "пересылаемое сообщение",
    "переадресованное сообщение",
  ]

  /// Subject prefixes of forwarded mails.
  private static let prefixes: Set<String> = [
    "fwd", "fw", "wg", "tr", "rv", "enc", "i", "vs", "vb", "vl", "doorst", "pd", "yönlendirme",
    "転送", "转发",
  ]

  /// Whether a subject has the prefix of a forwarded mail.
  static func isSubject(_ subject: String) -> Bool { bare(subject) != subject.trimmed }

  /// A subject without its forwarding prefixes.
  package static func bare(_ subject: String) -> String {
    var rest = subject.trimmed
    while let colon = rest.firstIndex(where: { $0 == ":" || $0 == "：" }),
      prefixes.contains(rest[..<colon].trimmed.lowercased())
    { rest = rest[rest.index(after: colon)...].trimmed }
    return rest
  }

  /// Finds the quoted headers in a body and removes them with all text above; nil if there are
  /// none.
  ///
  /// - Parameters:
  ///   - body: the mail's text.
  ///   - isSaid: whether the subject says that the mail was forwarded; the headers then do not
  ///     require a line such as "Forwarded message" above them.
  init?(in body: inout ArticleBody, isSaid: Bool) {
    let lines = body.blocks.map { block in
      ArticleBody(blocks: [block]).plainText.split(whereSeparator: \.isNewline).map(\.trimmed)
    }
    let all = lines.enumerated().flatMap { block, lines in lines.indices.map { (block, $0) } }
    var start: Int?
    for (index, place) in all.prefix(200).enumerated() {
      let line = lines[place.0][place.1]
      let isMark = line.count < 120 && Self.marks.contains(where: line.lowercased().contains)
      if isMark || isSaid && Self.header(line)?.field == .sender {
        let letter = Self.read(all[(isMark ? index + 1 : index)...].map { lines[$0.0][$0.1] })
        if letter.count > 1, letter.found.sender != nil {
          self = letter.found
          start = index + (isMark ? 1 : 0) + letter.count
          break
        }
      }
    }
    guard let start else { return nil }
    guard start < all.count else {
      body.blocks = []
      return
    }
    let (block, line) = all[start]
    var rest = Array(body.blocks[block...])
    if line > 0 {
      // Headers and text may be in the same paragraph.
      let text = lines[block][line...].map { ArticleBody.Block.paragraph([.text($0)]) }
      rest.replaceSubrange(0..<1, with: text)
    }
    body.blocks = rest
  }

  private init() {}

  /// Parses the headers at the start of some lines, and counts their lines.
  private static func read(_ lines: [String]) -> (found: ForwardedLetter, count: Int) {
    var (found, count) = (ForwardedLetter(), 0)
    for line in lines.prefix(20) {
      guard let (field, value) = header(line) else {
        // A long value continues on the next line.
        guard count > 0, line.hasPrefix("<") || line.hasSuffix(">"), line.count < 120 else { break }
        count += 1
        continue
      }
      switch field {
      case .sender: found.sender = found.sender ?? value
      case .date: found.date = found.date ?? value
      case .subject: found.subject = found.subject ?? value
      case .other: break
      }
      count += 1
    }
    return (found, count)
  }

  /// Parses a line as a header; nil for any other line.
  private static func header(_ line: String) -> (field: Field, value: String)? {
    guard let colon = line.firstIndex(where: { $0 == ":" || $0 == "：" }) else { return nil }
    let name = line[..<colon].filter { $0 != "*" && $0 != ">" }.trimmed.lowercased()
    guard let field = names[name] else { return nil }
    return (field, line[line.index(after: colon)...].filter { $0 != "*" }.trimmed)
  }
}
