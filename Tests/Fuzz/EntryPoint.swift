import Glibc

/// The target that `LUEGO_FUZZ_TARGET` names.
private let target: FuzzTarget = {
  let name = getenv("LUEGO_FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let found = FuzzTarget.all.first(where: { $0.name == name }) else {
    let names = FuzzTarget.all.map(\.name).joined(separator: " ")
    preconditionFailure("LUEGO_FUZZ_TARGET is none of: \(names)")
  }
  return found
}()

/// Called by the fuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput") package func testOneInput(
  _ start: UnsafePointer<UInt8>?, _ count: Int
) -> CInt {
  target.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
