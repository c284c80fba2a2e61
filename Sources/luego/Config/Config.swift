import ReadingListModel
import Discovery
import ReadingList
import TerminalReader

/// Settings, keys and sources as the config file says: a command a line, `set`, `tag-color`, `bind`, `source`
/// and `view`; `#` begins a comment.
struct Config {
  var settings = Settings()
  var sources = SourceList()
  private var changedKeymap: Keymap?
  /// The default keys are made when they are asked for: most commands need none.
  var keymap: Keymap {
    get { changedKeymap ?? .vim }
    set { changedKeymap = newValue }
  }

  /// The largest file that is read, in bytes; a person's own has a few thousand.
  private static let maxSize = 1 << 20

  /// Reads the file; a missing one is no problem unless it was asked for.
  static func read(_ path: String, isRequired: Bool) -> (config: Config, problems: [String]) {
    var config = Config()
    let bytes: [UInt8]
    do throws(Failure) { bytes = try Input.own(path, limit: maxSize) } catch {
      return (config, isRequired || error.code != .notFound ? [error.message] : [])
    }
    var problems: [String] = []
    for (index, line) in ConfigText(bytes).texts.enumerated() {
      let text = line.drop { $0.isWhitespace }
      guard !text.isEmpty, !text.hasPrefix("#") else { continue }
      do throws(CommandError) { try config.run(String(text)) } catch {
        problems.append("\(path):\(index + 1): \(error.message)")
      }
    }
    if let preset = Command.Preset(rawValue: config.settings.keys), preset != .vim {
      config.keymap.use(preset)
    }
    return (config, problems)
  }

  /// What a line of the file may begin with.
  static let commands: [Command] = [.set, .tagColor, .bind, .source, .view, .sync]

  private mutating func run(_ line: String) throws(CommandError) {
    let invocation = try Invocation(parsing: line)
    switch invocation.command {
    case .set: try settings.set(line: invocation.argument)
    case .sync: try settings.addSyncTarget(line: invocation.argument)
    case .tagColor: try settings.setTagColor(line: invocation.argument)
    case .bind: try keymap.bind(line: invocation.argument)
    case .source:
      do throws(SourceList.Problem) {
        for change in try sources.changes(parsing: invocation.argument) { sources.apply(change) }
      } catch { throw CommandError(message: error.message) }
    case .view:
      do throws(Query.ParseError) {
        if let line = try ViewList.Line(parsing: invocation.argument) {
          return try settings.views.apply(line)
        }
      } catch { throw CommandError(message: error.message) }
      throw CommandError(message: Command.view.row.usage)
    default:
      throw CommandError(message: "“\(invocation.command.name)” is not allowed in a config file")
    }
  }
}

extension ConfigFile {
  /// Writes a setting into the file.
  ///
  /// - Throws: `Failure` naming the file.
  func keep(_ name: Settings.Name, _ value: String) throws(Failure) {
    try change { text throws(Failure) in text.set(name, to: value) }
  }

  /// Writes a line of a command into the file.
  ///
  /// - Throws: `Failure` naming the file.
  func keep(_ command: Command, _ argument: String) throws(Failure) {
    try change { text throws(Failure) in text.set(command, argument) }
  }

  /// Writes `view` lines into the file.
  ///
  /// - Throws: `Failure` naming the file.
  func keep(_ lines: [ViewList.Line]) throws(Failure) {
    try change { text throws(Failure) in for line in lines { text.set(line) } }
  }

  /// Writes into the file what a `source` line changes about the sources that it has.
  ///
  /// - Returns: the changes as they were written; their names are the file's.
  /// - Throws: `Failure` naming the file, or saying what is wrong with the line.
  func changeSources(_ line: String) throws(Failure) -> [SourceList.Change] {
    try change { text throws(Failure) in
      do throws(SourceList.Problem) {
        let changes = try text.sources.changes(parsing: line)
        for change in changes { text.put(change) }
        return changes
      } catch { throw Failure(error.message, .wrongUsage) }
    }
  }
}
