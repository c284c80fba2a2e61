import Foundation

/// Whether a program that a test runs is installed; a test whose program is not there is skipped and counted.
func isInstalled(_ name: String) -> Bool {
  ["/usr/local/bin/", "/usr/bin/", "/bin/", "/usr/sbin/"].contains {
    FileManager.default.isExecutableFile(atPath: $0 + name)
  }
}
