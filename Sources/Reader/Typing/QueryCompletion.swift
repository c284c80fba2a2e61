import ReadingList

extension Interface {
  private static let maxValues = 100

  func query(in prompt: Prompt) -> String? {
    if prompt.purpose == .filter { return prompt.editor.text }
    guard let line = line(of: prompt)?.drop(while: { $0 == " " }),
      let space = line.firstIndex(of: " ")
    else { return nil }
    var rest = line[line.index(after: space)...]
    switch Command(rawValue: String(line[..<space])) {
    case .filter: return String(rest)
    case .view:
      rest = rest.drop { $0 == " " }
      guard let name = Query.parts(of: String(rest)).first, rest.count > name.count else {
        return nil
      }
      return String(rest.dropFirst(name.count + 1))
    default: return nil
    }
  }

  /// Completes the end of a query: a key, or a key's value.
  func completion(of query: String, after line: String) -> Completion {
    guard let ending = Query.ending(of: query) else {
      return Completion(before: line + query, candidates: [])
    }
    var completion = Completion(before: line + ending.before, candidates: [])
    if let key = ending.key {
      completion.candidates = values(of: key, beginning: ending.typed)
    } else {
      // Most words are not keys, so candidates for keys are shown on request only.
      completion.isQuiet = true
      completion.candidates = Query.keys.filter { $0.name.hasPrefix(ending.typed.lowercased()) }.map
      { Completion.Candidate(text: $0.name + ":", summary: $0.meaning, ending: "") }
    }
    return completion
  }

  /// Values that begin with the typed text, then those that contain it.
  private func values(of key: Query.Key, beginning typed: String) -> [Completion.Candidate] {
    let typed = Query.folded(typed)
    let found = names(behind: key).map { ($0, Query.folded($0.name)) }.filter {
      $1.contains(typed)
    }
    let sorted = found.filter { $1.hasPrefix(typed) } + found.filter { !$1.hasPrefix(typed) }
    return sorted.prefix(Self.maxValues).map { name, _ in
      Completion.Candidate(
        text: Query.Test.quoted(name.name), summary: name.count.map(String.init) ?? "")
    }
  }

  private func names(behind key: Query.Key) -> [(name: String, count: Int?)] {
    if key.name == NamedField.tag.rawValue { return model.tags.map { ($0.name, $0.count) } }
    if let field = NamedField(rawValue: key.name) {
      return model.names(of: field).map { ($0.name, $0.count) }
    }
    return (key.words + key.examples).map { ($0, nil) }
  }
}
