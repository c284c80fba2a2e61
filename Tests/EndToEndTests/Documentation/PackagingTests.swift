import Foundation
import TestSupport
import Testing

/// What a distribution asks of the program and of what is installed beside it.
@Suite("Packaging")
struct PackagingTests {
  private func output(_ words: [String]) async throws -> Outcome {
    try await ChildProcess.run(words, environment: ["PATH": "/usr/bin:/bin"], directory: "/")
  }

  @Test("the program can be loaded anywhere, and what its loader fills in cannot be overwritten")
  func hardening() async throws {
    let dynamic = try await output(["readelf", "-dW", try Home.program()]).text
    #expect(dynamic.contains("BIND_NOW") && dynamic.contains(/FLAGS_1.*\bNOW\b.*\bPIE\b/))
    let segments = try await output(["readelf", "-lW", try Home.program()]).text
    #expect(segments.contains("GNU_RELRO"))
    #expect(segments.contains(/GNU_STACK .* RW +0x/), "a stack that runs")
    // The C and C++ parts watch their arrays.
    #expect(try await output(["nm", "-D", try Home.program()]).text.contains("__stack_chk_fail"))
  }

  @Test("a start does not load libcurl, whose libraries take most of the time that loading takes")
  func loaded() async throws {
    let dynamic = try await output(["readelf", "-dW", try Home.program()]).text
    let needed = dynamic.matches(of: /NEEDED.*\[lib([^.]+)/).map { String($0.output.1) }
    #expect(needed.contains("xapian") && !needed.contains("curl"))
  }

  @Test(
    "the menu entry and the description are valid, where there is what says so",
    arguments: [
      ["desktop-file-validate", "Data/luego.desktop"],
      ["appstreamcli", "validate", "--no-net", "Data/metainfo/org.example.luego.metainfo.xml"],
    ]
  )
  func valid(words: [String]) async throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/" + words[0]) else {
      return print("\(words[0]) is not installed: \(words.last ?? "") was not validated")
    }
    let outcome = try await output(words.dropLast() + [Home.checkout + "/" + (words.last ?? "")])
    #expect(outcome.status == 0, "\(outcome.text) \(outcome.errorLines)")
  }

  @Test("the Debian package recommends what opens links, draws pictures and reads PDFs")
  func recommended() throws {
    let path = Home.checkout + "/Data/debian/control"
    let control = try String(contentsOfFile: path, encoding: .utf8)
    let line = control.split(separator: "\n").first { $0.hasPrefix("Recommends: ") } ?? ""
    for name in ["xdg-utils", "chafa", "poppler-utils"] { #expect(line.contains(name)) }
  }
}
