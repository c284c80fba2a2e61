import Library
import Reader
import ReadingList
import ReadingServices
import Web

extension Program {
  func doctor(_ line: Arguments) throws {
    if let machine = line["--retire"] { return try retire(machine) }
    let asked = line.has("--repair")
    let library = try openLibrary()
    let report = try library.doctor(repair: asked, at: clock.now())
    for finding in report.findings { try say(finding) }
    let ofRules = SiteRuleFile.findings(in: places.siteRuleDirectory)
    for finding in ofRules {
      Output.complain("\(places.siteRuleDirectory)/\(finding.name): \(finding.problem)")
    }
    let failed = inbox(of: library).failed
    for (path, reason) in failed { Output.complain("\(path): \(reason)") }
    if !options.printsJSON {
      let count = report.findings.count + ofRules.count + failed.count
      try Output.line(
        "\(report.articles.counted("article")), \(report.tombstones) purged, "
          + (count == 0 ? "no problems found" : count.counted("finding")))
    }
    let open = report.findings.filter { $0.remedy == nil && $0.kind != .onItsWay }
    if !open.isEmpty {
      throw Failure(
        asked || open.allSatisfy { $0.kind == .missingText }
          ? "\(open.count) cannot be repaired; see above"
          : "To repair this without losing anything: luego doctor --repair")
    }
  }

  private func retire(_ machine: String) throws {
    let (merged, kept) = try openWritableLibrary().retire(machine, at: clock.now())
    try Output.line("took over \(merged.counted("record")) of \(machine)")
    guard kept > 0 else { return }
    throw Failure(
      "\(kept.counted("article")) have different notes, titles or highlights from \(machine) and from here; "
        + "luego show names them: set those you want, and retire \(machine) again")
  }

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
