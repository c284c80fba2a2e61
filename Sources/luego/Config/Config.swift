import Platform
import Reader
import ReadingList
import Web

/// The settings, keys and sources of the config file.
///
/// Each line has one of `commands`; `#` begins a comment.
struct Config {
  var settings = Settings()
  var sources = SourceList()
  private var changedKeymap: Keymap?
  /// The default is built on first use, since most commands need no keys.
  var keymap: Keymap {
    get { changedKeymap ?? Keymap(presets: Self.presets) }
    set { changedKeymap = newValue }
  }

  /// By name: `bind` lines of files that may be missing.
  private static let presets: [String: String] = {
    guard let data = ProgramData.directory else { return [:] }
    let texts = Settings.keyPresets.dropFirst().compactMap { name in
      (try? Input.own("\(data)/keys/\(name)")).map { (name, String(decoding: $0, as: UTF8.self)) }
    }
    return Dictionary(texts) { first, _ in first }
  }()

  /// In bytes; typical files have a few thousand.
  private static let maxSize = 1 << 20

  /// Reads the config file, and after it the program's own.
  static func read(
    _ path: String, kept: String?, isRequired: Bool
  ) -> (config: Config, problems: [String]) {
    var config = Config()
    var problems: [String] = []
    do {
      if isRequired { _ = try Input.own(path, limit: maxSize) }
      for (index, line) in try lines(of: path).enumerated() {
        do throws(CommandError) { try config.run(line) } catch {
          problems.append("\(path):\(index + 1): \(error.message)")
        }
      }
    } catch { problems.append(Failure(error).message) }
    if let kept {
      do { for line in try lines(of: kept) { try? config.run(line) } } catch {
        problems.append(Failure(error).message)
      }
    }
    if config.settings.keys != Settings.keyPresets[0] { config.keymap.use(config.settings.keys) }
    return (config, problems)
  }

  static func lines(of path: String) throws -> [String] {
    let bytes: [UInt8]
    do { bytes = try Input.own(path, limit: maxSize) } catch {
      let failure = Failure(error)
      if failure.code == .notFound { return [] }
      throw failure
    }
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    var lines = String(fileName: Array(bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]))
      .split(omittingEmptySubsequences: false) { ["\n", "\r", "\r\n"].contains($0) }.map(
        String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  /// These may begin a line of the file.
  static let commands: [Command] = [.set, .bind, .source, .view, .sync]

  private mutating func run(_ line: String) throws(CommandError) {
    let line = line.trimmed
    guard !line.isEmpty, !line.hasPrefix("#") else { return }
    let invocation = try Invocation(parsing: line)
    switch invocation.command {
    case .set: try settings.set(line: invocation.argument)
    case .sync: try settings.addSyncTarget(line: invocation.argument)
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
