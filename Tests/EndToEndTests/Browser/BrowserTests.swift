import Foundation
import TestSupport
import Testing

/// The extension in a real browser, checked by the library's final contents.
@Suite(
  "The extension in browsers", .endsAtAll, .serialized,
  .enabled(if: !TestedBrowser.all.isEmpty, TestedBrowser.comment)) struct BrowserTests
{
  private static let prose =
    "<p>" + String(repeating: "Herons stand in the shallow water, and wait for fish. ", count: 8)
    + "</p>"

  private static func page(_ title: String, _ body: String) -> String {
    "<html><head><meta charset=utf-8><title>\(title)</title></head><body>\(body)</body></html>"
  }

  private static let script = """
    <div id=r></div><script>r.innerHTML = "<article><h1>Made</h1>" + `\(prose)`.repeat(3)</script>
    """

  private static let shadows = """
    <x-a><p>SLOTTED words that stand in the page itself, and are shown in the middle of it.</p></x-a>
    <iframe src="/frame"></iframe>
    <script>
    customElements.define("x-a", class extends HTMLElement { constructor() { super();
      this.attachShadow({mode: "closed"}).innerHTML = `<article>\(prose)CLOSED<slot></slot><x-b></x-b></article>`; } });
    customElements.define("x-b", class extends HTMLElement { constructor() { super();
      this.attachShadow({mode: "open"}).innerHTML = `<p>NESTED</p>\(prose)<slot>FALLBACK</slot>`; } });
    </script>
    """

  private static let hostile = """
    <form><input name=tagName><input name=nodeType><input name=firstChild><input name=localName>
    <input name=appendChild value=SECRET><input type=password value=SECRET><textarea>SECRET</textarea></form>
    <img name=documentElement><img name=implementation>
    <article><h1>Hostile</h1>\(prose)\(prose)\(prose)<p id=s></p></article>
    <script>
    Object.defineProperty(Element.prototype, "outerHTML", { get() { return "EVIL"; } });
    Node.prototype.appendChild = () => { throw 1; };
    document.importNode = () => { throw 2; };
    String.prototype.toWellFormed = () => "EVIL";
    s.textContent = "half \\ud800 character";
    </script>
    """

  /// Runs blocking work on a separate thread.
  ///
  /// Expect nothing in it: an issue recorded there belongs to no test.
  private func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
  }

  private func site() throws -> LoopbackServer {
    let server = try LoopbackServer()
    let article = "<article><h1>Members</h1>\(Self.prose)\(Self.prose)\(Self.prose)</article>"
    server.handle("/login") {
      $1.respond(200, Self.page("In", "Welcome"), headers: [("Set-Cookie", "who=ada; Path=/")])
    }
    server.handle("/member") { request, connection in
      let isIn = request.header("Cookie")?.contains("who=ada") == true
      let login = Self.page("Log in", "<form>Log in <input type=password></form>")
      connection.respond(200, isIn ? Self.page("Members", article) : login)
    }
    server.handle("/script") { $1.respond(200, Self.page("Made", Self.script)) }
    server.handle("/shadows") { $1.respond(200, Self.page("Shadows", Self.shadows)) }
    server.handle("/frame") { $1.respond(200, Self.page("", "<p>FRAMED</p>" + Self.prose)) }
    server.handle("/hostile") { $1.respond(200, Self.page("Hostile", Self.hostile)) }
    server.handle("/sandbox") {
      let policy = ("Content-Security-Policy", "sandbox; default-src 'none'")
      $1.respond(200, Self.page("Sandbox", article), headers: [policy])
    }
    server.handle("/charset") {
      let thrice = "<p>one fish</p><p id=here>two fish</p><p>three fish</p>"
      let inside = article.replacing("</article>", with: thrice + "</article>")
      let page = "<html><meta charset=windows-1251><title>Größe</title>\(inside)"
      $1.respond(200, page, headers: [("Content-Type", "text/html; charset=utf-8")])
    }
    return server
  }

  @Test(
    "saves pages as they are shown: logged in, made by scripts, in shadow roots and frames, hostile ones",
    arguments: TestedBrowser.all)
  func pages(_ kind: TestedBrowser) async throws {
    let home = try Home()
    let server = try site()
    // The program has no native host next to it, so install creates the link.
    try await kind.connect(home)
    let said = try await onThread {
      let browser = try kind.start(home)
      try browser.open(server.url("/login"))
      let paths = ["/script", "/shadows", "/hostile", "/sandbox", "/charset", "/member", "/member"]
      return try paths.map { try browser.save(server.url($0)) }
    }
    #expect(said == Array(repeating: "Saved · 1 min", count: 6) + ["Already saved today"])
    let entries = try await home.everything()
    #expect(entries.count == 6 && entries.allSatisfy { $0.state == "ready" })
    func text(_ path: String) async throws -> String {
      try await home.luego("show", server.url(path), "--format", "html").text
    }
    #expect(try await text("/member").contains("Herons"))
    #expect(try await text("/script").contains("Herons"))
    let shadows = try await text("/shadows")
    for word in ["CLOSED", "NESTED", "SLOTTED", "FALLBACK", "FRAMED"] {
      #expect(shadows.contains(word), "\(word)")
    }
    let hostile = try await text("/hostile")
    #expect(hostile.contains("Herons") && hostile.contains("half"))
    #expect(!hostile.contains("SECRET") && !hostile.contains("EVIL"))
    #expect(entries.contains { $0.title == "Größe" })
    for entry in entries {
      #expect(try await home.luego("show", "--info", entry.id).text.contains("From        browser"))
    }
  }

  @Test(
    "saves large pages, those that are too large as links, and links from the menu",
    arguments: TestedBrowser.all)
  func large(_ kind: TestedBrowser) async throws {
    let home = try Home()
    let server = try site()
    try await kind.connect(home)
    let said = try await onThread {
      let browser = try kind.start(home)
      var said: [String] = []
      for (path, megabytes) in [("/charset", 10), ("/script", 70)] {
        try browser.open(server.url(path))
        try browser.evaluate("document.body.dataset.x = 'x'.repeat(\(megabytes) << 20), ''")
        try browser.press()
        said.append(try browser.said())
      }
      try browser.choose(.link(server.url("/member"), text: "A link"))
      return said + [try browser.said()]
    }
    let asLink = "Saved as a link; its page is fetched now"
    #expect(said == ["Saved · 1 min", asLink, asLink])
    let urls = try await home.everything().map(\.url)
    #expect(Set(urls) == Set(["/charset", "/script", "/member"].map(server.url)))
  }

  @Test(
    "the address and the text are of one page, also where that gives way to another",
    arguments: TestedBrowser.all)
  func changing(_ kind: TestedBrowser) async throws {
    let home = try Home()
    let server = try site()
    for number in 0..<8 {
      let next = "<script>setTimeout(() => location = '/to\(number)', \(number * 4))</script>"
      let words = "<article><h1>First</h1>\(Self.prose)\(Self.prose)</article>"
      server.handle("/from\(number)") { $1.respond(200, Self.page("First", words + next)) }
      let other = "<article><h1>Second</h1>\(Self.prose)\(Self.prose)</article>"
      server.handle("/to\(number)") { $1.respond(200, Self.page("Second", other)) }
    }
    try await kind.connect(home)
    try await onThread {
      let browser = try kind.start(home)
      for number in 0..<8 {
        try browser.open(server.url("/from\(number)"))
        // The title may disappear with its page.
        try browser.press()
      }
      _ = try browser.save(server.url("/member"))
    }
    let entries = try await home.everything().filter { !$0.url.hasSuffix("/member") }
    #expect(entries.allSatisfy { $0.state == "ready" })
    for entry in entries {
      #expect(entry.title == (entry.url.contains("/from") ? "First" : "Second"), "\(entry.url)")
    }
  }

  @Test(
    "says what to do where the program is missing, and keeps a selection at its place",
    arguments: TestedBrowser.all)
  func selection(_ kind: TestedBrowser) async throws {
    let home = try Home()
    let server = try site()
    let missing = try await onThread { try kind.start(home).save(server.url("/sandbox")) }
    #expect(kind.isAnswer(missing), "\(missing)")
    try await kind.connect(home)
    let said = try await onThread {
      let browser = try kind.start(home)
      _ = try browser.save(server.url("/charset"))
      try browser.evaluate(
        """
        (node => (getSelection().setBaseAndExtent(node, 4, node, 8), ""))
          (document.getElementById("here").firstChild)
        """)
      try browser.choose(.selection)
      return try browser.said()
    }
    #expect(said == "Already saved today")
    #expect(try await home.luego("highlights").text.contains("> fish"))
    let saved = try await home.luego("export", "--format", "json").text
    #expect(saved.contains("\\ntwo \""), "\(saved.suffix(1500))")
  }
}
