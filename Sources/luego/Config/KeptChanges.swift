import Platform
import Reader
import ReadingList
import Web

/// The file of settings changed in the program, read after the config file and with lines like it.
///
/// Each change rewrites the whole file; the person's config file is never written.
struct KeptChanges {
  let config: String
  let path: String
  /// Serializes changes by several processes.
  let lock: String

  /// Saves `set`, `bind`, `view` and `source` lines in place of those about the same things.
  ///
  /// A source that another process has removed meanwhile needs no change.
  func keep(_ new: [String]) throws {
    for line in new {
      if line.hasPrefix("source ") {
        do { _ = try changeSources(String(line.dropFirst(7))) } catch let failure as Failure {
          guard failure.code == .notFound else { throw failure }
        }
      } else {
        try change { lines in
          lines.removeAll { Self.subject(of: $0) == Self.subject(of: line) }
          lines.append(line)
        }
      }
    }
  }

  /// A line's command, and the setting, keys or view that it is about.
  private static func subject(of line: String) -> [String] {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard words.first != "bind" else { return words.prefix(3).map(String.init) }
    return Query.parts(of: line).prefix(2).map { Query.folded(Query.unquoted($0)) }
  }

  /// Saves the changes that a `source` line makes; returns them with the sources' names.
  ///
  /// - Throws: `Failure` if the line is invalid or the file cannot be written.
  func changeSources(_ line: String) throws -> [SourceList.Change] {
    let own = Config.read(config, kept: nil, isRequired: false).config.sources
    return try change { lines in
      let changes: [SourceList.Change]
      do throws(SourceList.Problem) {
        changes = try Self.sources(lines, after: own).changes(parsing: line)
      } catch { throw Failure(error.message, error.isUnknown ? .notFound : .wrongUsage) }
      for change in changes {
        lines = lines.filter { line in
          guard line.hasPrefix("source ") else { return true }
          let made = try? Self.sources(lines, after: own).changes(
            parsing: String(line.dropFirst(7)))
          return made?.contains { change.makesVoid($0) } != true
        }
        let before = Self.sources(lines, after: own)
        var after = before
        after.apply(change)
        if after != before { lines.append("source " + change.line) }
      }
      return changes
    }
  }

  private static func sources(_ lines: [String], after own: SourceList) -> SourceList {
    var sources = own
    for line in lines where line.hasPrefix("source ") {
      for change in (try? sources.changes(parsing: String(line.dropFirst(7)))) ?? [] {
        sources.apply(change)
      }
    }
    return sources
  }

  /// Edits the lines, and replaces the file atomically and durably.
  private func change<Result>(_ edit: (inout [String]) throws -> Result) throws -> Result {
    // Such as the null device, which means no config file.
    if let status = try? FileStatus(config), !status.isRegular {
      throw Failure("\(path) cannot be changed: \(config) is not a regular file")
    }
    let held: FileLock
    do throws(SystemError) { held = try FileLock(lock) } catch {
      throw Failure("\(path) cannot be changed: \(lock): \(error.reason)")
    }
    let old = try Config.lines(of: path)
    var lines = old
    let result = try edit(&lines)
    if lines != old { try replaceFile(path, with: lines.flatMap { ($0 + "\n").fileNameBytes }) }
    held.release()
    return result
  }
}

/// Replaces one of the program's own files atomically and durably; creates its directory.
///
/// - Throws: `Failure` naming the file.
func replaceFile(_ path: String, with bytes: [UInt8]) throws {
  // The target of a symbolic link is replaced.
  let place = resolvedPath(path) ?? path
  do throws(SystemError) { try SmallFile.replace(place, with: bytes, isDurable: true) } catch {
    throw Failure("\(path) cannot be written: \(error.reason)")
  }
}
