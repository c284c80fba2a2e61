import Foundation
import TestSupport
import Testing

@Suite("The command line", .endsAtAll) struct CommandLineTests {
  @Test("add saves a page, list names it, show prints its text") func addListShow() async throws {
    let (home, web) = (try Home(), try Pages.serve())
    let added = try await home.luego("add", web.url("/one"))
    #expect(added.status == 0)
    #expect(added.errors.isEmpty)
    #expect(added.lines.count == 1)
    let id = try #require(try await home.entries().first).id
    #expect(added.lines == ["saved  \(id.prefix(8))  First Light"])
    let list = try await home.luego("list")
    #expect(list.status == 0 && list.errors.isEmpty && list.lines.count == 1)
    #expect(list.text.contains("First Light") && list.text.hasPrefix(String(id.prefix(8))))
    let shown = try await home.luego("show", String(id.prefix(6)))
    #expect(shown.status == 0)
    #expect(shown.text.contains("Paragraph 60 of the story."))
    #expect(shown.lines.allSatisfy { $0.count <= 72 })
    #expect(!shown.text.contains("Home"))
  }

  @Test("add takes tags, a title and a list, and says nothing on standard error")
  func addOptions() async throws {
    let (home, web) = (try Home(), try Pages.serve())
    let first = try await home.luego(
      "add", web.url("/one"), "-t", "Design", "-t", "web,slow", "--title", "My Own", "--favorite")
    #expect(first.status == 0 && first.errors.isEmpty)
    let second = try await home.luego("add", web.url("/two"), "--archive")
    #expect(second.status == 0 && second.errors.isEmpty)
    let favorites = try await home.entries("in:favorites")
    #expect(favorites.map(\.title) == ["My Own"])
    #expect(favorites.first?.tags.sorted() == ["Design", "slow", "web"])
    #expect(favorites.first?.state == "ready")
    #expect(try await home.entries("in:archived").map(\.title) == ["Second Wind"])
    #expect(try await home.entries().isEmpty)
  }

  @Test("add --no-fetch asks no server; fetch does it later") func fetchLater() async throws {
    let (home, web) = (try Home(), try Pages.serve())
    let added = try await home.luego("add", web.url("/one"), web.url("/two"), "--no-fetch")
    #expect(added.status == 0 && added.lines.count == 2)
    #expect(added.lines.allSatisfy { $0.hasPrefix("saved") && $0.hasSuffix("(not fetched yet)") })
    #expect(web.requests.isEmpty)
    #expect(try await home.entries().map(\.state) == ["pending", "pending"])
    let unread = try await home.luego("show", "url:two")
    #expect(unread.refusal(1) != nil)
    let fetched = try await home.luego("fetch")
    #expect(fetched.status == 0 && fetched.lines.count == 2)
    #expect(fetched.errorLines == ["2 fetched"])
    #expect(Set(try await home.entries().map(\.title)) == ["First Light", "Second Wind"])
    let again = try await home.luego("fetch")
    #expect(again.status == 0 && again.output.isEmpty)
    #expect(again.errorLines == ["Nothing to fetch"])
  }

