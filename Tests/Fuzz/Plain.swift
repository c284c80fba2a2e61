#if !GUIDED
import Glibc
import Platform

/// Runs the targets without the fuzzer, in the normal build.
///
/// `luego-fuzz random DIRECTORY SECONDS [TARGET...]` tries random inputs; another `LUEGO_FUZZ_SEED`
/// gives other inputs. `luego-fuzz units DIRECTORY [TARGET...]` looks for input that takes more than
/// linear time. DIRECTORY holds seeds and dictionary.
@main struct Plain {
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    let isRandom = words.first == "random"
    let options = isRandom ? 3 : 2
    guard words.count >= options, isRandom || words.first == "units" else {
      check(
        false,
        "usage: luego-fuzz random DIRECTORY SECONDS [TARGET...] | units DIRECTORY [TARGET...]")
      return
    }
    let named = words[options...]
    for target in FuzzTarget.all where named.isEmpty || named.contains(target.name) {
      if isRandom {
        tryRandom(target, in: words[1], seconds: Double(words[2]) ?? 1)
      } else {
        Units(directory: words[1], target: target).measure()
      }
    }
  }

  /// Tries inputs until time is up; a failing input is saved in `.build/fuzz-TARGET`.
  private static func tryRandom(_ target: FuzzTarget, in directory: String, seconds: Double) {
    let kept = KeptInput(".build/fuzz-\(target.name)")
    let seed = getenv("LUEGO_FUZZ_SEED").flatMap { UInt64(String(cString: $0)) } ?? 1
    var inputs = RandomInputs(directory: directory, target: target.name, seed: seed)
    let end = now() + seconds
    var count = 0
    while now() < end {
      let input = inputs.next()
      kept.keep(input)
      // A 64 KiB input may take a second.
      alarm(10)
      target.run(input)
      count += 1
    }
    alarm(0)
    kept.remove()
    print("\(target.name): \(count) inputs")
  }
}

/// Seconds on the monotonic clock.
func now() -> Double { Double(MonotonicClock.nanoseconds()) / 1e9 }

/// A file that holds the current input even if it ends the process.
private final class KeptInput {
  private let path: String
  private let file: CInt

  init(_ path: String) {
    self.path = path
    file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
    check(file >= 0, "\(path) cannot be written")
  }

  func keep(_ input: [UInt8]) {
    _ = ftruncate(file, 0)
    _ = pwrite(file, input, input.count, 0)
  }

  func remove() {
    close(file)
    unlink(path)
  }
}
#endif
