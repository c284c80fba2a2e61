import Foundation
import TestSupport
import Testing

/// The commands in the README and the manual do what the text says.
@Suite("Documented commands", .endsAtAll) struct DocumentedCommandTests {
  /// Commands that are not run, with the reason.
  private static let exceptions = [
    "sudo apt install ./luego_0.1.0_amd64.deb": "installs on this machine",
    "git clone <this repository> luego && cd luego": "names no repository", "make run": "builds",
    "make install": "builds; InstallTests install what is built",
    "make test": "runs this test",
  ]

  /// Replaces the ids, addresses and machines of an example with ones that exist in the test.
  private func stood(_ command: String, in home: Home, _ web: LoopbackServer) async throws -> String
  {
    let id = try await home.everything().first { $0.url == web.url("/one") }?.id ?? ""
    let places = [
      ("https://example.com/", web.url("/")), ("3f9c", String(id.prefix(8))),
      ("/media/me/stick", home.path + "/stick"),
      ("git@example.com:me/luego.git", home.path + "/luego.git"),
    ]
    return places.reduce(command) { $0.replacing($1.0, with: $1.1) }
  }

  /// Creates a home with an old library in which every example finds something.
  private func home(_ web: LoopbackServer) async throws -> Home {
    let home = try Home()
    // Another machine, played by another home, and a USB stick.
    for directory in [".config/chromium", "laptop", "stick"] { try home.makeDirectory(directory) }
    try home.directory.write(
      ".config/luego/config",
      text: """
        set archive \(web.url("/web/2id_/{url}"))
        set sync-ssh \(home.directory.path("ssh"))
        sync stick \(home.path)/stick/luego

        """)
    try home.directory.write(
      "ssh", text: "#!/bin/sh\nHOME=\"$HOME/laptop\" exec sh -c \"$2\"\n", mode: 0o700)
    try #require(runShell("git init -q --bare \"$1\"", home.directory.path("luego.git")))
    try home.directory.write(
      "pocket.zip",
      text: "title,url,time_added,tags,status\nA,http://a.example/,1700000000,,unread\n")
    for name in ["page.html", "book.epub"] {
      try home.directory.write(name, text: Pages.article("Saved"))
    }
    for (path, title) in [("/", "Home"), ("/essay", "Essay")] {
      web.handle(path) { $1.respond(200, Pages.article(title)) }
    }
    let sentence = "A slow web has few words, for those who have little time to read them. "
    let paragraph = "<p>\(String(repeating: sentence, count: 4))</p>"
    let short = "<title>Slow</title><article>\(String(repeating: paragraph, count: 5))</article>"
    web.handle("/short") { $1.respond(200, short) }
    let copy = "/web/20240305101112id_/" + web.url("/gone")
    web.handle("/web/2id_/" + web.url("/gone")) { $1.redirect(to: copy) }
    web.handle(copy) { $1.respond(200, short) }
    let tags = ["-t", "design", "-t", "weekend", "-t", "later"]
    for (path, moment) in [
      ("/one", "2015-03-01T10:00:00Z"), ("/two", "2015-03-01T10:00:00Z"), ("/short", nil),
    ] {
      let words = ["add"] + tags + [web.url(path)]
      try #require(try await home.run(words, environment: ["LUEGO_NOW": moment]).status == 0)
    }
    try await home.luego("add", "--no-fetch", web.url("/gone"))
    // Archived long enough ago to be deleted.
    try await home.luego("archive", web.url("/two"))
    return home
  }

  private func check(_ commands: [String], of document: String) async throws {
    let web = try Pages.serve()
    let home = try await home(web)
    var run = 0
    for command in commands where Self.exceptions[command] == nil {
      let line = try await stood(command, in: home, web)
      let outcome = try await Programs.run(
        ["sh", "-c", "cd && " + line], environment: home.environment(), directory: home.path)
      #expect(
        outcome.status == 0,
        "\(document): \(line): \(outcome.status) \(outcome.text) \(outcome.errorLines)")
      run += 1
    }
    #expect(run >= 4)
  }

  @Test("the README's commands work, one after another") func readme() async throws {
    try await check(try DocumentedCommands.inReadme(), of: "README.md")
  }

  @Test("the manual's examples work, one after another", arguments: try DocumentedCommands.pages())
  func manual(page: String) async throws {
    try await check(try DocumentedCommands.inExamples(of: page), of: page)
  }

  @Test("every exception is for a command that is documented") func exceptions() throws {
    let all = try DocumentedCommands.inReadme()
    for command in Self.exceptions.keys { #expect(all.contains(command), "\(command)") }
    #expect(try DocumentedCommands.pages().contains("luego.1"))
  }

  @Test("the picture in the README is of the program as it is; else: make pictures")
  func picture() async throws {
    let home = try Home()
    let outcome = try await Programs.run(
      [
        "make", "-s", "-C", Home.checkout, "picture-screen",
        "RELEASE=" + (try Home.program() as NSString).deletingLastPathComponent,
      ], environment: home.environment(), directory: home.path)
    #expect(outcome.status == 0, "\(outcome.errorLines)")
    let kept = try String(
      contentsOfFile: Home.checkout + "/Data/pictures/luego.ansi", encoding: .utf8)
    #expect(outcome.text == kept, "\(outcome.text)")
  }
}