  @Test("open hands the address, and nothing else, to the first command in BROWSER that takes it")
  func opening() async throws {
    let home = try Home()
    mkfifo(home.directory.path("page"), 0o600)
    // The browser keeps running after it has opened the address.
    let browser = try home.directory.write(
      "browser",
      text: """
        #!/bin/sh
        read line <"$HOME/page"
        printf '%s|' "$line" "$#" "$@" >"$HOME/opening"
        mv "$HOME/opening" "$HOME/opened"
        """, mode: 0o700)
    // A file in the working directory is not a command.
    try home.directory.write("https:/a.example/x", text: "#!/bin/sh\n", mode: 0o700)
    let url = "https://a.example/x?a=$(touch%20x)&b=';`"
    try await home.luego("add", url, "--no-fetch")
    let disk = try DirectoryWatch(home.path)
    let outcome = try await home.luego(
      "open", "url:a.example",
      environment: ["BROWSER": " :false:/no/browser: \(browser) --url=%s -x:other"])
    #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.lines.count == 1)
    let page = try FileHandle(forUpdating: URL(filePath: home.directory.path("page")))
    try page.write(contentsOf: Data("still there\n".utf8))
    try await disk.wait(until: "the browser has gone on") {
      try home.directory.read("opened") != nil
    }
    let words = String(decoding: try #require(try home.directory.read("opened")), as: UTF8.self)
    #expect(words == "still there|2|--url=\(url.replacing("`", with: "%60"))|-x|")
  }

  @Test(
    "a browser that opens nothing is named in one line, and the command failed",
    arguments: [
      ("false", "“false” ended with status 1"),
      ("false:/no/browser", "“/no/browser” was not found"),
      ("/usr/bin/w3m %s", "“/usr/bin/w3m” shows pages in a terminal, and there is none"),
      ("", "xdg-open found no program for it; set BROWSER"),
      (" ", "xdg-open found no program for it; set BROWSER"),
    ])
  func noBrowser(browser: String, words: String) async throws {
    let home = try Home()
    try home.directory.write("bin/xdg-open", text: "#!/bin/sh\nexit 3\n", mode: 0o700)
    try await home.luego("add", "https://a.example/x", "--no-fetch")
    let outcome = try await home.luego(
      "open", "url:a.example",
      environment: ["BROWSER": browser, "PATH": home.directory.path("bin") + ":/usr/bin:/bin"])
    #expect(outcome.refusal(1)?.contains(words) == true)
  }

  @Test("1.20 a deep link saves the article that it names") func deepLink() async throws {
    let (home, web) = (try Home(), try Pages.serve())
    let address = web.url("/one").replacingOccurrences(of: ":", with: "%3A")
    for scheme in ["luego", "luegoreader"] {
      #expect(try await home.luego("open", "\(scheme)://article?url=\(address)").status == 0)
    }
    #expect(try await home.everything().map(\.title) == ["First Light"])
  }

  @Test("1.5 1.28 --read-only reads, refuses changes with exit status 4, and writes no byte")
  func readOnly() async throws {
    let (home, web) = (try Home(), try Pages.serve())
    try await home.luego("add", web.url("/one"))
    let before = try home.files(under: home.library)
    for words in [
      ["list"], ["show", "first"], ["--snapshot", "80x24", "--keys", "e s d <enter> G u"],
    ] { #expect(try await home.run(["--read-only"] + words).status == 0, "\(words)") }
    for words in [
      ["add", web.url("/two")], ["archive", "first"], ["favorite", "first"], ["delete", "first"],
      ["tag", "first", "+a"], ["fetch"], ["undo"],
      ["open", "luego://article?url=\(web.url("/two"))"],
    ] {
      let outcome = try await home.run(["--read-only"] + words)
      #expect(outcome.refusal(4) != nil, "\(words)")
    }
    #expect(try home.files(under: home.library) == before)
    #expect(web.requests.map(\.path) == ["/one"])
  }

  @Test("one link is one article: again, with tracking parameters, through a redirect, at once")
  func oneArticle() async throws {
    let (home, web) = (try Home(), try Pages.serve())
    async let together = [
      home.luego("add", web.url("/one")), home.luego("add", web.url("/one")),
      home.luego("add", web.url("/one?utm_source=feed")), home.luego("add", web.url("/one#top")),
    ]
    #expect(try await together.map(\.status) == [0, 0, 0, 0])
    #expect(try await home.everything().map(\.title) == ["First Light"])
    let again = try await home.luego("add", web.url("/one?fbclid=x"))
    #expect(again.status == 0 && again.text.hasPrefix("already saved  "))
    #expect(again.text.contains("in All Articles"))
    try await home.luego("add", web.url("/moved"))
    try await home.luego("delete", web.url("/one"))
    let deleted = try await home.luego("add", web.url("/one"))
    #expect(deleted.text.contains("in Trash") && deleted.text.contains("luego restore"))
  }

  @Test("many processes saving many links lose none") func manyAtOnce() async throws {
    let home = try Home()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          let links = (0..<20).map { "http://a.example/\($0 < 10 ? "shared" : "w\(writer)")/\($0)" }
          let outcome = try await home.run(["add", "--no-fetch"] + links)
          #expect(outcome.status == 0 && outcome.lines.count == 20)
        }
      }
      try await group.waitForAll()
    }
    #expect(try await home.everything().count == 10 + 4 * 10)
  }
}
