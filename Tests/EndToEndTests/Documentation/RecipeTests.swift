import Foundation
import TestSupport
import Testing

/// The recipes of the manual and for browsers work as printed.
///
/// Programs that ask a user or a remote machine have stand-ins.
@Suite("Recipes", .endsAtAll) struct RecipeTests {
  /// Creates a home with the program where the recipes expect it, stand-ins, and pages to save.
  private func home() async throws -> (home: Home, web: LoopbackServer) {
    let (home, web) = (try Home(), try Pages.serve())
    for directory in [".local/bin", "inbox"] { try home.makeDirectory(directory) }
    try FileManager.default.createSymbolicLink(
      atPath: home.directory.path(".local/bin/luego"), withDestinationPath: try Home.program())
    let desktop = Home.checkout + "/Data/luego.desktop"
    for (name, script) in [
      ("ssh", "shift; cd && exec sh -c \"$*\""), ("fzf", "head -n 2"),
      ("espeak-ng", "cat >~/spoken"),
      ("xdg-open", "exec $(sed -n \"s|%u|$1|; s/^Exec=//p\" '\(desktop)')"),
    ] { try home.directory.write("bin/" + name, text: "#!/bin/sh\n\(script)\n", mode: 0o700) }
    try home.directory.write(
      ".config/luego/config",
      text: "set inbox \(home.path)/inbox\nsync stick \(home.path)/stick/luego\n")
    try home.directory.write(
      ".gitconfig", text: "[user]\nname = Me\nemail = me@example.com\n")
    try home.directory.write("links.txt", text: web.url("/two") + "\n")
    try #require(try await home.luego("add", web.url("/one")).status == 0)
    return (home, web)
  }

  /// Runs a line in a shell that finds the stand-ins before other programs.
  private func run(
    _ line: String, in home: Home, input: String = "", _ more: [String: String] = [:]
  ) async throws -> Outcome {
    var environment = home.environment(more)
    environment["PATH"] = "\(home.path)/bin:" + (environment["PATH"] ?? "")
    return try await Programs.run(
      ["/bin/sh", "-c", "cd && " + line], environment: environment, directory: home.path,
      input: Array(input.utf8))
  }

  private func mail(_ address: String) -> String {
    "From: a@a.example\nTo: b@b.example\nSubject: A link\nList-Id: <heron.example>\n\n\(address)\n"
  }

