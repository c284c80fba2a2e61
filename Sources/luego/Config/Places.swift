import Platform

/// Where things are, from the environment.
struct Places {
  /// The library's directory.
  var library: String
  /// Derived data.
  var cache: String
  /// The config directory: `config`, `cookies.txt`, `site-rules/`.
  var config: String
  /// The config file.
  var configFile: String
  /// What the program changed about the settings, which is read after the config file.
  var keptChanges: String { configFile + ".kept" }
  /// Navigation and log.
  var state: String

  /// Places as the environment and the options say.
  ///
  /// - Throws: `Failure` when there is no home to derive them from.
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
}
