#if GUIDED
import Glibc

private typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

/// The fuzzer's loop, from the compiler's runtime.
@_silgen_name("LLVMFuzzerRunDriver") private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<Arguments?>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The target that `LUEGO_FUZZ_TARGET` names.
private let target: FuzzTarget = {
  let name = getenv("LUEGO_FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let found = FuzzTarget.all.first(where: { $0.name == name }) else {
    let names = FuzzTarget.all.map(\.name).joined(separator: " ")
    fatalError("LUEGO_FUZZ_TARGET is none of: \(names)")
  }
  return found
}()

/// Replaces `main`, which the package manager names after the product.
@_cdecl("luego_fuzz_main") package func main(
  _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  var (count, arguments) = (count, arguments)
  return runFuzzer(&count, &arguments) { start, size in
    target.run(Array(UnsafeBufferPointer(start: start, count: size)))
    return 0
  }
}
#endif
