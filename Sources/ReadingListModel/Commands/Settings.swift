package import ReadingList
import Discovery

/// What a person can set, with its defaults; one definition for config file, `:set` and the settings
/// screen.
package struct Settings: Equatable, Sendable {
  /// A theme's name, or `auto`.
  package var theme = auto
  /// The widest a line of text gets, in columns.
  package var measure = 72
  /// Spinner and slides.
  package var animation = true
  package var mouse = true
  /// Puts text from right to left in the order in which it is seen, for terminals that do not.
  package var bidi = false
  /// Favorite is a mere flag and does not take an article out of All Articles.
  package var favoritesStay = false
  /// What the settings say of lists.
  package var listRules: ListRules { ListRules(favoritesStay: favoritesStay) }
  /// The source that discovery picks from, or `Source.surprise`.
  package var source = Source.surprise
  /// The category of the small web that it picks from, or all.
  package var category = allCategories
  /// A preset of keys: `vim` until others are asked for.
  package var keys = "vim"

  /// The defaults.
  package init() {}

  /// A setting by its name.
  package enum Name: String, CaseIterable, Sendable {
    case theme, measure, animation, mouse, bidi, source, category
    case favoritesStay = "favorites-stay"

    /// What it does, in a few words.
    package var summary: String {
      switch self {
      case .theme: "Colors"
      case .measure: "Widest line of text"
      case .animation: "Moving signs"
      case .mouse: "Mouse"
      case .bidi: "Order text from right to left"
      case .source: "Discovery picks from"
      case .category: "Discovery's category"
      case .favoritesStay: "Favorites stay in All Articles"
      }
    }

    /// The values offered in turn; a measure may be any number in its range, a source any that was
    /// added.
    package var choices: [String] {
      switch self {
      case .theme: [Settings.auto] + Settings.themes
      case .measure: ["56", "64", "72", "80", "90", "100"]
      case .source: [Source.surprise] + Source.builtIn.map(\.name)
      case .category: [Settings.allCategories] + Source.categories
      case .animation, .mouse, .bidi, .favoritesStay: ["on", "off"]
      }
    }
  }

  /// The theme that follows the terminal's background.
  package static let auto = "auto"

  /// No category in particular.
  package static let allCategories = "all"

  /// Names of the themes that are built in.
  package static let themes = ["paper", "night", "contrast", "mono", "terminal"]

  /// Columns that a measure may be.
  package static let measureRange = 20...200

  /// The value of a setting, as it is written.
  package func value(of name: Name) -> String {
    switch name {
    case .theme: theme
    case .measure: String(measure)
    case .animation: animation ? "on" : "off"
    case .mouse: mouse ? "on" : "off"
    case .bidi: bidi ? "on" : "off"
    case .source: source
    case .category: category
    case .favoritesStay: favoritesStay ? "on" : "off"
    }
  }

  /// Sets a setting from its written value.
  ///
  /// - Throws: `CommandError` naming what would be right.
  package mutating func set(_ name: Name, to value: String) throws(CommandError) {
    switch name {
    case .theme:
      guard name.choices.contains(value) else {
        throw CommandError(
          message: "There is no theme “\(value)”; try \(name.choices.joined(separator: ", "))"
        )
      }
      theme = value
    case .measure:
      guard let columns = Int(value), Self.measureRange.contains(columns) else {
        throw CommandError(message: "measure is a number of columns from 20 to 200")
      }
      measure = columns
    case .source: source = value
    case .category:
      guard name.choices.contains(value) else {
        throw CommandError(
          message: "There is no category “\(value)”; try \(name.choices.joined(separator: ", "))"
        )
      }
      category = value
    case .animation: animation = try Self.truth(value, of: name)
    case .mouse: mouse = try Self.truth(value, of: name)
    case .bidi: bidi = try Self.truth(value, of: name)
    case .favoritesStay: favoritesStay = try Self.truth(value, of: name)
    }
  }

  /// Carries out the argument of a `set` command: `NAME VALUE`.
  ///
  /// - Throws: `CommandError` naming what is not known.
  package mutating func set(line: String) throws(CommandError) {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard words.count == 2 else { throw CommandError(message: "Write: set NAME VALUE") }
    guard let name = Name(rawValue: String(words[0])) else {
      let known = Name.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandError(message: "There is no setting “\(words[0])”; there are \(known)")
    }
    try set(name, to: String(words[1]))
  }

  private static func truth(_ value: String, of name: Name) throws(CommandError) -> Bool {
    switch value {
    case "on", "yes", "true": true
    case "off", "no", "false": false
    default: throw CommandError(message: "\(name.rawValue) is on or off")
    }
  }
}
