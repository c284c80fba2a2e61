import Foundation
import TestSupport
import Testing

@Suite("Rules for sites", .endsAtAll) struct RulesTests {
  private static func write(_ text: String, to path: String) throws {
    let directory = (path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  @Test("that are wrong are reported by doctor, and extract uses the rest") func problems()
    async throws
  {
    let home = try Home()
    let rules = home.path + "/.config/luego/site-rules"
    try Self.write("titel: //h1\nbody: //main\n", to: rules + "/a.example.txt")
    let page = home.path + "/page.html"
    try Self.write("<main><p>A heron waits in the water.</p></main><p>Else.</p>", to: page)
    try await home.luego("add", "--no-fetch", "https://other.example/")
    let doctor = try await home.luego("doctor")
    #expect(doctor.status == 0)
    #expect(doctor.errorLines == ["luego: \(rules)/a.example.txt: unknown directive “titel”"])
    let told = try await home.luego("extract", "--url", "https://a.example/1", page)
    #expect(told.text == "A heron waits in the water.\n")
  }
}
