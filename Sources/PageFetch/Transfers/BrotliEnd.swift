import Glibc

/// Unpacks Brotli, whose end cannot be seen otherwise, and throws away what comes out.
///
/// It asks the decoder that libcurl itself has brought into the process; without one there is no Brotli
/// to be had either.
final class BrotliEnd {
  private typealias Create =
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
    ) -> OpaquePointer?
  private typealias Unpack =
    @convention(c) (
      OpaquePointer?, UnsafeMutablePointer<Int>?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
      UnsafeMutablePointer<Int>?, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?,
      UnsafeMutablePointer<Int>?
    ) -> CInt
  private typealias Destroy = @convention(c) (OpaquePointer?) -> Void

  private struct Decoder {
    let create: Create
    let unpack: Unpack
    let destroy: Destroy

    init?() {
      guard let create = dlsym(nil, "BrotliDecoderCreateInstance"),
        let unpack = dlsym(nil, "BrotliDecoderDecompressStream"),
        let destroy = dlsym(nil, "BrotliDecoderDestroyInstance")
      else { return nil }
      self.create = unsafeBitCast(create, to: Create.self)
      self.unpack = unsafeBitCast(unpack, to: Unpack.self)
      self.destroy = unsafeBitCast(destroy, to: Destroy.self)
    }
  }

  private static let decoder = Decoder()

  private(set) var state = StreamEnd.State.empty
  private let decoder: Decoder
  private var stream: OpaquePointer?
  private var room: Int

  /// Starts a stream of which at most `limit` bytes are unpacked; nil without a decoder.
  init?(limit: Int) {
    guard let decoder = Self.decoder, let stream = decoder.create(nil, nil, nil) else { return nil }
    self.decoder = decoder
    self.stream = stream
    room = limit
  }

  deinit { if let stream { decoder.destroy(stream) } }

  func append(_ bytes: Slice<UnsafeRawBufferPointer>) {
    guard !bytes.isEmpty, let stream else { return }
    state = .open
    var left = bytes.count
    UnsafeRawBufferPointer(rebasing: bytes).withMemoryRebound(to: UInt8.self) { input in
      var place = input.baseAddress
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1 << 16) { scratch in
        while state == .open {
          var (free, out) = (scratch.count, scratch.baseAddress)
          switch decoder.unpack(stream, &left, &place, &free, &out, nil) {
          case 1: state = .complete
          case 2: return
          case 3:
            room -= scratch.count - free
            if room < 0 { state = .unknown }
          default: state = .unknown
          }
        }
      }
    }
    guard state != .open else { return }
    decoder.destroy(stream)
    self.stream = nil
  }
}
