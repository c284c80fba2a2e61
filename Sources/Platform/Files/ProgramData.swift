/// The files that the program ships with.
package enum ProgramData {
  /// Beside the installed binary, or in the checkout it was built in; nil if missing.
  package static let directory: String? = {
    guard let binary = CurrentProcess.executable else { return nil }
    let above = sequence(first: binary.splitPath.directory) {
      $0 == "/" ? nil : $0.splitPath.directory
    }.dropFirst()
    let candidates = above.prefix(1).map { $0 + "/share/luego-data" } + above.map { $0 + "/Data" }
    return candidates.first { allows(.reading, $0 + "/welcome/library.json") }
  }()
}
