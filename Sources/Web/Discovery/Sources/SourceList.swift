import ReadingList

/// The sources, and the sites that are never picked from.
///
/// Starts with the built-in ones; the config file and the `:` line change it.
package struct SourceList: Equatable, Sendable {
  package private(set) var sources = Source.builtIn
  /// Hosts without `www.`, standing for their subdomains too.
  package private(set) var blocked: Set<String> = []

  package struct Problem: Error, Equatable, Sendable {
    package let message: String
    package let isUnknown: Bool

    init(_ message: String, isUnknown: Bool = false) {
      self.message = message
      self.isUnknown = isUnknown
    }
  }

  /// A change, as written after `source`.
  package enum Change: Equatable, Sendable {
    /// Adds a source at a URL or file, or redirects the one of that name.
    case add(address: String, name: String)
    case remove(String)
    case turn(String, on: Bool)
    case block(String)
    case unblock(String)

    package var line: String {
      switch self {
      case .add(let address, let name): "add \(address) \(name)"
      case .remove(let name): "remove \(name)"
      case .turn(let name, let on): "\(on ? "on" : "off") \(name)"
      case .block(let host): "block \(host)"
      case .unblock(let host): "unblock \(host)"
      }
    }

    /// Whether this change leaves no effect of an earlier one.
    package func makesVoid(_ earlier: Change) -> Bool {
      // Turning a source on or off does not change where it is.
      if case .turn = self { guard case .turn = earlier else { return false } }
      return object == earlier.object
    }

    /// The source or host changed.
    private var object: String {
      switch self {
      case .add(_, let name), .remove(let name), .turn(let name, _): "source " + name
      case .block(let host), .unblock(let host): "host " + host
      }
    }
  }

  package static let usage = "add URL|FILE [NAME], remove|on|off NAME or block|unblock SITE"

  package init() {}

  /// The source with that name or, failing that, at that address.
  package subscript(text: String) -> Source? {
    if let source = sources.first(where: { $0.name == text }) { return source }
    if text.hasPrefix("/") { return sources.first { $0.address == text } }
    guard let address = try? WebAddress(text) else { return nil }
    return sources.first {
      WebAddress(canonical: $0.address)?.deduplicationKey == address.deduplicationKey
    }
  }

  package var enabled: [Source] { sources.filter(\.isEnabled) }

  /// Reads `add URL|FILE [NAME]`, or `remove`, `on` or `off` with names or addresses, or `block` or
  /// `unblock` with hosts; a word beginning with `#` starts a comment.
  ///
  /// A source without a name is named after its host or file, with a number if that is taken; one
  /// at a known address keeps its name.
  ///
  /// - Throws: `Problem`, which says what would be right.
  package func changes(parsing line: String) throws(Problem) -> [Change] {
    let words = line.split(whereSeparator: \.isWhitespace).prefix { !$0.hasPrefix("#") }.map(
      String.init)
    guard let verb = words.first, words.count >= 2 else {
      throw Problem("Use \(Self.usage)")
    }
    let objects = words.dropFirst()
    switch verb {
    case "add": return [try addition(Array(objects))]
    case "remove", "on", "off":
      return try objects.map { word throws(Problem) -> Change in
        guard let source = self[word] else { throw unknown(word) }
        return verb == "remove" ? .remove(source.name) : .turn(source.name, on: verb == "on")
      }
    case "block", "unblock":
      return try objects.map { word throws(Problem) -> Change in
        let host = try Self.host(word)
        return verb == "block" ? .block(host) : .unblock(host)
      }
    default: throw Problem("Unknown word “\(verb)”; use add, remove, on, off, block or unblock")
    }
  }

  private func addition(_ words: [String]) throws(Problem) -> Change {
    guard words.count <= 2 else { throw Problem("Add one source at a time: add URL [NAME]") }
    guard sources.count < Self.maxSources else {
      throw Problem("There can be \(Self.maxSources) sources; a file of feeds is one")
    }
    let address = try Self.address(words[0])
    guard words.count == 2 else {
      let name = self[address]?.name ?? unusedName(Self.name(of: address))
      return .add(address: address, name: name)
    }
    let name = words[1]
    guard Self.isName(name) else {
      throw Problem("“\(name)” is not a valid source name; use letters, digits, dots and hyphens")
    }
    let namesake = sources.first { $0.name == name }
    guard name != Source.surprise, namesake?.kind != .samples else {
      throw Problem("“\(name)” is reserved; choose another name")
    }
    return .add(address: address, name: name)
  }

  /// The error about an unknown source; as a choice, `surprise` is possible too.
  package func unknown(_ text: String, isChoice: Bool = false) -> Problem {
    let names = (isChoice ? [Source.surprise] : []) + sources.map(\.name)
    let known = names.prefix(12) + (names.count > 12 ? ["…"] : [])
    return Problem(
      "No source is named “\(text.bounded(.words))”; use \(known.joined(separator: ", "))",
      isUnknown: true)
  }

  package mutating func apply(_ change: Change) {
    switch change {
    case .add(let address, let name):
      if let index = sources.firstIndex(where: { $0.name == name }) {
        sources[index].isEnabled = true
        sources[index].address = address
      } else {
        sources.append(Source(name: name, title: name, kind: .web, address: address))
      }
    case .remove(let name):
      guard let index = sources.firstIndex(where: { $0.name == name }) else { return }
      if let original = Source.builtIn.first(where: { $0.name == name }) {
        // A built-in source gets its address back, and is turned off.
        sources[index] = original
        sources[index].isEnabled = false
      } else {
        sources.remove(at: index)
      }
    case .turn(let name, let on):
      if let index = sources.firstIndex(where: { $0.name == name }) {
        sources[index].isEnabled = on
      }
    case .block(let host): blocked.insert(host)
    case .unblock(let host): blocked.remove(host)
    }
  }

  /// The changes that undo one before it is made; none if it changes nothing.
  package func changes(undoing change: Change) -> [Change] {
    switch change {
    case .block(let host): blocked.contains(host) ? [] : [.unblock(host)]
    case .unblock(let host): blocked.contains(host) ? [.block(host)] : []
    case .add(_, let name), .remove(let name), .turn(let name, _):
      changes(restoring: name, after: change)
    }
  }

  private func changes(restoring name: String, after change: Change) -> [Change] {
    var next = self
    next.apply(change)
    let (old, new) = (sources.first { $0.name == name }, next.sources.first { $0.name == name })
    guard old != new else { return [] }
    guard let old else { return [.remove(name)] }
    let isMoved = new?.address != old.address
    let isOn = isMoved || new?.isEnabled == true
    return (isMoved ? [.add(address: old.address, name: name)] : [])
      + (isOn == old.isEnabled ? [] : [.turn(name, on: old.isEnabled)])
  }

  /// Redirects sources by environment variables: `LUEGO_SMALLWEB_FEEDS_URL` for `smallweb-feeds`.
  package mutating func apply(environment: [String: String]) {
    for source in sources where source.kind == .web || source.kind == .blogs {
      let name = source.name.uppercased().map { $0.isLetter || $0.isNumber ? $0 : "_" }
      guard let address = environment["LUEGO_\(String(name))_URL"],
        let valid = try? Self.address(address)
      else { continue }
      apply(.add(address: valid, name: source.name))
    }
  }

  func isBlocked(_ address: WebAddress) -> Bool {
    !blocked.isEmpty && address.isWithin(blocked)
  }

  // MARK: Words

  private static func address(_ text: String) throws(Problem) -> String {
    if text.hasPrefix("/") { return text }
    guard let address = try? WebAddress(text) else {
      throw Problem("“\(text)” is neither a web address nor a file")
    }
    return address.text
  }

  private static func host(_ text: String) throws(Problem) -> String {
    guard let address = try? WebAddress(text), address.siteName.contains(".") else {
      throw Problem("“\(text)” is not the name of a site")
    }
    return address.siteName
  }

  private static func name(of address: String) -> String {
    let file = address.split(separator: "/").last ?? ""
    let name = WebAddress(canonical: address)?.siteName ?? String(file)
    let kept = name.prefix(maxNameLength).map { isNameCharacter($0) ? $0 : "-" }.drop { $0 == "-" }
    return kept.isEmpty ? "source" : String(kept)
  }

  /// The name, with a number if a source has it already.
  private func unusedName(_ name: String) -> String {
    let taken = Set(sources.map(\.name) + [Source.surprise])
    let numbered = (2...taken.count + 2).lazy.map { "\(name)-\($0)" }
    return taken.contains(name) ? numbered.first { !taken.contains($0) } ?? name : name
  }

  /// In characters, for a name made of an address; a given one may be somewhat longer.
  private static let maxNameLength = 56
  private static let maxSources = 1000

  private static func isName(_ text: String) -> Bool {
    text.count <= 64 && text.allSatisfy(isNameCharacter) && text.first != "-"
  }

  private static func isNameCharacter(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || ".-_".contains(character))
  }
}
