import Platform

struct Places {
  var library: String
  var cache: String
  /// Has `config`, `cookies.txt` and `site-rules/`.
  var config: String
  var configFile: String
  /// Settings changed in the program, read after the config file.
  var keptChanges: String { configFile + ".kept" }
  var siteRuleDirectory: String { config + "/site-rules" }
  /// For state that is not derived, such as navigation and undo steps.
  var state: String

  /// - Throws: `Failure` if `HOME` is needed and not an absolute path.
  init(_ options: GlobalOptions, environment: [String: String]) throws {
    func base(_ variable: String, _ fallback: String) throws -> String {
      if let value = environment[variable], value.hasPrefix("/") { return value + "/luego" }
      guard let home = environment["HOME"], home.hasPrefix("/") else {
        throw Failure("HOME is not set to an absolute path; set it or \(variable)")
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
