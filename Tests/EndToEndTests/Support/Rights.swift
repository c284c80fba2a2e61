import Foundation
import Glibc
import TestSupport
import Testing

/// Removing permissions in a way that also binds the superuser.
enum Rights {
  static let comment: Comment = "needs setpriv (util-linux) when the tests run as the superuser"

  /// Words before a command that make it subject to file modes.
  static var withoutPrivileges: [String] {
    getuid() == 0 ? ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] : []
  }

  /// Words before a command that run it as an ordinary user, the one that `giveAway` uses.
  static var asUser: [String] {
    getuid() == 0 ? ["setpriv", "--reuid=\(nobody)", "--regid=\(nobody)", "--clear-groups"] : []
  }

  private static let nobody: uid_t = 65534

  /// Whether that user can run the program under test.
  static var canBeUser: Bool {
    get async {
      guard let program = try? Home.program() else { return false }
      let outcome = try? await Programs.run(
        asUser + ["test", "-x", program, "-a", "-r", Home.checkout + "/Makefile"],
        environment: ["PATH": "/usr/bin:/bin"], directory: "/")
      return outcome?.status == 0
    }
  }

  /// Makes that user the owner of a directory tree.
  static func giveAway(_ path: String) throws {
    guard getuid() == 0 else { return }
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) + [""] {
      lchown(path + "/" + name, nobody, nobody)
    }
  }

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

  /// A directory and all directories below it.
  static func directories(under path: String) throws -> [String] {
    var isDirectory = stat()
    return try [path]
      + FileManager.default.subpathsOfDirectory(atPath: path).map { path + "/" + $0 }.filter {
        stat($0, &isDirectory) == 0 && isDirectory.st_mode & S_IFMT == S_IFDIR
      }
  }
}
