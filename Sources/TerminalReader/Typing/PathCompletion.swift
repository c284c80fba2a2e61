import ReadingListModel

// Paths of files, for the commands that take one.
extension Interface {
  /// The path that a line ends with, where its command takes one; nil elsewhere.
  func path(at line: String) -> Substring? {
    guard let space = line.firstIndex(of: " "),
      let command = Command(rawValue: String(line[..<space]))
    else { return nil }
    let rest = line[space...].drop { $0 == " " }
    switch command {
    case .importFile: return rest
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

  /// What a path at the end of a text could go on with: directories and files, hidden ones where their dot
  /// is typed.
  func completion(ofPath path: Substring, in text: String) -> Completion {
    let directory = Self.directory(of: path)
    let name = path.dropFirst(directory.count)
    let before = String(text.dropLast(name.count))
    guard path != "~" else {
      return Completion(
        before: before, candidates: [Completion.Candidate(text: "~/", summary: "", ending: "")])
    }
    let candidates = model.imports.entries(of: directory).filter { entry in
      entry.lowercased().hasPrefix(name.lowercased())
        && (name.hasPrefix(".") || !entry.hasPrefix("."))
        && entry.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }.map { Completion.Candidate(text: $0, summary: "", ending: "") }
    return Completion(before: before, candidates: candidates)
  }

  /// Has the directory read that what is typed leads through.
  func askAboutEntries(for prompt: Prompt) {
    guard let path = line(of: prompt).flatMap({ path(at: $0) }) else { return }
    model.imports.askAboutEntries(of: Self.directory(of: path))
  }

  /// A path up to its last slash.
  private static func directory(of path: Substring) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }
}
