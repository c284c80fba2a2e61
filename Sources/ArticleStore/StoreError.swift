import Glibc

/// What went wrong in the library, in one line that a person can act on.
package struct StoreError: Error, Equatable, Sendable {
  /// What kind of thing went wrong, for exit codes and for deciding what to offer.
  package enum Kind: Equatable, Sendable {
    /// There is no such library or article.
    case notFound
    /// The library is open for reading only.
    case readOnly
    /// The disk or the quota is full.
    case noSpace
    /// The system refuses access.
    case noPermission
    /// A file is there but cannot be understood; it is left as it is.
    case damaged
    /// A newer version of Luego wrote it.
    case newerFormat
    /// Anything else the system reports.
    case io
  }

  /// The kind.
  package var kind: Kind
  /// What, on what, and what to do next, on one line.
  package var message: String
  /// Of a damaged record, what is wrong with it alone, for lists that name the file themselves.
  package var problem: String?

  /// Makes an error.
  package init(_ kind: Kind, _ message: String, problem: String? = nil) {
    self.kind = kind
    self.message = message
    self.problem = problem
  }
}

extension StoreError {
  /// A call of the system that failed.
  init(_ failure: SystemFailure) {
    let what = "Cannot \(failure.operation.verb) \(failure.path)"
    switch failure.code {
    case ENOSPC: self.init(.noSpace, "\(what): the disk is full; free some space and try again.")
    case EDQUOT:
      self.init(.noSpace, "\(what): your disk quota is used up; free some space and try again.")
    case EROFS:
      self.init(
        .readOnly,
        "\(what): the file system is read-only; mount it writable and try again."
      )
    case EACCES, EPERM:
      self.init(.noPermission, "\(what): permission denied; see who owns it with ls -l.")
    case ENOTDIR:
      self.init(.notFound, "\(what): a part of the path is no directory; check the path.")
    case ENOENT: self.init(.notFound, "\(what): it does not exist; check the path.")
    case EMFILE, ENFILE:
      self.init(.io, "\(what): too many files are open; close some programs and try again.")
    case EIO: self.init(.io, "\(what): the disk reports an error; check it before you go on.")
    case ETIMEDOUT:
      self.init(.io, "\(what): another Luego holds it; stop that one or try again.")
    case EFBIG:
      self.init(.damaged, "\(what): it is far too large to be a record; run luego doctor.")
    default:
      self.init(.io, "\(what): the system reports error \(failure.code); run luego doctor.")
    }
  }

  /// A record that cannot be understood.
  static func damagedRecord(_ path: String, _ problem: String) -> StoreError {
    StoreError(.damaged, "\(path) is left alone: \(problem); run luego doctor.", problem: problem)
  }

  /// A record or library that a newer version wrote.
  static func newer(_ path: String) -> StoreError {
    StoreError(.newerFormat, "\(path) was written by a newer Luego; update Luego to change it.")
  }
}
