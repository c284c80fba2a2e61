import Platform

/// The program's directories and files, from the environment and the options.
struct Places {
  var library: String
  /// The directory of derived data.
  var cache: String
  /// The config directory: `config`, `cookies.txt`, `site-rules/`.
  var config: String
  var configFile: String
  /// The file of settings changed in the program, read after the config file.
  var keptChanges: String { configFile + ".kept" }
  /// The directory of state that is not derived, such as navigation and undo steps.
  var state: String

  /// Derives the places from the options and the environment.
  ///
  /// - Throws: `Failure` if `HOME` is needed and not set.
  init(_ options: GlobalOptions, environment: [String: String]) throws {
    func base(_ variable: String, _ fallback: String) throws -> String {
      if let value = environment[variable], value.hasPrefix("/") { return value + "/luego" }
      guard let home = environment["HOME"], home.hasPrefix("/") else {
        throw Failure("HOME is not set; set it or \(variable)")
      }
      return "\(home)/\(fallback)/luego"
    }
    if let named = options.library {
      library = named
    } else {
      library = try base("XDG_DATA_HOME", ".local/share")
    }
    cache = try base("XDG_CACHE_HOME", ".cache")
    config = try base("XDG_CONFIG_HOME", ".config")
    configFile = options.config ?? config + "/config"
    state = try base("XDG_STATE_HOME", ".local/state")
  }

  /// The directory of the data shipped with the program; nil if it is missing.
  ///
  /// It is in `share` next to the installed binary's directory, or in the checkout.
  static func data() -> String? {
    guard let binary = CurrentProcess.executable else { return nil }
    let above = sequence(first: binary.splitPath.directory) {
      $0 == "/" ? nil : $0.splitPath.directory
    }.dropFirst()
    let candidates = above.prefix(1).map { $0 + "/share/luego-data" } + above.map { $0 + "/Data" }
    return candidates.first { allows(.reading, $0 + "/welcome/library.json") }
  }
}