  @Test("each recipe of the manual does what it says") func manual() async throws {
    let recipes = try DocumentedCommands.commands(in: "RECIPES", of: "luego.1")
    #expect(recipes.count == 13)
    for recipe in recipes {
      let (home, web) = try await home()
      let two = web.url("/two")
      var outcome: Outcome?
      if let job = recipe.wholeMatch(of: /[0-9*\/]+ (?:\S+ ){4} *(.*)/) {
        outcome = try await run(String(job.1), in: home)
        #expect(outcome?.output == [] && outcome?.errors == [], "\(recipe): \(outcome as Any)")
        // The stick is not mounted.
        if recipe.contains("sync") {
          #expect(outcome?.status == 5)
          continue
        }
      } else if recipe.hasPrefix("bind-key ") {
        try home.directory.write("tmux.conf", text: recipe + "\n")
        outcome = try await run(
          "tmux -S ~/tmux -f ~/tmux.conf start-server \\; list-keys", in: home)
        #expect(outcome?.text.contains("display-popup -E") == true, "\(outcome as Any)")
      } else if recipe.hasPrefix("ssh -t ") {
        outcome = try await run(recipe.replacing("ssh -t", with: "ssh"), in: home)
        #expect(outcome?.text.contains("First Light") == true, "\(outcome as Any)")
      } else if let macro = recipe.wholeMatch(of: /macro l set browser "([^"]*)" ;.*/) {
        outcome = try await run(String(macro.1.replacing("%u", with: "'\(two)'")), in: home)
      } else if let macro = recipe.wholeMatch(of: /macro index.* "<pipe-message>(.*)<enter>"/) {
        outcome = try await run(String(macro.1), in: home, input: mail(two))
      } else if let bookmark = recipe.wholeMatch(of: /javascript:location.href='([^']*)'\+.*/) {
        let address = two.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        outcome = try await run("xdg-open '\(bookmark.1)\(address)'", in: home)
      } else if let types = recipe.wholeMatch(of: /xdg-mime default luego.desktop (.*)/) {
        let entry = try DocumentedCommands.text("Data/luego.desktop")
        for type in types.1.split(separator: " ") { #expect(entry.contains("\(type);")) }
        continue
      } else {
        let example = "https%3A%2F%2Fexample.com%2Fessay"
        let address = two.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        outcome = try await run(recipe.replacing(example, with: address), in: home)
      }
      #expect(
        outcome?.status == 0, "\(recipe): \(outcome?.text ?? "") \(outcome?.errorLines ?? [])")
      let entries = try await home.everything()
      if ["luego add", "article?url="].contains(where: recipe.contains) {
        #expect(entries.contains { $0.url == two }, "\(recipe)")
      }
      if recipe.contains("fzf") { #expect(entries.map(\.tags) == [["later"]]) }
      if recipe.contains("espeak") {
        let spoken = try String(contentsOfFile: home.directory.path("spoken"), encoding: .utf8)
        #expect(spoken.contains("Paragraph 1 of the story."))
      }
      if recipe.contains("git init") {
        let rest = try await run("git -C .local/share/luego status --porcelain", in: home)
        #expect(rest.status == 0 && rest.output.isEmpty, "\(rest.text)")
      }
    }
  }

  @Test("systemd's unit for fetching ends as it says") func unit() async throws {
    let (home, _) = try await home()
    let lines = try DocumentedCommands.lines(of: "RECIPES", of: "luego.1")
    func value(_ key: String) throws -> String {
      let line = try #require(lines.first { $0.hasPrefix(key + "=") })
      return String(line.dropFirst(key.count + 1))
    }
    try await home.luego("add", "--no-fetch", "http://127.0.0.1:1/nobody")
    let command = try value("ExecStart").replacing("%h", with: home.path)
    let outcome = try await run("exec " + command, in: home)
    #expect(try outcome.status == 0 || "\(outcome.status)" == value("SuccessExitStatus"))
    #expect(outcome.output.isEmpty && outcome.errors.isEmpty)
  }

  private func recipe(_ name: String) throws -> String {
    try DocumentedCommands.text("Data/browser/recipes/" + name)
  }

  @Test("lynx saves a page of either scheme") func lynx() async throws {
    let (home, web) = try await home()
    let lines = try recipe("lynx").split(separator: "\n").filter { $0.hasPrefix("EXTERNAL:") }
    #expect(lines.count == 2)
    for (line, address) in zip(lines, [web.url("/two"), "https://127.0.0.1:1/x"]) {
      let parts = line.split(separator: ":")
      #expect(address.hasPrefix(parts[1] + ":") && parts[3] == "TRUE")
      _ = try await run(String(parts[2]).replacing("%s", with: "'\(address)'"), in: home)
      #expect(try await home.everything().contains { $0.url == address })
    }
  }

  @Test("w3m saves the page that it shows, and a link") func w3m() async throws {
    let (home, web) = try await home()
    let page = try home.directory.write("source.html", text: Pages.article("From w3m"))
    let variables = [
      "W3M_SOURCEFILE": page, "W3M_URL": "https://a.example/shown",
      "W3M_CURRENT_LINK": web.url("/two"),
    ]
    for line in try recipe("w3m").split(separator: "\n") where line.hasPrefix("keymap ") {
      let command = try #require(line.wholeMatch(of: /keymap \S+ EXEC_SHELL "(.*)"/)).1
      let outcome = try await run(
        String(command).replacing("\\\"", with: "\""), in: home, variables)
      #expect(outcome.status == 0, "\(line): \(outcome.errorLines)")
    }
    let entries = try await home.everything()
    #expect(entries.contains { $0.title == "From w3m" && $0.url == "https://a.example/shown" })
    #expect(entries.contains { $0.url == web.url("/two") })
  }

  @Test("qutebrowser saves the page with the selection, and a hinted link, and says so")
  func qutebrowser() async throws {
    let (home, web) = try await home()
    let page = try home.directory.write("page.html", text: Pages.article("From qutebrowser"))
    let script = "sh '\(Home.checkout)/Data/browser/recipes/qutebrowser'"
    for (mode, url) in [("command", "https://a.example/it's"), ("hints", web.url("/two"))] {
      let outcome = try await run(
        script, in: home,
        [
          "QUTE_MODE": mode, "QUTE_URL": url, "QUTE_HTML": page, "QUTE_FIFO": home.path + "/fifo",
          "QUTE_SELECTED_TEXT": mode == "hints" ? "" : "Paragraph 1 of the story.",
        ])
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errorLines)")
      #expect(try await home.everything().contains { $0.url == url })
    }
    let said = try String(contentsOfFile: home.path + "/fifo", encoding: .utf8)
    #expect(said.split(separator: "\n").count == 2)
    #expect(
      said.split(separator: "\n").allSatisfy { $0.contains(/message-info 'Luego: saved [^']*'/) })
    #expect(try await home.luego("highlights").text.contains("> Paragraph 1 of the story."))
  }

  @Test("a phone's address and mail reach the list") func phone() async throws {
    let (home, web) = try await home()
    let lines = try recipe("phone").split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    let first = try #require(lines.firstIndex(of: "#!/bin/sh"))
    try home.directory.write(
      "opener", text: lines[first...(first + 1)].joined(separator: "\n") + "\n", mode: 0o700)
    #expect(try await run("~/opener '\(web.url("/two"))'", in: home).status == 0)
    let inbox = home.path + "/inbox"
    let file = try #require(try FileManager.default.contentsOfDirectory(atPath: inbox).first)
    #expect(file.hasPrefix("share-") && file.hasSuffix(".txt"))
    try home.age(inbox + "/" + file)
    #expect(try await home.luego("inbox").status == 0)
    #expect(try await home.everything().contains { $0.url == web.url("/two") })
    let pipe = try #require(lines.first { $0.hasPrefix("| ") })
    let outcome = try await run(String(pipe.dropFirst(2)), in: home, input: mail("Some words."))
    #expect(outcome.status == 0, "\(outcome.errorLines)")
    #expect(try await home.entries("tag:newsletter").map(\.title) == ["A link"])
  }
}
