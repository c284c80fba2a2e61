import Glibc

/// An address on 127.0.0.1 that never answers: its connection queue is full and nothing accepts.
package final class BlackHole: Sendable {
  package let port: Int
  private let listener: CInt
  private let fillers: [CInt]

  package init() throws(SystemFailure) {
    let (listener, port) = try LoopbackServer.listen(backlog: 0)
    self.listener = listener
    self.port = port
    var fillers: [CInt] = []
    // The kernel accepts one or two more than the backlog and drops the rest.
    for _ in 0..<4 {
      let filler = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | O_CLOEXEC | O_NONBLOCK, 0)
      guard filler >= 0 else { continue }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      _ = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(filler, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      fillers.append(filler)
    }
    self.fillers = fillers
  }

  deinit {
    for filler in fillers { close(filler) }
    close(listener)
  }

  package var url: String { "http://127.0.0.1:\(port)/" }
}

/// A port on 127.0.0.1 on which nothing listens, reserved so that no other server gets it.
package final class ClosedPort: Sendable {
  package let port: Int
  private let holder: CInt

  package init() throws(SystemFailure) { (holder, port) = try LoopbackServer.listen(backlog: nil) }

  deinit { close(holder) }
}
