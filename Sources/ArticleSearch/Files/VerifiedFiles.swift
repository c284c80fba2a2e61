import Platform

/// Which files of the index are known to be as they were written, by what the system says of them.
///
/// Xapian trusts what it reads, so that a file is read as a whole before it is given to it, once: as long as
/// its inode, size and time of change stay the same nobody has written it.
struct VerifiedFiles {
  private let directory: String

  init(_ directory: String) { self.directory = directory }

  private var path: String { directory + "/verified" }

  /// Makes sure that the files are those that the manifest means.
  func verify(_ parts: [Manifest.Part]) throws(SearchError) {
    guard !parts.isEmpty else { return }
    let known = Set(lines)
    var found: [String] = []
    for part in parts {
      let file = directory + "/" + part.name
      guard let state = FileHash.state(of: file) else { throw .missing }
      let line = "\(part.name) \(part.hash) \(state)"
      if known.contains(line) { continue }
      let (hash, size) = try FileHash.of(file)
      guard hash == part.hash, size == part.size else { throw .damaged(part.name) }
      found.append(line)
    }
    if !found.isEmpty { note(found) }
  }

  /// Notes what was just written.
  func note(_ parts: [Manifest.Part]) {
    note(
      parts.compactMap { part in
        FileHash.state(of: directory + "/" + part.name).map { "\(part.name) \(part.hash) \($0)" }
      }
    )
  }

  private var lines: [String] {
    guard let bytes = SmallFile.read(path, limit: 1 << 20) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Without the file they are verified again.
  private func note(_ found: [String]) {
    let kept = lines.filter { line in
      line.split(separator: " ").first.map { FileHash.state(of: "\(directory)/\($0)") != nil }
        ?? false
    }
    let text = (kept + found).joined(separator: "\n") + "\n"
    try? SmallFile.replace(path, with: Array(text.utf8), isDurable: false)
  }
}
