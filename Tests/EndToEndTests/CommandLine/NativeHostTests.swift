import Foundation
import Platform
import TestSupport
import Testing

/// The exchange between a browser and the program, without a browser.
@Suite("The host of the browser extension", .endsAtAll) struct NativeHostTests {
  private let page =
    "<html><head><title>Herons</title></head><body><article><p>"
    + String(repeating: "Herons stand in the shallow water, and wait for fish. ", count: 20)

  private func message(_ text: String, length: Int? = nil) -> [UInt8] {
    let length = length ?? text.utf8.count
    return (0..<4).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) } + text.utf8
  }

  private func save(_ members: [String: Any]) throws -> [UInt8] {
    var all = members
    all["action"] = all["action"] ?? "save"
    let data = try JSONSerialization.data(withJSONObject: all)
    return message(String(decoding: data, as: UTF8.self))
  }

  /// Starts the program as a browser does and parses its answers.
  private func host(
    _ home: Home, _ input: [UInt8], output: Programs.Destination = .captured,
    before words: [String] = []
  ) async throws -> (answers: [[String: String]], status: Int32) {
    let link = home.path + "/luego-browser"
    if linkTarget(link) == nil {
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: Home.program())
    }
    let outcome = try await Programs.run(
      words + [link, "chrome-extension://lbmbbpabelkkdoagogoedmppobioeepe/"],
      environment: home.environment(), directory: home.path, input: input, output: output)
    var answers: [[String: String]] = []
    var rest = outcome.output[...]
    while !rest.isEmpty {
      let length = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      let text = rest.dropFirst(4).prefix(length)
      try #require(text.count == length, "more than answers: \(outcome.text)")
      let value = try JSONSerialization.jsonObject(with: Data(text))
      answers.append(try #require(value as? [String: String]))
      rest = rest.dropFirst(4 + length)
    }
    return (answers, outcome.status)
  }

  @Test(
    "saves a page with its text, says so, and knows it the next time; two messages are two answers")
  func saving() async throws {
    let home = try Home()
    let one = try save(["url": "https://a.example/x", "title": "Tab", "html": page])
    let (answers, status) = try await host(home, one + one)
    #expect(status == 0 && answers.map { $0["result"] } == ["saved", "already"])
    #expect(answers.map { $0["note"] } == ["Saved · 1 min", "Already saved today"])
    let entry = try #require(try await home.everything().first)
    #expect(entry.title == "Herons" && entry.state == "ready" && entry.id == answers[0]["id"])
    #expect(try await home.luego("show", "--info", "herons").text.contains("From        browser"))
    let tagged = try save(["action": "tag", "id": entry.id, "tags": "birds, to read"])
    #expect(try await host(home, tagged).answers.first?["note"] == "#birds #to read")
    #expect(try await home.everything().first?.tags == ["birds", "to read"])
    let unknown = try save(["action": "tag", "id": "00000000000000000000", "tags": "a"])
    #expect(try await host(home, unknown).answers.first?["result"] == "failed")
    #expect(try await home.luego("undo").status == 0)
  }

  @Test("keeps the selection as a highlight") func quote() async throws {
    let home = try Home()
    let quote = ["exact": "stand in the shallow\n water", "prefix": "Herons ", "suffix": ", and"]
    let input = try save(["url": "https://a.example/x", "title": "", "html": page, "quote": quote])
    #expect(try await host(home, input).answers.first?["result"] == "saved")
    #expect(try await home.luego("highlights").text.contains("> stand in the shallow water"))
    let long = ["exact": String(repeating: "x", count: 1 << 20 + 1)]
    let again = try save(["url": "https://a.example/x", "title": "", "quote": long])
    let answer = try await host(home, again).answers.first
    #expect(answer?["result"] == "check" && answer?["note"]?.contains("too long") == true)
  }

  @Test("answers what is no message with why, and saves nothing of it") func odd() async throws {
    let home = try Home()
    for text in [
      "", "{", "[]", "null", "7", "{\"action\":\"save\"}",
      "{\"action\":\"purge\",\"url\":\"https://a.example/\"}",
      "{\"action\":\"save\",\"url\":\"file:///etc/passwd\"}", "{\"action\":\"save\",\"url\":7}",
      "{\"action\":\"save\",\"url\":\"https://a.example/ https://b.example/\"}",
      "{\"action\":\"tag\",\"id\":\"../x\"}", "\u{1b}[31m\u{0}",
    ] {
      let (answers, status) = try await host(home, message(text))
      #expect(status == 0 && answers.map { $0["result"] } == ["failed"], "\(text)")
      #expect(answers.first?["note"]?.isEmpty == false)
    }
    #expect(try await home.everything().isEmpty)
  }

  @Test("a length that is too large ends it with an answer, one that is cut short without")
  func lengths() async throws {
    let home = try Home()
    for length in [0xffff_ffff, 0x8000_0000, (64 << 20) + 1] {
      let (answers, status) = try await host(home, message("{}", length: length))
      #expect(status == 1 && answers.first?["note"] == "The page is larger than 64 MB")
    }
    let whole = try save(["url": "https://a.example/x", "title": "Tab", "html": page])
    for end in [1, 3, 4, 5, whole.count - 1] {
      let (answers, status) = try await host(home, Array(whole[..<end]))
      #expect(status == 1 && answers.isEmpty, "\(end)")
    }
    #expect(try await host(home, []).status == 0)
    #expect(try await home.everything().isEmpty)
  }

  @Test("a message of 60 MB is taken, and its page is saved with the text that it shows")
  func large() async throws {
    let home = try Home()
    let body = page + "</p></article><!--" + String(repeating: "x", count: 60 << 20) + "-->"
    let input = try save(["url": "https://a.example/x", "title": "Tab", "html": body])
    #expect(try await host(home, input).answers.map { $0["note"] } == ["Saved · 1 min"])
    #expect(try await home.everything().map(\.title) == ["Herons"])
  }

  @Test(
    "killed at any of its writes, the whole page is there, its address or nothing, and is saved again",
    .enabled(if: hasStrace, "needs strace"))
  func killed() async throws {
    let one = try save(["url": "https://a.example/x", "title": "Tab", "html": page])
    for number in stride(from: 1, through: 61, by: 3) {
      let home = try Home()
      let killing = traced(sending: "KILL", at: "\(number)", and: ",unlink,unlinkat")
      let (_, status) = try await host(home, one, before: killing)
      if status != 0, try await home.luego("list").status == 0 {
        let entries = try await home.everything()
        #expect(entries.allSatisfy { ["ready", "pending"].contains($0.state) }, "\(number)")
        #expect(entries.count <= 1)
      }
      #expect(try await host(home, one).status == 0)
      #expect(try await home.everything().map(\.state) == ["ready"], "\(number)")
      if status == 0 { return }
    }
    Issue.record("more than 60 calls")
  }

  @Test("control bytes, half characters and a lying charset end nowhere as such")
  func hostileText() async throws {
    let home = try Home()
    let body = page.replacing(
      "<title>", with: "<meta charset=iso-8859-1><title>\\u001b[31mÜ\\ud800 ")
    let text =
      "{\"action\":\"save\",\"url\":\"https://a.example/x\",\"title\":\"\\u0007\",\"html\":\"\(body)\"}"
    let (answers, _) = try await host(home, message(text))
    #expect(answers.first?["result"] == "saved")
    let shown = try await home.luego("list", "--json").output
    #expect(!shown.contains(0x1b) && !shown.contains(7))
    #expect(try await home.everything().map { $0.title.contains("Ü") } == [true])
  }

  @Test("where nobody reads the answer, the page is saved all the same")
  func closed() async throws {
    let home = try Home()
    let input = try save(["url": "https://a.example/x", "title": "Tab", "html": page])
    #expect(try await host(home, input, output: .closed).status == 1)
    #expect(try await home.everything().count == 1)
  }

  @Test("browser install, status and uninstall name what they do, and only the extension may call")
  func installing() async throws {
    let home = try Home()
    #expect(try await home.luego("browser", "install").status == 1)
    for folder in [".config/chromium", ".mozilla"] { try home.makeDirectory(folder) }
    let status = try await home.luego("browser", "status")
    #expect(status.text.contains("chromium  not connected"))
    #expect(status.errorLines.contains { $0.contains("about:debugging") })
    #expect(try await home.luego("browser", "install").lines.count == 2)
    let path = home.path + "/.config/chromium/NativeMessagingHosts/luego.json"
    let manifest = try String(contentsOfFile: path, encoding: .utf8)
    #expect(manifest.contains("chrome-extension://lbmbbpabelkkdoagogoedmppobioeepe/"))
    #expect(!manifest.contains("allowed_extensions"))
    let other = home.path + "/.mozilla/native-messaging-hosts/luego.json"
    #expect(try String(contentsOfFile: other, encoding: .utf8).contains("allowed_extensions"))
    #expect(try await home.luego("browser", "status").lines.allSatisfy { $0.contains("connected") })
    #expect(try await home.luego("browser", "uninstall").lines.count == 2)
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(try await home.luego("browser", "install", "netscape").status == 2)
  }
}
