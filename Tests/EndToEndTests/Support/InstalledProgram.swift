import Foundation

/// Whether a program that a test runs is installed; if not, the test is skipped and counted.
func isInstalled(_ name: String) -> Bool {
  ["/usr/local/bin/", "/usr/bin/", "/bin/", "/usr/sbin/"].contains {
    FileManager.default.isExecutableFile(atPath: $0 + name)
  }
}
