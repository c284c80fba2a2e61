import Glibc

/// The factor for tests with random or large input: 1, or the whole number in `LUEGO_TEST_SCALE`, for
/// nightly runs.
package let testScale =
  getenv("LUEGO_TEST_SCALE").flatMap { Int(String(cString: $0)) }.map { max(1, $0) } ?? 1
