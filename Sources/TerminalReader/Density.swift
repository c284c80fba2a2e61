import ReadingListModel
package import TerminalKit

/// How much room a row of the list takes.
package enum Density: Equatable, Sendable {
  /// Title alone, with what else fits beside it.
  case compact
  /// Title and details.
  case normal
  /// Title and details, and a blank line.
  case roomy
  /// Title and details, and below them the text around what was searched for; or a highlight with its note and its
  /// article.
  case tall
  /// The same, and a blank line.
  case roomyTall

  /// What a person has set, else what a window is high enough for.
  package init(setting: String, window: Size) {
    switch setting {
    case Settings.densities[1]: self = .roomy
    case Settings.densities[2]: self = .normal
    case Settings.densities[3]: self = .compact
    default:
      self =
        if window.rows < Metrics.normalRows {
          .compact
        } else if window.rows < Metrics.roomyRows {
          .normal
        } else {
          .roomy
        }
    }
  }

  /// Lines from one row of the list to the next.
  package var height: Int {
    switch self {
    case .compact: 1
    case .normal: 2
    case .roomy, .tall: 3
    case .roomyTall: 4
    }
  }

  /// Lines of a row that are written on.
  package var writtenLines: Int { [.tall, .roomyTall].contains(self) ? 3 : min(2, height) }
}
