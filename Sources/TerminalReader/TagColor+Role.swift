import ReadingListModel
import TerminalKit

extension TagColor {
  /// What has that color in every theme; see the palettes.
  var role: Role {
    switch self {
    case .teal: .tag
    case .red: .error
    case .green: .success
    case .yellow: .warning
    case .blue: .link
    case .purple: .accent
    case .pink: .favorite
    case .gray: .secondary
    }
  }
}
