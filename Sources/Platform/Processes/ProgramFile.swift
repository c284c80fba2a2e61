/// Where programs are.
package enum ProgramFile {
  /// The path of a program that can be run, looked up in a list of directories as `PATH` has it; relative ones are
  /// passed over.
  package static func find(_ name: String, in path: String?) -> String? {
    (path ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
      .map { String($0) + "/" + name }
      .first { candidate in
        (try? FileStatus(candidate))?.isRegular == true && allows(.executing, candidate)
      }
  }
}
