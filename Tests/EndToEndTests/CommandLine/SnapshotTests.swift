import TestSupport
import Testing

@Suite("A snapshot", .endsAtAll) struct SnapshotTests {
  private let keys =
    "e s d m T # <esc> a https://new.example/ <enter> r <enter> G <esc> X x S <esc> gg d u"

  @Test("changes nothing and fetches nothing, whatever keys are pressed")
  func readOnly() async throws {
    let (home, web) = (try Home(), try Pages.serve())
    try await home.luego("add", web.url("/one"))
    try await home.luego("add", "--no-fetch", web.url("/two"))
    try home.directory.write("feed", text: web.url("/three") + "\n")
    try await home.luego("sources", "add", web.url("/three"), "mine")
    let asked = web.requests.count
    func files() throws -> [[String: [UInt8]]] {
      try [home.library, home.path + "/.local/state", home.path + "/.config"].map {
        try home.files(under: $0)
      }
    }
    let before = try files()
    for keys in [keys, "X", "R", ": s e t <space> t h e m e <space> p a p e r <enter>"] {
      let outcome = try await home.luego("--snapshot", "100x30", "--keys", keys)
      #expect(outcome.status == 0, "\(keys): \(outcome.errorLines)")
    }
    #expect(try files() == before)
    #expect(web.requests.count == asked)
    let said = try await home.luego("--snapshot", "140x30", "--keys", "e").text
    #expect(said.contains("--write"))
  }
}
