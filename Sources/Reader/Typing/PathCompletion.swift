// Completion of paths, for commands that take one.
extension Interface {
  func path(at line: String) -> Substring? {
    guard let space = line.firstIndex(of: " "),
      let command = Command(rawValue: String(line[..<space]))
    else { return nil }
    let rest = line[space...].drop { $0 == " " }
    switch command {
    case .add: return ["/", "~", "./", "../"].contains { rest.hasPrefix($0) } ? rest : nil
    case .write:
      guard rest.hasPrefix("--") else { return rest }
      return rest.firstIndex(of: " ").map { rest[$0...].drop { $0 == " " } }
    case .source:
      guard rest.hasPrefix(DiscoveryModel.addSource + " ") else { return nil }
      let path = rest.dropFirst(DiscoveryModel.addSource.count).drop { $0 == " " }
      return path.contains(" ") ? nil : path
    default: return nil
    }
  }

  /// Completes a path at the end of a text; hidden files once their dot is typed.
  func completion(ofPath path: Substring, in text: String) -> Completion {
    let directory = Self.directory(of: path)
    let name = path.dropFirst(directory.count)
    let before = String(text.dropLast(name.count))
    guard path != "~" else {
      return Completion(
        before: before, candidates: [Completion.Candidate(text: "~/", summary: "", ending: "")])
    }
    let candidates = model.entries(of: directory).filter { entry in
      entry.lowercased().hasPrefix(name.lowercased())
        && (name.hasPrefix(".") || !entry.hasPrefix("."))
        && entry.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }.map { Completion.Candidate(text: $0, summary: "", ending: "") }
    return Completion(before: before, candidates: candidates)
  }

  /// A path up to and including its last slash.
  private static func directory(of path: Substring) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }
}
