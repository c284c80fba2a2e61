import Glibc

/// A call of the system that failed.
package struct SystemError: Error, Hashable, Sendable {
  /// The number that the system gave, as in `errno`.
  package let code: Int32

  /// A description, with advice where the disk is full; otherwise the system's message.
  package var reason: String {
    switch self {
    case .noSpace: "the disk is full; free some space and try again"
    case .quotaExceeded: "your disk quota is used up; free some space and try again"
    default: String(cString: strerror(code))
    }
  }

  /// An error with the system's number.
  package init(code: Int32) { self.code = code }

  /// Why the last call of this thread that failed did so.
  package static var last: SystemError { SystemError(code: errno) }

  /// Throws the error of a number that a call gave, unless it is 0.
  package static func check(_ code: Int32) throws(SystemError) {
    if code != 0 { throw SystemError(code: code) }
  }
}

// The errors that code distinguishes.
extension SystemError {
  package static let notFound = SystemError(code: ENOENT)
  package static let exists = SystemError(code: EEXIST)
  package static let notDirectory = SystemError(code: ENOTDIR)
  package static let isDirectory = SystemError(code: EISDIR)
  package static let invalid = SystemError(code: EINVAL)
  package static let linkLoop = SystemError(code: ELOOP)
  package static let tooLarge = SystemError(code: EFBIG)
  package static let badMessage = SystemError(code: EBADMSG)
  package static let busy = SystemError(code: EBUSY)
  package static let timedOut = SystemError(code: ETIMEDOUT)
  package static let wouldBlock = SystemError(code: EAGAIN)
  package static let brokenPipe = SystemError(code: EPIPE)
  package static let inputOutput = SystemError(code: EIO)
  package static let noSpace = SystemError(code: ENOSPC)
  package static let quotaExceeded = SystemError(code: EDQUOT)
  package static let outOfMemory = SystemError(code: ENOMEM)
  package static let readOnly = SystemError(code: EROFS)
  package static let accessDenied = SystemError(code: EACCES)
  package static let notPermitted = SystemError(code: EPERM)
  package static let tooManyOpenFiles = SystemError(code: EMFILE)
  package static let tooManyOpenFilesInSystem = SystemError(code: ENFILE)
}
