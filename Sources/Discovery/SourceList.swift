package import ReadingList

/// The sources there are, and the sites that are never dealt from.
///
/// Begins with those built in; lines of the config file and of the `:` line change it.
package struct SourceList: Equatable, Sendable {
  package private(set) var sources = Source.builtIn
  /// Hosts without `www.`; their subdomains are meant too.
  package private(set) var blocked: Set<String> = []

  /// What is wrong with a line, in words.
  package struct Problem: Error, Equatable, Sendable {
    package let message: String

    init(_ message: String) { self.message = message }
  }

  /// A change of the sources, as it is written after `source`.
  package enum Change: Equatable, Sendable {
    /// A source at a URL or a file; one of that name there already is pointed elsewhere.
    case add(address: String, name: String)
    case remove(String)
    case turn(String, on: Bool)
    case block(String)
    case unblock(String)

    /// The line, without the word `source`.
    package var line: String {
      switch self {
      case .add(let address, let name): "add \(address) \(name)"
      case .remove(let name): "remove \(name)"
      case .turn(let name, let on): "\(on ? "on" : "off") \(name)"
      case .block(let host): "block \(host)"
      case .unblock(let host): "unblock \(host)"
      }
    }
  }

  package init() {}

  /// The source of a name.
  package subscript(name: String) -> Source? { sources.first { $0.name == name } }

  /// The sources that “Surprise Me” chooses from.
  package var enabled: [Source] { sources.filter(\.isEnabled) }

  /// Reads `add URL|FILE [NAME]`, `remove NAME`, `on NAME`, `off NAME`, `block HOST` or `unblock HOST`.
  ///
  /// A source without a name gets its host's or its file's.
  /// - Throws: `Problem` saying what would be right.
  package func change(parsing line: String) throws(Problem) -> Change {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let verb = words.first, words.count >= 2 else {
      throw Problem("Write: source add URL [NAME], remove, on or off NAME, block or unblock HOST")
    }
    let word = words[1]
    switch verb {
    case "add":
      let address = try Self.address(word)
      let name = words.count > 2 ? words[2] : Self.name(of: address)
      guard Self.isName(name) else {
        throw Problem("“\(name)” is no name for a source; use letters, digits, dots and hyphens")
      }
      guard name != Source.surprise, self[name]?.kind != .library, self[name]?.kind != .samples
      else { throw Problem("“\(name)” has no address; choose another name") }
      return .add(address: address, name: name)
    case "remove", "on", "off":
      guard self[word] != nil else {
        let known = sources.map(\.name).joined(separator: ", ")
        throw Problem("There is no source “\(word)”; there are \(known)")
      }
      return verb == "remove" ? .remove(word) : .turn(word, on: verb == "on")
    case "block": return .block(try Self.host(word))
    case "unblock": return .unblock(try Self.host(word))
    default: throw Problem("Sources know add, remove, on, off, block and unblock, not “\(verb)”")
    }
  }

  /// Carries out a change.
  package mutating func apply(_ change: Change) {
    switch change {
    case .add(let address, let name):
      if let index = sources.firstIndex(where: { $0.name == name }) {
        sources[index].address = address
        sources[index].spare = nil
        sources[index].isEnabled = true
      } else {
        sources.append(Source(name: name, title: name, kind: .web, address: address))
      }
    case .remove(let name):
      guard let index = sources.firstIndex(where: { $0.name == name }) else { return }
      if let original = Source.builtIn.first(where: { $0.name == name }) {
        // What comes with the program goes back to where it pointed, and is left alone.
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

  /// Points sources elsewhere as variables of the environment say: `LUEGO_SMALLWEB_FEEDS_URL` for the
  /// source `smallweb-feeds`.
  package mutating func apply(environment: [String: String]) {
    for source in sources where source.kind == .web || source.kind == .blogs {
      let name = source.name.uppercased().map { $0.isLetter || $0.isNumber ? $0 : "_" }
      guard let address = environment["LUEGO_\(String(name))_URL"],
        let valid = try? Self.address(address)
      else { continue }
      apply(.add(address: valid, name: source.name))
    }
  }

  /// Whether a site is not to be dealt from.
  package func isBlocked(_ address: WebAddress) -> Bool {
    guard !blocked.isEmpty else { return false }
    var host = address.siteName[...]
    while true {
      if blocked.contains(String(host)) { return true }
      guard let dot = host.firstIndex(of: ".") else { return false }
      host = host[host.index(after: dot)...]
    }
  }

  // MARK: Words

  private static func address(_ text: String) throws(Problem) -> String {
    if text.hasPrefix("/") { return text }
    guard let address = try? WebAddress(text) else {
      throw Problem("“\(text)” is neither a web address nor the absolute path of a file")
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
    if let web = WebAddress(canonical: address) { return web.siteName }
    let file = address.split(separator: "/").last.map(String.init) ?? "file"
    let kept = file.map { isNameCharacter($0) ? $0 : "-" }
    return String(kept)
  }

  private static func isName(_ text: String) -> Bool {
    text.count <= 64 && text.allSatisfy(isNameCharacter) && text.first != "-"
  }

  private static func isNameCharacter(_ character: Character) -> Bool {
    character.isASCII
      && (character.isLetter || character.isNumber || character == "." || character == "-"
        || character == "_")
  }
}
