import Glibc

/// Where the files of an article lie in a library's directory.
package enum LibraryFiles {
  /// The files of an article's records, one for each machine that said something of it.
  package static func records(of id: some CustomStringConvertible, in library: String) -> [String] {
    let directory = "\(library)/articles/\(id.description.prefix(2))"
    return names(in: directory).filter { $0.hasPrefix("\(id).") && $0.hasSuffix(".json") }.map {
      directory + "/" + $0
    }
  }

  /// The first of these, or where a test may put one.
  package static func record(of id: some CustomStringConvertible, in library: String) -> String {
    records(of: id, in: library).first
      ?? "\(library)/articles/\(id.description.prefix(2))/\(id).test-0000.json"
  }

  /// The file of an article's text, or where nothing is.
  package static func text(of id: some CustomStringConvertible, in library: String) -> String {
    let directory = "\(library)/texts/\(id.description.prefix(2))"
    let name = names(in: directory).first { $0.hasPrefix("\(id)-") && $0.hasSuffix(".html") }
    return directory + "/" + (name ?? "\(id)-0000000000000000.html")
  }

  private static func names(in directory: String) -> [String] {
    guard let open = opendir(directory) else { return [] }
    defer { closedir(open) }
    var found: [String] = []
    while let entry = readdir(open) {
      found.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
        })
    }
    return found.sorted()
  }
}
