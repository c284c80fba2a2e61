import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Passwords in addresses", .endsAtAll) struct CredentialTests {
  @Test("are neither stored, printed nor logged, wherever the address comes from")
  func nowhere() async throws {
    let (home, web) = (try Home(), try Pages.serve())
    let secret = web.url("/one").replacingOccurrences(of: "http://", with: "http://bob:secret@")
    let second = secret.replacingOccurrences(of: "/one", with: "/two")
    let log = home.directory.path("log")
    let added = try await home.luego("--log", log, "add", secret)
    #expect(added.status == 0)
    #expect(added.errorLines.count == 1 && added.errorLines[0].hasSuffix("/.config/luego/netrc"))
    let mail = try await home.luego(
      "--log", log, "add", "-", "--no-fetch", input: Array("Look: <\(second)>, it is good.\n".utf8))
    #expect(mail.status == 0 && mail.errorLines.count == 1)
    let link = try await home.luego("--log", log, "open", "luego://article?url=\(second)")
    #expect(link.status == 0 && link.errorLines.count == 1)
    let outcomes = [
      added, mail, link, try await home.luego("--log", log, "show", "http://bob:secret@no.test/"),
      try await home.luego("--log", log, "add", "http://bob:secret@no.test:99999/"),
      try await home.luego("--log", log, "add", "bob:secret@no.test"),
      try await home.luego("--log", log, "sources", "add", "http://bob:secret@no.test/feed", "no"),
      try await home.luego("--log", log, "list", "--json"),
    ]
    for outcome in outcomes {
      #expect(!(outcome.text + outcome.errorLines.joined()).contains("secret"))
    }
    #expect(try await home.everything().map(\.url).sorted() == [web.url("/one"), web.url("/two")])
    let files = try FileManager.default.subpathsOfDirectory(atPath: home.path)
    #expect(files.contains { $0.hasSuffix(".json") } && files.contains("log"))
    for file in files {
      let bytes = FileManager.default.contents(atPath: home.directory.path(file)) ?? Data()
      #expect(bytes.range(of: Data("secret".utf8)) == nil, "\(file)")
    }
    #expect(web.requests.allSatisfy { $0.header("Authorization") == nil })
  }

  @Test(
    "belong into netrc, as cookies into cookies.txt, from which they are sent, and which must be private",
    arguments: [
      (
        "netrc", "machine 127.0.0.1 login bob password secret\n", "Authorization",
        "Basic Ym9iOnNlY3JldA=="
      ),
      ("cookies.txt", "127.0.0.1\tFALSE\t/\tFALSE\t0\tkey\tsecret\n", "Cookie", "key=secret"),
    ])
  func files(name: String, text: String, field: String, value: String) async throws {
    let (home, web) = (try Home(), try Pages.serve())
    let file = try home.directory.write(".config/luego/" + name, text: text, mode: 0o644)
    let refused = try await home.luego("add", web.url("/one"))
    #expect(refused.text.contains("chmod 600") && !refused.text.contains("secret"))
    #expect(web.requests.isEmpty)
    chmod(file, 0o600)
    #expect(try await home.luego("fetch", "url:one").status == 0)
    #expect(web.requests.map { $0.header(field) } == [value])
  }
}
