import Platform
import ReadingList

/// Exchanges messages with the other side over file descriptors.
///
/// A message is its kind (one byte), its length (four bytes, big-endian) and its payload. A message
/// takes memory only as its bytes come, up to the receiver's limit.
package final class SyncChannel {
  package enum Kind: UInt8 {
    /// A side's identity, in JSON; the first message of each side.
    case hello = 0x4c
    /// The digests of all shards.
    case digests = 0x64
    /// The entries of one shard's records.
    case list = 0x6c
    /// Sent when nothing prevents writing.
    case ready = 0x67
    case record = 0x72
    /// The names of the texts that a side lacks.
    case wants = 0x77
    case text = 0x74
    /// The result of what was sent.
    case done = 0x61
    /// The reason why a side stops, in JSON; may replace any other message.
    case refusal = 0x65
  }

  private let input: CInt, output: CInt
  private let timeout: Int
  private var incoming: [UInt8] = []
  private var start = 0
  private var outgoing: [UInt8] = []

  private static let blockLength = 1 << 16

  /// Creates a channel; the caller still closes the descriptors.
  ///
  /// - Parameters:
  ///   - input: the descriptor to read from.
  ///   - output: the descriptor to write to.
  ///   - timeout: milliseconds of silence after which the other side counts as gone; allow for a
  ///     batch on a slow disk, and for a person who types a password.
  package init(input: CInt, output: CInt, timeout: Int = 300_000) {
    self.input = input
    self.output = output
    self.timeout = timeout
    // Both sides may write at once; a blocking write could deadlock them.
    for descriptor in [input, output] { Descriptor.setNonBlocking(descriptor) }
  }

  package static let gone = StoreError(.unreachable, "The connection to the other side ended")
  package static let silent = StoreError(.unreachable, "The other side does not answer")

  /// Queues a message for `flush`; flushes by itself above four blocks.
  func send(_ kind: Kind, _ payload: [UInt8]) throws(StoreError) {
    outgoing.append(kind.rawValue)
    outgoing.appendBigEndian(UInt32(payload.count))
    outgoing += payload
    if outgoing.count >= 4 * Self.blockLength { try flush() }
  }

  /// Sends all queued messages.
  func flush() throws(StoreError) {
    var done = 0
    while done < outgoing.count {
      do throws(SystemError) {
        let block = outgoing[done..<min(outgoing.count, done + Self.blockLength)]
        let count = try Descriptor.writeSome(block, to: output)
        guard count > 0 else { throw .brokenPipe }
        done += count
      } catch {
        guard error == .wouldBlock else { throw Self.gone }
        try wait(for: .writing, of: output)
      }
    }
    outgoing.removeAll(keepingCapacity: outgoing.count < 1 << 20)
  }

  /// Receives the next message.
  ///
  /// - Parameters:
  ///   - kind: the expected kind.
  ///   - limit: max bytes of the payload.
  /// - Returns: the payload.
  /// - Throws: `StoreError` for a lost connection, an invalid message or a refusal.
  func receive(_ kind: Kind, limit: Int) throws(StoreError) -> [UInt8] {
    try flush()
    let head = try read(5)
    let length = head.dropFirst().reduce(0) { $0 << 8 | Int($1) }
    guard let found = Kind(rawValue: head[0]), found == kind || found == .refusal else {
      guard kind == .hello else { throw .illFormed("another message than the one that is due") }
      throw StoreError(
        .io,
        "The other side is not luego, or its shell prints something before it: \(Self.shown(head))")
    }
    guard length <= (found == .refusal ? 4096 : limit) else {
      throw .illFormed("a message of \(length) bytes")
    }
    let payload = try read(length)
    if found == .refusal { throw StoreError(remote: try? JSON(parsing: payload)) }
    return payload
  }

  private static func shown(_ bytes: [UInt8]) -> String {
    "“\(String(decoding: bytes.filter { (0x20..<0x7f).contains($0) }, as: UTF8.self))…”"
  }

  /// Sends the reason why this side stops, if the connection still works.
  func refuse(_ problem: StoreError) {
    outgoing = []
    let bytes = Array(problem.json.compact.utf8)
    guard bytes.count <= 4096 else { return }
    try? send(.refusal, bytes)
    try? flush()
  }

  /// Waits for the other side's greeting and refuses the session.
  package func refuseGreeting(_ problem: StoreError) throws(StoreError) {
    _ = try receive(.hello, limit: 1024)
    refuse(problem)
  }

  private func read(_ count: Int) throws(StoreError) -> [UInt8] {
    var taken: [UInt8] = []
    while taken.count < count {
      if start == incoming.count { try fill() }
      let some = min(count - taken.count, incoming.count - start)
      taken += incoming[start..<(start + some)]
      start += some
    }
    return taken
  }

  private func fill() throws(StoreError) {
    var buffer = [UInt8](repeating: 0, count: Self.blockLength)
    while true {
      do throws(SystemError) {
        let count = try Descriptor.read(input, into: &buffer)
        guard count > 0 else { throw .brokenPipe }
        (incoming, start) = (Array(buffer[..<count]), 0)
        return
      } catch {
        guard error == .wouldBlock else { throw Self.gone }
        try wait(for: .reading, of: input)
      }
    }
  }

  private func wait(for readiness: Descriptor.Readiness, of descriptor: CInt) throws(StoreError) {
    let isReady: Bool
    do throws(SystemError) {
      isReady = try Descriptor.wait(for: readiness, of: descriptor, milliseconds: timeout)
    } catch { throw Self.gone }
    if !isReady { throw Self.silent }
  }
}

extension [UInt8] {
  /// Appends a number in big-endian order.
  package mutating func appendBigEndian(_ value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
  }
}
