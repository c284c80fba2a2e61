import Platform
import ReadingList
import Synchronization

/// The name under which this machine writes to a library; no file has two writers.
///
/// It is stored in the state directory with the token in `machines/NAME.json`. The first write of a
/// process renews the token. A token that this machine did not write means that another one uses
/// the name, for example a copy of this disk; a new name is then chosen, which is always safe.
package final class MachineName: Sendable {
  private let paths: LibraryPaths
  private let files: FileLayer
  private let file: String
  /// The requested name, if any.
  private let wanted: String?
  private let established = Mutex<String?>(nil)

  init(_ paths: LibraryPaths, state: String, wanted: String?, files: FileLayer) {
    (self.paths, self.files) = (paths, files)
    file = state + "/machine.json"
    self.wanted = wanted.flatMap { Self.isValid($0) ? $0 : nil }
  }

  /// Max characters of a name.
  static let maxLength = 24

  /// Returns whether a text is a valid name: lowercase letters, digits and hyphens, a letter first.
  package static func isValid(_ name: String) -> Bool {
    guard let first = name.utf8.first, (97...122).contains(first), name.utf8.count <= maxLength
    else { return false }
    return name.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
  }

  /// The stored name, and the tokens that this machine may have written last.
  private var kept: (name: String, tokens: [String])? {
    guard let json = SmallFile.read(file, limit: 4096).flatMap({ try? JSON(parsing: $0) }),
      let name = json["name"]?.string, Self.isValid(name)
    else { return nil }
    return (name, (json["tokens"]?.array ?? []).compactMap(\.string))
  }

  /// The name, if it is known without writing.
  var known: String? { established.withLock(\.self) ?? kept?.name }

  /// Returns the name to write under; the caller holds the library's lock.
  func establish() throws(StoreError) -> String {
    if let name = established.withLock(\.self) { return name }
    let kept = kept
    var name = kept?.name ?? wanted ?? Self.make()
    if let wanted, name != wanted, !name.hasPrefix(wanted + "-") { name = wanted }
    let token = try token(of: name)
    let isOwn = kept.map { $0.name == name } ?? (wanted == name)
    // A machine without stored state that was given a name adopts its existing file.
    let isMine =
      token == nil || isOwn && (kept == nil || kept?.tokens.contains(token ?? "") == true)
    if !isMine { name = Self.make(from: wanted) }
    let next = String(UInt64.random(in: 0...UInt64.max), radix: 16)
    let tokens = [isMine ? token : nil, next].compactMap(\.self)
    let state = JSON.object([
      .init("name", .string(name)), .init("tokens", .array(tokens.map(JSON.string))),
    ])
    // A machine that cannot save its state makes a new name the next time.
    try? SmallFile.replace(file, with: Array(state.pretty.utf8), isDurable: true)
    let said = JSON.object([.init("token", .string(next))])
    try files.replace(paths.machine(name), with: Array(said.pretty.utf8), in: paths)
    files.removeLeftovers(paths)
    established.withLock { $0 = name }
    return name
  }

  private func token(of name: String) throws(StoreError) -> String? {
    guard let bytes = try files.read(paths.machine(name), limit: 4096) else { return nil }
    return (try? JSON(parsing: bytes))?["token"]?.string ?? ""
  }

  /// Makes a new name from the host's and four random characters.
  private static func make(from host: String? = nil) -> String {
    let host = (host ?? Machine.hostName).lowercased().prefix { $0 != "." }
    var base = String(
      host.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }.drop { !$0.isLetter }
        .prefix(maxLength - 5))
    while base.hasSuffix("-") { base.removeLast() }
    let letters = Array("abcdefghjkmnpqrstuvwxyz23456789")
    let end = String((0..<4).map { _ in letters[Int.random(in: 0..<letters.count)] })
    return (base.isEmpty ? "machine" : base) + "-" + end
  }
}
