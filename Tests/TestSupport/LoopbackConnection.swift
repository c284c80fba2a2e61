import Glibc
import Synchronization

/// A client's connection to a `LoopbackServer`, for valid or invalid answers.
package final class LoopbackConnection: Sendable {
  /// Linux's `POLLRDHUP`, which the headers define only for GNU sources.
  private static let peerClosed: Int16 = 0x2000

  private let socket: CInt
  private let state = Mutex((isOpen: true, isClosing: false, pending: [UInt8]()))
  private let answered = Mutex<(@Sendable () -> Void)?>(nil)

  init(_ socket: CInt) {
    self.socket = socket
    var one: CInt = 1
    setsockopt(socket, CInt(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<CInt>.size))
  }

  /// Whether another request may follow.
  var isOpen: Bool { state.withLock { $0.isOpen && !$0.isClosing } }

  /// Calls `body` once, when the answer is complete and before the client can know it.
  func whenAnswered(_ body: @escaping @Sendable () -> Void) { answered.withLock { $0 = body } }

  /// Calls the pending closure, unless it has been called.
  func noteAnswer() {
    let body = answered.withLock { body in
      defer { body = nil }
      return body
    }
    body?()
  }

  // MARK: Complete answers

  /// Sends a complete answer with its length.
  package func respond(_ status: Int = 200, _ body: String = "", headers: [(String, String)] = []) {
    respond(status, bytes: Array(body.utf8), headers: headers)
  }

  /// Sends a complete answer with its length; HTML unless a header field says otherwise.
  package func respond(_ status: Int = 200, bytes: [UInt8], headers: [(String, String)] = []) {
    var all = headers
    if !all.contains(where: { $0.0.lowercased() == "content-type" }) {
      all.append(("Content-Type", "text/html; charset=utf-8"))
    }
    all.append(("Content-Length", String(bytes.count)))
    noteAnswer()
    guard sendHead(status, headers: all) else { return }
    send(bytes)
  }

  package func redirect(_ status: Int = 302, to location: String, headers: [(String, String)] = [])
  { respond(status, "", headers: headers + [("Location", location)]) }

  // MARK: Partial answers

  /// Sends a status line and header fields; false if the client is gone.
  @discardableResult
  package func sendHead(_ status: Int = 200, headers: [(String, String)] = []) -> Bool {
    let fields = headers.map { "\($0.0): \($0.1)\r\n" }.joined()
    return send("HTTP/1.1 \(status) Scripted\r\n\(fields)\r\n")
  }

  /// Sends text as it is; false if the client is gone.
  @discardableResult package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Sends bytes as they are; false if the client is gone.
  @discardableResult package func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        state.withLock { $0.isClosing = true }
        return false
      }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Sends a chunk of a chunked body; an empty one ends the body.
  @discardableResult package func sendChunk(_ bytes: [UInt8]) -> Bool {
    send(Array((String(bytes.count, radix: 16) + "\r\n").utf8) + bytes + [13, 10])
  }

  /// Sends the same bytes until the client disconnects.
  package func sendForever(_ bytes: [UInt8]) { while send(bytes) {} }

  /// Returns when the client has closed its side.
  package func waitForClose() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(socket, &buffer, buffer.count, 0)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
    }
    state.withLock { $0.isClosing = true }
  }

  /// Whether the client closes its side within so many milliseconds; for answers that must be slow.
  package func isClosed(within milliseconds: CInt) -> Bool {
    var entry = pollfd(fd: socket, events: Int16(POLLIN) | Self.peerClosed, revents: 0)
    guard poll(&entry, 1, milliseconds) > 0 else { return false }
    state.withLock { $0.isClosing = true }
    return true
  }

  /// Ends the connection after the data already sent; no further request is read.
  package func finish() {
    state.withLock { $0.isClosing = true }
    shutdown(socket, CInt(SHUT_WR))
  }

  /// Ends the connection with a TCP reset.
  package func reset() {
    state.withLock { state in
      guard state.isOpen else { return }
      state.isClosing = true
      var option = linger(l_onoff: 1, l_linger: 0)
      setsockopt(socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
  }

  /// Closes the socket; called only by the connection's own thread, when it is done.
  func close() {
    state.withLock { state in
      guard state.isOpen else { return }
      state.isOpen = false
      Glibc.close(socket)
    }
  }

  // MARK: Reading

  /// The next request; nil at the end of the connection or if the input is not a request.
  func readRequest() -> LoopbackServer.Request? {
    var bytes = state.withLock { $0.pending }
    var head: [UInt8]?
    var searched = 0
    while head == nil {
      if let first = bytes.first, !(65...90).contains(first) {
        // Such as a TLS hello.
        respond(400, "Not a request.")
        return nil
      }
      if let end = Self.headEnd(bytes, from: searched) {
        head = Array(bytes[..<end])
        bytes.removeFirst(end + 4)
      } else {
        searched = max(0, bytes.count - 3)
        guard bytes.count < 1 << 20, receive(into: &bytes) else { return nil }
      }
    }
    var lines = String(decoding: head ?? [], as: UTF8.self).split(separator: "\r\n")[...]
    guard let words = lines.popFirst()?.split(separator: " "), words.count == 3 else { return nil }
    let headers = lines.compactMap { line -> (name: String, value: String)? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      return (String(line[..<colon]), String(value))
    }
    func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name }?.value }
    let length = header("content-length").flatMap(Int.init) ?? 0
    while bytes.count < length { guard receive(into: &bytes) else { return nil } }
    let body = Array(bytes.prefix(length))
    let rest = Array(bytes.dropFirst(length))
    state.withLock { $0.pending = rest }
    let target = String(words[1])
    var path = target[...]
    var host = header("host") ?? ""
    if !target.hasPrefix("/"), let start = target.firstRange(of: "://") {
      host = String(target[start.upperBound...].prefix { $0 != "/" })
      path = target[start.upperBound...].drop { $0 != "/" }
    }
    return LoopbackServer.Request(
      method: String(words[0]), target: target, path: String(path.prefix { $0 != "?" }), host: host,
      headers: headers, body: body)
  }

  private static func headEnd(_ bytes: [UInt8], from start: Int) -> Int? {
    guard bytes.count >= start + 4 else { return nil }
    return (start...(bytes.count - 4)).first {
      bytes[$0..<($0 + 4)].elementsEqual([13, 10, 13, 10])
    }
  }

  private func receive(into bytes: inout [UInt8]) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = recv(socket, &buffer, buffer.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      bytes += buffer[..<count]
      return true
    }
  }
}
