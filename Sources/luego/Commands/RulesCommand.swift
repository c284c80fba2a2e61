import Exchange
import PageExtraction
import Platform
import ReadingList
import Web

extension Program {
  /// `luego rules`: checks the site rules, or adds a collection of them.
  func rules(_ words: [String]) throws {
    let line = try CommandWords(words, of: .rules, areFiles: true)
    switch line.others.first {
    case nil: try listRules()
    case "add" where line.others.count == 2:
      try addRules(line.others[1], replaces: line.has("--replace"))
    default: throw Failure.usage("rules add needs a directory or a ZIP file", of: .rules)
    }
  }

  private func listRules() throws {
    let found = SiteRuleCollection.read(places.siteRuleDirectory)
    let (count, directory) = (found?.files.count ?? 0, places.siteRuleDirectory)
    try printLine(
      "\(count) in \(directory)",
      [.init("rules", .int(count)), .init("directory", .string(directory))])
    tell(found?.findings ?? [])
  }

  private func addRules(_ source: String, replaces: Bool) throws {
    guard !options.isReadOnly else {
      throw Failure("Rules cannot be added with --read-only", .readOnly)
    }
    let (files, findings) = try collection(source)
    guard !files.isEmpty else {
      throw Failure(
        "No site rules found in \(source); their files have names such as example.com.txt")
    }
    let directory = places.siteRuleDirectory
    var (added, same, kept) = (0, 0, 0)
    for file in files {
      let path = directory + "/" + file.name
      if let status = try? FileStatus(path) {
        let bytes = Array(file.text.utf8)
        if (try? Input.own(path)) == bytes {
          same += 1
          continue
        }
        guard replaces, status.isRegular else {
          kept += 1
          continue
        }
      }
      try replaceFile(path, with: Array(file.text.utf8))
      added += 1
    }
    tell(findings)
    var details = ["\(added) added"]
    if same > 0 { details.append("\(same) already there") }
    if kept > 0 { details.append("\(kept) kept; use --replace to replace them") }
    try printLine(
      details.joined(separator: ", "),
      [.init("added", .int(added)), .init("same", .int(same)), .init("kept", .int(kept))])
  }

  private func collection(
    _ source: String
  ) throws -> (files: [SiteRuleCollection.File], findings: [SiteRuleCollection.Finding]) {
    if let found = SiteRuleCollection.read(source) { return found }
    let error = SystemError.last
    guard error == .notDirectory else { throw Failure("\(source): \(error.reason)", .notFound) }
    guard let archive = try? ZipArchive(source) else {
      throw Failure("\(source) is not a directory or a readable ZIP file")
    }
    let files = archive.files(limit: SiteRule.maxLength + 1, where: SiteRuleCollection.isRuleName)
    return SiteRuleCollection.read(files)
  }

  private func tell(_ findings: [SiteRuleCollection.Finding]) {
    for finding in findings { Output.complain("\(finding.name): \(finding.problem)") }
  }
}
