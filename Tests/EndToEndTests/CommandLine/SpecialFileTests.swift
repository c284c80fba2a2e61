import Foundation
import Glibc
import TestSupport
import Testing

@Suite("What is no file", .endsAtAll) struct SpecialFileTests {
  private func put(_ kind: String, at path: String) throws {
    let directory = (path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    switch kind {
    case "pipe": try #require(mkfifo(path, 0o600) == 0)
    case "directory": try #require(mkdir(path, 0o700) == 0)
    default: try #require(symlink(path, path) == 0)
    }
  }

  @Test(
    "in the place of cookies, passwords, site rules and what is remembered is waited for by nobody",
    arguments: ["pipe", "directory", "loop"])
  func others(kind: String) async throws {
    let (home, web) = (try Home(), try Pages.serve())
    for name in ["cookies.txt", "netrc"] {
      let path = home.directory.path(".config/luego/\(name)")
      try put(kind, at: path)
      let outcome = try await home.luego("add", web.url("/one"))
      #expect(outcome.status == 0 && outcome.text.contains(path), "\(outcome.text)")
      try FileManager.default.removeItem(atPath: path)
    }
    #expect(web.requests.isEmpty, "nothing is asked without what belongs to the request")
    try put(kind, at: home.directory.path(".config/luego/site-rules/127.0.0.1.txt"))
    for name in ["navigation.json", "discovery/not-now"] {
      try put(kind, at: home.directory.path(".local/state/luego/\(name)"))
    }
    let fetched = try await home.luego("fetch", "in:all")
    #expect(fetched.status == 0 && fetched.errorLines.count == 2)
    #expect(fetched.errorLines.first?.contains("site-rules/127.0.0.1.txt") == true)
    let found = try await home.luego("discover", "--source", "samples")
    #expect(found.status == 0)
  }
}
