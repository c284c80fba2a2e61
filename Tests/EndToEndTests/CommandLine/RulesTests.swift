import Foundation
import TestSupport
import Testing

@Suite("Rules for sites", .endsAtAll) struct RulesTests {
  /// A file stored, one in a fixed and one in a dynamic code, beside one that holds no rules.
  private static let archive = """
    UEsDBBQAAAAAAAAAIQD7OqmVCAAAAAgAAAAVAAAAZnRyLW1hc3Rlci9SRUFETUUudHh0bm8gcnVsZXNQSwMEFAAA
    AAAAAAAhAHehzXoMAAAADAAAAB0AAABmdHItbWFzdGVyL3N0b3JlZC5leGFtcGxlLnR4dHRpdGxlOiAvL2gxClBL
    AwQUAAAACAAAACEA7SfNjBAAAAAWAAAAHQAAAGZ0ci1tYXN0ZXIvLmZpeGVkLmV4YW1wbGUudHh0S8pPqbRS0Ncv
    4EqCsYBsAFBLAwQUAAAACAAAACEAldGxoqUAAACgAgAAHgAAAGZ0ci1tYXN0ZXIvZHluYW1pYy5leGFtcGxlLnR4
    dHXSTQrCMBCG4X1PEXDR1VDjvwXBM7gVCakJNjQxoUlceHpJ6nJm/fLwMTArdstWxyam2YSedZ0yn/v1aWWMl1ba
    MMr2sURhlPCzqKlnNcEad4NOBCsFOK5e0jmC1QQb3CltqbmaYIs7HaKx/o3Lf4Qdbr/khaXAnlikUDEH3KSRVDXB
    EXfGU6wUOOFqkiEQrCY4485KNygCLg048Swu48xl4Lz5AVBLAQIUAxQAAAAAAAAAIQD7OqmVCAAAAAgAAAAVAAAA
    AAAAAAAAAACAAQAAAABmdHItbWFzdGVyL1JFQURNRS50eHRQSwECFAMUAAAAAAAAACEAd6HNegwAAAAMAAAAHQAA
    AAAAAAAAAAAAgAE7AAAAZnRyLW1hc3Rlci9zdG9yZWQuZXhhbXBsZS50eHRQSwECFAMUAAAACAAAACEA7SfNjBAA
    AAAWAAAAHQAAAAAAAAAAAAAAgAGCAAAAZnRyLW1hc3Rlci8uZml4ZWQuZXhhbXBsZS50eHRQSwECFAMUAAAACAAA
    ACEAldGxoqUAAACgAgAAHgAAAAAAAAAAAAAAgAHNAAAAZnRyLW1hc3Rlci9keW5hbWljLmV4YW1wbGUudHh0UEsF
    BgAAAAAEAAQAJQEAAK4BAAAAAA==
    """

  private static func write(_ text: String, to path: String) throws {
    let directory = (path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  @Test("are taken in from a directory, and what is there already stays unless it may be replaced")
  func directory() async throws {
    let home = try Home()
    let source = home.path + "/rules"
    try Self.write("title: //h1\n", to: source + "/a.example.txt")
    try Self.write("body: //p[\n", to: source + "/.b.example.txt")
    try Self.write("nothing\n", to: source + "/c.example.txt")
    try Self.write("title: //h1\n", to: source + "/README.txt")
    let own = home.path + "/.config/luego/site-rules/a.example.txt"
    try Self.write("title: //h2\n", to: own)
    let first = try await home.luego("rules", "add", source)
    #expect(first.text == "1 added, 1 kept; use --replace to replace them\n")
    #expect(first.errorLines.contains("luego: .b.example.txt: body: “//p[” is not valid XPath"))
    #expect(first.errorLines.contains("luego: c.example.txt: it has no known rules"))
    #expect(try String(contentsOfFile: own, encoding: .utf8) == "title: //h2\n")
    let second = try await home.luego("rules", "add", source, "--replace")
    #expect(second.text == "1 added, 1 already there\n")
    #expect(try String(contentsOfFile: own, encoding: .utf8) == "title: //h1\n")
    let refused = try await home.luego("--read-only", "rules", "add", source)
    #expect(refused.status == 4)
  }

  @Test("are taken in from a ZIP file, whole; a damaged one does no harm") func archive()
    async throws
  {
    let home = try Home()
    let bytes = try #require(Data(base64Encoded: Self.archive.filter { !$0.isWhitespace }))
    let file = URL(filePath: home.path + "/rules.zip")
    try bytes.write(to: file)
    let added = try await home.luego("rules", "add", file.path)
    #expect(added.text == "3 added\n")
    let rules = home.path + "/.config/luego/site-rules"
    #expect(
      try String(contentsOfFile: rules + "/.fixed.example.txt", encoding: .utf8)
        == "body: //p\nbody: //p/p\n")
    let long = try String(contentsOfFile: rules + "/dynamic.example.txt", encoding: .utf8)
    #expect(long.hasSuffix("strip_id_or_class: mu-11\n"))
    #expect(long.split(separator: "\n").count == 25)
    func contents() throws -> [String: String] {
      let names = try FileManager.default.contentsOfDirectory(atPath: rules)
      return try Dictionary(
        uniqueKeysWithValues: names.map {
          ($0, try String(contentsOfFile: rules + "/" + $0, encoding: .utf8))
        })
    }
    let whole = try contents()
    #expect(whole.count == 3)
    for cut in stride(from: 0, to: bytes.count, by: 41) {
      var damaged = bytes
      for place in cut..<min(cut + 3, bytes.count) { damaged[place] ^= 0x5a }
      try damaged.write(to: file)
      let outcome = try await home.luego("rules", "add", file.path)
      #expect(outcome.status == 0 || outcome.status == 1)
      #expect(try contents().filter { whole[$0.key] != nil } == whole, "\(cut)")
    }
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
