import Platform

/// An error of the library, described in an actionable line.
package struct StoreError: Error, Equatable, Sendable {
  /// Kinds of errors, for exit codes and offered actions.
  package enum Kind: String, Sendable {
    /// There is no such library or article.
    case notFound
    /// The library is open read-only.
    case readOnly
    /// The disk or the quota is full.
    case noSpace
    /// The system refuses access.
    case noPermission
    /// A file cannot be parsed; it is left as it is.
    case damaged
    /// Another version of Luego wrote it, in a format that this one does not write.
    case newerFormat
    /// The other side of a sync does not answer.
    case unreachable
    /// The other side of a sync is another library, or speaks another version of the protocol.
    case otherLibrary
    /// Any other error; the other side of a sync knows it by this name.
    case io = "failed"
  }

  package var kind: Kind
  /// A line that says what failed, on what, and what to do next.
  package var message: String
  /// The message without its object, for lines that name it themselves.
  package var reason: String
  /// The problem of a damaged record alone, for lists that name the file themselves.
  package var problem: String?
  /// Whether the new files are in place despite the error, for example because only the disk's
  /// confirmation failed.
  package var isInPlace = false
  /// The error of the system; 0 if none is the cause.
  var cause = SystemError(code: 0)
  /// Whether the file does not exist.
  var isMissing: Bool { cause == .notFound || cause == .notDirectory }

  /// Whether the error concerns one file, so that others can be read and written.
  package var isOfOneFile: Bool { kind == .damaged || kind == .newerFormat }

  /// Makes an error; without a reason, the message is its reason.
  package init(_ kind: Kind, _ message: String, reason: String? = nil, problem: String? = nil) {
    self.kind = kind
    self.message = message
    self.reason = reason ?? message
    self.problem = problem
  }
}

extension StoreError {
  /// Describes a failed system call.
  init(
    _ operation: FileLayer.Operation, _ path: String, _ cause: SystemError, isInPlace: Bool = false
  ) {
    let (kind, reason): (Kind, String) =
      switch (operation, cause) {
      case (.makeDirectory, .notFound): (.io, "nothing can be created there; choose another place")
      case (.lock, .notFound):
        (.notFound, "\(path.splitPath.directory) is gone; bring it back and try again")
      default: Self.explanation(of: cause)
      }
    let verb = isInPlace ? "confirm" : operation.verb
    self.init(kind, "Cannot \(verb) \(path): \(reason)", reason: reason)
    (self.isInPlace, self.cause) = (isInPlace, cause)
  }

  /// Explains an error of the system, and what to do about it.
  private static func explanation(of error: SystemError) -> (Kind, String) {
    switch error {
    case .noSpace, .quotaExceeded: (.noSpace, error.reason)
    case .readOnly: (.readOnly, "the file system is read-only; mount it writable and try again")
    case .accessDenied, .notPermitted:
      (.noPermission, "permission denied; see who owns it with ls -l")
    case .notDirectory: (.notFound, "part of the path is not a directory; check the path")
    case .notFound: (.notFound, "it does not exist; check the path")
    case .tooManyOpenFiles, .tooManyOpenFilesInSystem:
      (.io, "too many files are open; close some programs and try again")
    case .inputOutput: (.io, "the disk reports an error; check it before you go on")
    case .timedOut: (.io, "another Luego is using it; quit that one or try again")
    case .tooLarge: (.damaged, "it is too large; run luego doctor")
    case .invalid, .isDirectory: (.damaged, "it is not a file; run luego doctor")
    case .badMessage:
      (.damaged, "another program has just put something else there; run luego doctor")
    case .busy: (.io, "other programs keep writing it; try again")
    case .linkLoop: (.damaged, "it is a symbolic link; run luego doctor")
    default: (.io, "\(error.reason); run luego doctor")
    }
  }

  static func damagedRecord(_ path: String, _ problem: String) -> StoreError {
    StoreError(
      .damaged, "\(path) was not changed: \(problem); run luego doctor",
      reason: "\(problem); run luego doctor", problem: problem)
  }

  /// Describes a library of an older version.
  static func older(_ directory: String) -> StoreError {
    StoreError(
      .newerFormat,
      "The library at \(directory) has the format of an older version; to take it over: "
        + "mv '\(directory)' '\(directory)-1' && luego import '\(directory)-1'")
  }

  /// Describes a record or library that a newer version wrote.
  static func newer(_ path: String) -> StoreError {
    StoreError(
      .newerFormat, "\(path) was written by a newer version; update Luego to change it",
      reason: "a newer version wrote it; update Luego to change it")
  }
}
