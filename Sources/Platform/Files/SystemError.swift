import Glibc

/// A failed system call.
package struct SystemError: Error, Hashable, Sendable {
  /// As in `errno`.
  package let code: Int32

  /// The system's message; with advice if the disk is full.
  package var reason: String {
    switch self {
    case .noSpace: "the disk is full; free some space and try again"
    case .quotaExceeded: "your disk quota is used up; free some space and try again"
    default: String(cString: strerror(code))
    }
  }

  package init(code: Int32) { self.code = code }

  /// The error of this thread's last failed call.
  package static var last: SystemError { SystemError(code: errno) }

  /// Throws unless the code is 0.
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
