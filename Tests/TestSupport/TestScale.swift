import Glibc

/// How much tests with random or large input do: 1, or the whole number in `LUEGO_TEST_SCALE`, as a nightly run sets it.
package let testScale =
  getenv("LUEGO_TEST_SCALE").flatMap { Int(String(cString: $0)) }.map { max(1, $0) } ?? 1
