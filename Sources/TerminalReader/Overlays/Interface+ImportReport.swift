import ReadingListModel
import ReadingServices
import TerminalKit

// What is in a file that can be imported, and what came of importing it.
extension Interface {
  /// What the report says now.
  var importPage: ReportPage {
    var page = ReportPage(title: "Import", hint: "Esc: close", lines: [])
    guard let imports = model.imports else {
      page.lines = [line("Nothing was imported in this session", .placeholder)]
      return page
    }
    page.lines.append(line(imports.path))
    switch imports.stage {
    case .looking:
      page.hint = "Esc: cancel"
      page.lines += [[], line("\(spinnerPicture) \(imports.percent)%", .accent)]
    case .asking:
      let enter = glyphs.shown(notation: "<enter>")
      page.hint = imports.isWorthwhile ? "\(enter): import\(glyphs.dot)Esc: cancel" : "Esc: close"
    case .importing:
      page.hint = "c: stop\(glyphs.dot)Esc: close"
      page.lines += [[], line(importWords(imports), .accent)]
    case .ended: page.title = "Imported"
    }
    page.lines += facts(of: imports)
    page.lines += closing(of: imports)
    if !imports.troubles.isEmpty {
      page.lines += [[], heading(troubleTitle(imports))]
      page.count = imports.troubles.count
      page.row = { [self] index in
        imports.troubles.indices.contains(index)
          ? row(of: imports.troubles[index], in: imports.path) : nil
      }
    }
    return page
  }

  /// How far an import has come, for bar and report.
  func importWords(_ imports: ImportModel, isShort: Bool = false) -> String {
    guard imports.stage == .importing else {
      return "\(spinnerPicture) reading \(imports.percent)%"
    }
    let begun = "\(spinnerPicture) importing "
    let done = min(imports.report.examined, imports.found)
    if isShort { return begun + "\(imports.found > 0 ? done * 100 / imports.found : 0)%" }
    return begun + "\(done) of \(imports.found), \(imports.rate(at: clock.now())) a second"
  }

  /// Numbers; those that are none are left out.
  private func facts(of imports: ImportModel) -> [[Span]] {
    let report = imports.report
    guard report.examined > 0 else { return [] }
    let isAhead = imports.stage == .looking || imports.stage == .asking
    let texts = report.withText > 0 ? ", \(report.withText) with text" : ""
    var lines = [[], fact(isAhead ? "New" : "Imported", "\(report.imported)\(texts)")]
    if !report.formats.isEmpty { lines.insert(fact("Format", report.formatNames), at: 1) }
    let others: [(String, Int, String)] = [
      ("Already saved", report.merged, isAhead ? "take over something" : "took over something"),
      (report.merged > 0 ? "" : "Already saved", report.unchanged, "stay as they are"),
      ("In Trash", report.inTrash, "stay there"),
      ("Duplicates", report.duplicates, "occur again in the file"),
      ("Skipped", report.skipped, "are not meant to be imported"),
      ("Feeds", report.feeds, "are sources for discovery, no articles"),
      ("Failed", report.failed, ""),
    ]
    for (name, count, words) in others where count > 0 {
      lines.append(fact(name, "\(count)" + (words.isEmpty ? "" : "  " + words)))
    }
    return lines
  }

  /// What there is to say below the numbers.
  private func closing(of imports: ImportModel) -> [[Span]] {
    let report = imports.report
    var lines: [[Span]] = []
    if let problem = report.problem { lines.append(line(problem, .error)) }
    if imports.stage == .asking, !imports.isWorthwhile {
      lines.append(line("There is nothing new to import"))
    }
    if imports.stage == .ended, report.isCancelled {
      lines.append(line("Stopped; import the same again for the rest"))
    }
    if report.feeds > 0 {
      lines.append(line(":source add \(imports.path)", .code))
    }
    return lines.isEmpty ? [] : [[]] + lines
  }

  private func troubleTitle(_ imports: ImportModel) -> String {
    guard imports.troubles.contains(where: \.isFailure) else { return "Not imported whole" }
    let rest = imports.report.failed - imports.troubles.count { $0.isFailure }
    return rest > 0 ? "Not imported, the first of them" : "Not imported"
  }

  private func row(of trouble: ImportTrouble, in path: String) -> ReportPage.Row {
    // The directory is the same in all of them.
    let directory = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    let place =
      trouble.place.hasPrefix(directory)
      ? String(trouble.place.dropFirst(directory.count)) : trouble.place
    return ReportPage.Row(
      sign: trouble.isFailure
        ? Span(glyphs.failed, Style(.error)) : Span(glyphs.suspect, Style(.warning)),
      title: place,
      detail: trouble.reason
    )
  }

  /// Keys of this report alone.
  ///
  /// - Returns: whether it was one.
  func actOnImport(_ key: Key) -> Bool {
    switch (key.code, model.imports?.stage) {
    case (.enter, .asking):
      if model.imports?.isWorthwhile == true { model.importFound() }
      overlays.removeLast()
    case (.enter, .ended): overlays.removeLast()
    case (.enter, _): break
    case (.character("c"), .importing): _ = model.stopImporting()
    default: return false
    }
    return true
  }
}
