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

  private static let prefixes: Set<String> = [
    "fwd", "fw", "wg", "tr", "rv", "enc", "i", "vs", "vb", "vl", "doorst", "pd", "yönlendirme",
    "転送", "转发",
  ]

  /// A subject without its forwarding prefixes.
  package static func bare(_ subject: String) -> String {
    var rest = subject[...]
    while let colon = rest.firstIndex(where: { $0 == ":" || $0 == "：" }),
      prefixes.contains(rest[..<colon].trimmed.lowercased())
    { rest = rest[rest.index(after: colon)...] }
    return rest.trimmed
  }

  /// Removes the quoted headers, and all text above, from a mail whose subject says that it was
  /// forwarded; nil if there are none.
  init?(in body: inout ArticleBody, subject: String) {
    guard Self.bare(subject) != subject.trimmed else { return nil }
    let lines = body.blocks.map { block in
      ArticleBody(blocks: [block]).plainText.split(whereSeparator: \.isNewline).map(\.trimmed)
    }
    let all = lines.enumerated().flatMap { block, lines in lines.indices.map { (block, $0) } }
    var start: Int?
    for (index, place) in all.prefix(200).enumerated()
    where Self.header(lines[place.0][place.1])?.field == .sender {
      let letter = Self.read(all[index...].prefix(20).map { lines[$0.0][$0.1] })
      guard letter.count > 1 else { continue }
      self = letter.found
      start = index + letter.count
      break
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

  /// Parses the headers at the start of some lines, and counts them.
  private static func read(_ lines: [String]) -> (found: ForwardedLetter, count: Int) {
    var (found, count) = (ForwardedLetter(), 0)
    for line in lines {
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

  /// Nil for any other line.
  private static func header(_ line: String) -> (field: Field, value: String)? {
    guard let colon = line.firstIndex(where: { $0 == ":" || $0 == "：" }) else { return nil }
    let name = line[..<colon].filter { $0 != "*" && $0 != ">" }.trimmed.lowercased()
    guard let field = names[name] else { return nil }
    return (field, line[line.index(after: colon)...].filter { $0 != "*" }.trimmed)
  }
}
