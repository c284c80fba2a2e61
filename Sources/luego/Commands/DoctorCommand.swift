import Library
import Reader
import ReadingList
import ReadingServices
import Web

extension Program {
  func doctor(_ words: [String]) throws {
    let line = try CommandWords(words, of: .doctor)
    if let machine = line["--retire"] { return try retire(machine) }
    let asked = line.has("--repair")
    let library = try openLibrary()
    let report = try library.doctor(repair: asked, at: clock.now())
    for finding in report.findings { try say(finding) }
    // Checked after the repair, so that texts moved aside count as not fetched.
    let pictures = PictureCheck(of: library)
    if asked { try pictures.removeUnused(from: library) }
    let unused = pictures.unused.map {
      DoctorReport.Finding(
        kind: .unusedPicture, path: $0.picture.path, problem: "no text shows it",
        remedy: asked ? "removed" : nil)
    }
    for finding in unused { try say(finding) }
    let findings = report.findings + unused
    for finding in SiteRuleCollection.read(places.siteRuleDirectory)?.findings ?? [] {
      Output.complain("\(places.siteRuleDirectory)/\(finding.name): \(finding.problem)")
    }
    for (path, reason) in inbox(of: library).failed { Output.complain("\(path): \(reason)") }
    if !options.printsJSON {
      try Output.line(
        "\(report.articles.counted("article")), \(report.tombstones) purged, "
          + findings.count.counted("finding"))
      if pictures.count + pictures.missing > 0 {
        try Output.line(
          "\(pictures.count.counted("picture")), \(ByteCount.words(pictures.bytes)), "
            + "\(pictures.missing) missing")
        if config.settings.pictures, !pictures.incomplete.isEmpty {
          let all = pictures.incomplete
          let some = all.prefix(Self.maxNamed).map { $0.text.prefix(8) }.joined(separator: " ")
          let count = all.count > Self.maxNamed ? " of the first \(Self.maxNamed) articles" : ""
          Output.tell("To fetch missing pictures\(count): luego fetch \(some)")
        }
      }
    }
    let open = findings.count { $0.remedy == nil && $0.kind != .onItsWay }
    if open > 0 {
      throw Failure(
        asked
          ? "\(open) could not be repaired; see above"
          : "To repair this without losing anything: luego doctor --repair")
    }
  }

  private func retire(_ machine: String) throws {
    let count = try openWritableLibrary().retire(machine, at: clock.now())
    try Output.line("took over \(count.counted("record")) of \(machine)")
  }

  /// The max number of articles named for missing pictures.
  private static let maxNamed = 20

  private func say(_ finding: DoctorReport.Finding) throws {
    let remedy = finding.remedy.map { " -> " + $0 } ?? ""
    try printLine(
      "\(finding.kind.words)  \(finding.path): \(finding.problem)\(remedy)",
      [
        .init("kind", .string(finding.kind.rawValue)), .init("path", .string(finding.path)),
        .init("problem", .string(finding.problem)), .init("remedy", .optional(finding.remedy)),
      ])
  }
}
