import Foundation

/// The commands shown in a text, in order.
enum DocumentedCommands {
  /// The indented lines of the README, without their explanations.
  static func inReadme() throws -> [String] {
    try text("README.md").split(separator: "\n").filter { $0.hasPrefix("    ") }.map {
      $0.replacing(/\s+#\s.*/, with: "").trimmingCharacters(in: .whitespaces)
    }
  }

  /// The lines of the EXAMPLES section of a man page.
  static func inExamples(of page: String) throws -> [String] {
    try commands(in: "EXAMPLES", of: page)
  }

  /// The displayed lines of a section of a man page.
  static func commands(in section: String, of page: String) throws -> [String] {
    try lines(of: section, of: page).filter { $0.hasPrefix(".Dl ") }.map {
      String($0.dropFirst(4)).replacing(#"\(dq"#, with: "\"").replacing(#"\-"#, with: "-")
        .replacing(#"\&"#, with: "")
    }
  }

  /// The lines of a section of a man page.
  static func lines(of section: String, of page: String) throws -> [String] {
    try text("Data/man/" + page).split(separator: "\n").map(String.init).drop {
      $0 != ".Sh " + section
    }.dropFirst().prefix { !$0.hasPrefix(".Sh ") }
  }

  /// The man pages that have this section.
  static func pages() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: Home.checkout + "/Data/man").filter {
      try !inExamples(of: $0).isEmpty
    }.sorted()
  }

  static func text(_ path: String) throws -> String {
    try String(contentsOfFile: Home.checkout + "/" + path, encoding: .utf8)
  }
}
