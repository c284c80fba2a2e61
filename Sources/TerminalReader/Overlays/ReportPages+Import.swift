import ReadingList
import ReadingListModel
import TerminalKit

// What is in a file that can be imported, and what came of importing it.
extension ReportPages {
  /// What there is to say of an import.
  var importing: ReportPage {
    var page = ReportPage(title: "Import", lines: [])
    guard let imports = model.imports.file else {
      page.lines = [line("Nothing was imported in this session", .placeholder)]
      return page
    }
    page.lines.append(line(imports.path))
    switch imports.stage {
    case .looking:
      page.hints = [.cancel]
      page.lines += [[], line("\(interface.spinnerPicture) \(imports.percent)%", .accent)]
    case .asking:
      if imports.isWorthwhile { page.hints = [BoxHint(.enter, "import"), .cancel] }
    case .importing:
      page.hints = [BoxHint(.character("c"), "stop"), .close]
      page.lines += [[], line(importWords(imports), .accent)]
    case .ended: page.title = "Imported"
    }
    let facts = imports.facts
    page.lines += (facts.isEmpty ? [] : [[]]) + facts.map { fact($0.name, $0.value) }
    page.lines += closing(of: imports)
    if imports.troubleCount > 0 {
      page.lines += [[], heading(imports.troubleTitle)]
      page.count = imports.troubleCount
      page.row = { index in
        imports.trouble(index).map { trouble in
          ReportPage.Row(
            sign: trouble.isFailure
              ? Span(glyphs.failed, Style(.error)) : Span(glyphs.suspect, Style(.warning)),
            title: trouble.place,
            detail: trouble.reason
          )
        }
      }
    }
    return page
  }

  /// How far an import has come, for bar and report.
  func importWords(_ imports: FileImport, isShort: Bool = false) -> String {
    guard imports.stage == .importing else {
      return "\(interface.spinnerPicture) reading \(imports.percent)%"
    }
    let begun = "\(interface.spinnerPicture) importing "
    let done = min(imports.examined, imports.found)
    if isShort { return begun + "\(imports.found > 0 ? done * 100 / imports.found : 0)%" }
    return begun
      + "\(done) of \(imports.found), \(imports.rate(at: interface.clock.now())) a second"
  }

  /// What there is to say below the numbers.
  private func closing(of imports: FileImport) -> [[Span]] {
    var lines: [[Span]] = []
    if let problem = imports.problem { lines.append(line(problem, .error)) }
    if imports.stage == .asking, !imports.isWorthwhile {
      lines.append(line("There is nothing new to import"))
    }
    if imports.stage == .ended, imports.isStopped {
      lines.append(line("Stopped; import the same again for the rest"))
    }
    if imports.hasFeeds {
      lines.append(line(":source add \(imports.path)", .code))
    }
    return lines.isEmpty ? [] : [[]] + lines
  }
}
