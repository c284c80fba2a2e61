import Foundation
import Glibc
import TestSupport
import Testing

/// Taking rights away in a way that holds for the superuser too.
enum Rights {
  static let comment: Comment = "needs setpriv (util-linux) when the tests run as the superuser"

  /// Words to put before a command so that it has to heed the modes of files.
  static var withoutPrivileges: [String] {
    getuid() == 0 ? ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] : []
  }

  /// Words to put before a command so that an ordinary user runs it, whom `giveAway` gives files to.
  static var asUser: [String] {
    getuid() == 0 ? ["setpriv", "--reuid=\(nobody)", "--regid=\(nobody)", "--clear-groups"] : []
  }

  private static let nobody: uid_t = 65534

  /// Whether such a user can run the program under test.
  static var canBeUser: Bool {
    get async {
      guard let program = try? Home.program() else { return false }
      let outcome = try? await Programs.run(
        asUser + ["test", "-x", program, "-a", "-r", Home.checkout + "/Makefile"],
        environment: ["PATH": "/usr/bin:/bin"], directory: "/")
      return outcome?.status == 0
    }
  }

  /// Makes a directory and all that is in it that user's.
  static func giveAway(_ path: String) throws {
    guard getuid() == 0 else { return }
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) + [""] {
      lchown(path + "/" + name, nobody, nobody)
    }
  }

  /// Whether `withoutPrivileges` works here.
  static var canBeLost: Bool {
    get async {
      guard let home = try? Home(), mkdir(home.directory.path("locked"), 0) == 0 else {
        return false
      }
      defer { chmod(home.directory.path("locked"), 0o700) }
      let outcome = try? await Programs.run(
        withoutPrivileges + ["ls", home.directory.path("locked")], environment: home.environment(),
        directory: home.path)
      return outcome.map { $0.status > 0 && $0.output.isEmpty } ?? false
    }
  }

  /// A directory and all directories in it.
  static func directories(under path: String) throws -> [String] {
    var isDirectory = stat()
    return try [path]
      + FileManager.default.subpathsOfDirectory(atPath: path).map { path + "/" + $0 }.filter {
        stat($0, &isDirectory) == 0 && isDirectory.st_mode & S_IFMT == S_IFDIR
      }
  }
}
