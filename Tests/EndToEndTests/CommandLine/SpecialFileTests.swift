import Foundation
import Glibc
import TestSupport
import Testing

@Suite("What is no file", .endsAtAll) struct SpecialFileTests {
  /// Puts something in the place of a file that the program looks for; gives its words for it.
  private func put(_ kind: String, at path: String) throws -> String {
    let directory = (path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    switch kind {
    case "pipe":
      try #require(mkfifo(path, 0o600) == 0)
      return "it is a pipe, not a regular file"
    case "directory":
      try #require(mkdir(path, 0o700) == 0)
      return "it is a directory, not a regular file"
    case "device":
      symlink("/dev/full", path)
      return "it is a device, not a regular file"
    default:
      symlink(path, path)
      return "Too many levels of symbolic links"
    }
  }

  @Test(
    "in the place of the config file is said in one line, and nothing waits for it",
    arguments: ["pipe", "directory", "device", "loop"])
  func config(kind: String) async throws {
    let home = try Home()
    try await home.luego("add", "--no-fetch", "https://a.example/")
    let config = home.directory.path(".config/luego/config")
    let words = try put(kind, at: config)
    for command in [["list"], ["--config", config, "list"], ["--snapshot", "60x10"]] {
      let outcome = try await home.run(command)
      #expect(outcome.status == 0 && outcome.text.contains("a.example"), "\(command)")
      #expect(outcome.errorLines == ["luego: \(config) cannot be read: \(words)"], "\(command)")
    }
    // Changes are kept beside the config file, but not where that is nothing on purpose.
    let change = try await home.luego("sources", "off", "samples")
    #expect(change.status == (kind == "loop" ? 0 : 1))
    #expect(change.errorLines.last?.contains(config) == true)
  }

  @Test(
    "a config file larger than any person's is not read, and that is said; the null device is none")
  func otherConfigs() async throws {
    let home = try Home()
    try await home.luego("add", "--no-fetch", "http://a.example/1")
    let path = try home.configure(String(repeating: "x", count: (1 << 20) + 1))
    let outcome = try await home.luego("list")
    #expect(outcome.lines.count == 1)
    #expect(outcome.errorLines == ["luego: \(path) cannot be read: it is larger than 1 MiB"])
    let none = try await home.luego("--config", "/dev/null", "list")
    #expect(none.status == 0 && none.errors.isEmpty)
  }

  @Test(
    "in the place of cookies, passwords, site rules and what is remembered is waited for by nobody",
    arguments: ["pipe", "directory", "loop"])
  func others(kind: String) async throws {
    let (home, web) = (try Home(), try Pages.serve())
    for name in ["cookies.txt", "netrc"] {
      let path = home.directory.path(".config/luego/\(name)")
      _ = try put(kind, at: path)
      let outcome = try await home.luego("add", web.url("/one"))
      #expect(outcome.status == 0 && outcome.text.contains(path), "\(outcome.text)")
      try FileManager.default.removeItem(atPath: path)
    }
    #expect(web.requests.isEmpty, "nothing is asked without what belongs to the request")
    _ = try put(kind, at: home.directory.path(".config/luego/site-rules/127.0.0.1.txt"))
    for name in ["background", "navigation.json", "discovery/not-now"] {
      _ = try put(kind, at: home.directory.path(".local/state/luego/\(name)"))
    }
    let fetched = try await home.luego("fetch", "in:all")
    #expect(fetched.status == 0 && fetched.errorLines.count == 2)
    #expect(fetched.errorLines.first?.contains("site-rules/127.0.0.1.txt") == true)
    let found = try await home.luego("discover", "--source", "samples")
    #expect(found.status == 0)
  }

  @Test("is read to its end where a person names it: pipes that a shell makes of commands")
  func substitution() async throws {
    let home = try Home()
    let page = try home.directory.write("page.html", text: Pages.article("From a Pipe"))
    let list = try home.directory.write("list.txt", text: "https://b.example/\n")
    let added = try await home.run(
      ["add", "https://a.example/"],
      under: ["/bin/bash", "-c", "exec \"$0\" \"$@\" --html <(sleep 0; cat \(page))"])
    #expect(added.status == 0 && added.text.contains("From a Pipe"), "\(added.errorLines)")
    let imported = try await home.run(
      ["import"], under: ["/bin/bash", "-c", "exec \"$0\" \"$@\" <(cat \(list))"])
    #expect(imported.status == 0, "\(imported.errorLines)")
    #expect(try await home.everything().count == 2)
  }
}
