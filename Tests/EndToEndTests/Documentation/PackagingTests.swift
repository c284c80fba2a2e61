import Foundation
import TestSupport
import Testing

/// Requirements of distributions for the program and the files installed with it.
@Suite("Packaging") struct PackagingTests {
  private func output(_ words: [String]) async throws -> Outcome {
    try await Programs.run(words, environment: ["PATH": "/usr/bin:/bin"], directory: "/")
  }

  @Test("the program can be loaded anywhere, and what its loader fills in cannot be overwritten")
  func hardening() async throws {
    let dynamic = try await output(["readelf", "-dW", try Home.program()]).text
    #expect(dynamic.contains("BIND_NOW") && dynamic.contains(/FLAGS_1.*\bNOW\b.*\bPIE\b/))
    let segments = try await output(["readelf", "-lW", try Home.program()]).text
    #expect(segments.contains("GNU_RELRO"))
    #expect(segments.contains(/GNU_STACK .* RW +0x/), "a stack that runs")
    // C and C++ code is built with stack protection.
    #expect(try await output(["nm", "-D", try Home.program()]).text.contains("__stack_chk_fail"))
  }

  @Test("a start does not load libcurl, whose libraries take most of the time that loading takes")
  func loaded() async throws {
    let dynamic = try await output(["readelf", "-dW", try Home.program()]).text
    let needed = dynamic.matches(of: /NEEDED.*\[lib([^.]+)/).map { String($0.output.1) }
    #expect(needed.contains("xapian") && !needed.contains("curl"))
  }

  private func validate(_ words: String..., file: String) async throws {
    let outcome = try await output(words + [Home.checkout + "/Data/" + file])
    #expect(outcome.status == 0, "\(outcome.text) \(outcome.errorLines)")
  }

  @Test(
    "the menu entry is valid",
    .enabled(if: isInstalled("desktop-file-validate"), "needs desktop-file-validate"))
  func validMenuEntry() async throws {
    try await validate("desktop-file-validate", file: "luego.desktop")
  }

  @Test(
    "the description for software catalogues is valid",
    .enabled(if: isInstalled("appstreamcli"), "needs appstreamcli"))
  func validDescription() async throws {
    try await validate(
      "appstreamcli", "validate", "--no-net", file: "metainfo/org.example.luego.metainfo.xml")
  }
}
