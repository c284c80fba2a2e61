import ReadingListModel
import TerminalKit

/// The help screen: every command with its keys as they are in effect, and the glyphs.
enum HelpView {
  /// Columns of the keys.
  private static let keyColumns = 26

  static func lines(_ interface: Interface) -> [[Span]] {
    var search = ""
    if case .help(let help)? = interface.overlays.last {
      search = (help.search?.text ?? "").lowercased()
    }
    var lines: [[Span]] = []
    for section in Command.Section.allCases {
      let entries = Command.allCases.filter {
        $0.row.section == section && interface.model.offers($0)
      }.flatMap { command in Self.entries(for: command, interface) }
        .filter { search.isEmpty || ($0.keys + " " + $0.summary).lowercased().contains(search) }
      guard !entries.isEmpty else { continue }
      if !lines.isEmpty { lines.append([]) }
      lines.append([Span(section.rawValue, Style(.heading, on: .panel, [.bold]))])
      for entry in entries {
        lines.append([
          Span(entry.keys.padded(toWidth: Self.keyColumns) + " ", Style(.key, on: .panel)),
          Span(entry.summary, Style(.text, on: .panel)),
        ])
      }
    }
    let signs = interface.glyphs.legend.filter {
      search.isEmpty || $0.meaning.contains(search)
    }
    if !signs.isEmpty {
      lines += [[], [Span("Signs", Style(.heading, on: .panel, [.bold]))]]
      for entry in signs {
        lines.append([
          Span(entry.sign.padded(toWidth: Self.keyColumns) + " ", Style(.key, on: .panel)),
          Span(entry.meaning, Style(.text, on: .panel)),
        ])
      }
    }
    return lines.isEmpty
      ? [[Span("No command is described so", Style(.placeholder, on: .panel))]] : lines
  }

  static func lineCount(_ interface: Interface) -> Int { lines(interface).count }

  private static func entries(
    for command: Command,
    _ interface: Interface
  ) -> [(keys: String, summary: String)] {
    let bindings = interface.keymap.bindings.filter { $0.invocation.command == command }
    guard !bindings.isEmpty else {
      let argument = command.row.argument.usage.map { " " + $0 } ?? ""
      return [(":" + command.name + argument, command.row.summary)]
    }
    var arguments: [String] = []
    for binding in bindings where !arguments.contains(binding.invocation.argument) {
      arguments.append(binding.invocation.argument)
    }
    return arguments.map { argument in
      var keys: [String] = []
      for binding in bindings
      where binding.invocation.argument == argument && !keys.contains(binding.notation) {
        keys.append(binding.notation)
      }
      let words = command.row.summary + (argument.isEmpty ? "" : ": \(argument)")
      return (keys.joined(separator: " "), words)
    }
  }

  static func draw(_ interface: Interface, _ help: Help, on screen: inout Screen) {
    let rect = Dialog.frame(
      on: screen.size,
      columns: Metrics.dialogColumns,
      rows: screen.size.rows
    )
    let inside = Dialog.draw(
      title: "Help",
      hint: "/ searches, Esc closes",
      in: rect,
      interface.glyphs,
      on: &screen
    )
    var area = inside
    if let search = help.search {
      PromptLine.draw(
        search,
        label: "Search: ",
        in: Rect(column: inside.column, row: inside.row, columns: inside.columns, rows: 1),
        surface: .panel,
        on: &screen
      )
      area.row += 1
      area.rows = max(0, area.rows - 1)
    }
    let all = lines(interface)
    let top = min(help.top, max(0, all.count - area.rows))
    for (offset, line) in all.dropFirst(top).prefix(area.rows).enumerated() {
      screen.put(
        left: line,
        row: area.row + offset,
        in: area,
        ellipsis: interface.glyphs.ellipsis
      )
    }
  }
}
