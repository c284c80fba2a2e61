import Foundation
import Library
import Reader
import ReadingList
import Testing

@Suite("The man page") struct ManPageTests {
  private static let manual = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Data/man")

  /// The section generated from the table of record keys.
  private var recordKeys: String {
    let rows = RecordField.frame + RecordField.all.map { ($0.name, $0.type, $0.meaning) }
    return rows.map { ".It Ic \($0.0) Pq \($0.1)\n\($0.2).\n" }.joined()
  }

  /// The section generated from the table of settings.
  private var settings: String {
    Settings.Name.allCases.map { name in
      ".It Cm \(name.rawValue)\n\(name.summary): \(name.values).\n\(name.help).\n"
        + "The default is \(Settings().value(of: name)).\n"
    }.joined()
  }

  /// The section generated from the command table and the default keys.
  private var commandKeys: String {
    var text = ""
    for section in Command.Section.allCases {
      text += ".Ss \(section.rawValue)\n"
      text += ".Bl -tag -width \"Ctrl-F PgDn Space\" -compact\n"
      for command in Command.allCases where command.row.section == section {
        for line in Keymap.vim.lines(of: command) {
          text += ".It Ic \(line.keys.map(escaped).joined(separator: " "))\n\(line.words)\n"
        }
      }
      text += ".El\n"
    }
    return text
  }

  /// Escapes a key for roff, which gives some characters a meaning.
  private func escaped(_ key: String) -> String {
    if key == "\\" { return "\\e" }
    return key.first.map { $0.isLetter || $0.isNumber || $0 == "<" } == true ? key : "\\&" + key
  }

  /// Compares a section of a file with its source; with `LUEGO_RECORD=1` rewrites it.
  private func check(
    _ page: String, from begin: String, _ start: String, to end: String, is wanted: String
  ) throws {
    let file = Self.manual.appending(path: page)
    let text = try String(contentsOf: file, encoding: .utf8)
    let intro = try #require(text.range(of: begin))
    let first = try #require(text.range(of: start, range: intro.lowerBound..<text.endIndex))
    let last = try #require(text.range(of: end, range: first.upperBound..<text.endIndex))
    let part = first.upperBound..<last.lowerBound
    if ProcessInfo.processInfo.environment["LUEGO_RECORD"] == "1" {
      let updated = text.replacingCharacters(in: part, with: wanted)
      try updated.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("Rewrote \(page); run again without LUEGO_RECORD")
    } else {
      #expect(text[part] == wanted, "\(page)")
    }
  }

  /// The query forms and keys, generated from the tables of the language.
  private var queries: String {
    var text = ".Bl -tag -width Ds -compact\n"
    for form in Query.forms {
      text += ".It Cm \(form.example.replacing("\"", with: "\\(dq").replacing("-", with: "\\-"))\n"
      text += form.meaning + ".\n"
    }
    text += ".El\n.Pp\nThe keys are:\n.Pp\n.Bl -tag -width Ds -compact\n"
    for key in Query.keys {
      text += ".It Cm \(key.name): Ns Ar \(key.takes)\n\(key.meaning)"
      text += (key.words.isEmpty ? "" : ": " + key.words.joined(separator: ", ")) + ".\n"
    }
    return text + ".El\n"
  }

  @Test("settings, keys, keys of a record and the language of queries (3.15) are as the tables say")
  func tables() throws {
    try check(
      "luego-config.5", from: ".Sh SETTINGS\n", ".Bl -tag -width Ds\n", to: ".El\n", is: settings)
    try check(
      "luego-config.5", from: ".Sh KEYS\n", ".\\\" The table.\n", to: ".\\\" End of the table.\n",
      is: commandKeys)
    try check(
      "luego-library.5", from: "A record has these keys", ".Bl -tag -width Ds\n", to: ".El\n",
      is: recordKeys)
    try check(
      "luego-queries.7", from: ".Sh DESCRIPTION\n", ".\\\" The tables.\n",
      to: ".\\\" End of the tables.\n", is: queries)
  }
}
