import Glibc
import Platform
import Synchronization

/// A test HTTP/1.1 server on 127.0.0.1, whose paths can misbehave in any way.
///
/// Each connection has a thread, and handlers write whatever they like to it. A path without a handler
/// returns 404. The server also works as a proxy: the host then comes from the request's target.
package final class LoopbackServer: Sendable {
  package struct Request: Sendable {
    package let method: String
    /// The target as written in the request line.
    package let target: String
    /// The target's path, without a query.
    package let path: String
    /// The host asked for, with its port.
    package let host: String
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]

    /// The first value of a header field; names are case-insensitive.
    package func header(_ name: String) -> String? {
      headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
  }

  /// Answers a request by writing to its connection, on the connection's thread.
  package typealias Handler = @Sendable (Request, LoopbackConnection) -> Void

  private struct State {
    var handlers: [String: Handler] = [:]
    var log: [Request] = []
    var open: Set<CInt> = []
    var active = 0
    var maxActive = 0
    var activePerHost: [String: Int] = [:]
    var maxActivePerHost = 0
    var isStopped = false
    var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  /// The port that the system chose.
  package let port: Int

  private let listener: CInt
  private let state: Mutex<State>

  /// Starts listening, with handlers for some paths; more can be added later.
  package init(_ handlers: [String: Handler] = [:]) throws(SystemFailure) {
    (listener, port) = try Self.listen(backlog: 128)
    var initial = State()
    initial.handlers = handlers
    state = Mutex(initial)
    let listener = listener
    weak let server = self
    // The thread must not keep the server alive, or it would never end.
    try spawnThread {
      // Closed only here: if the descriptor were closed while this thread still accepts, it would soon
      // belong to another server, whose clients the thread would accept.
      defer { close(listener) }
      while true {
        let socket = accept(listener, nil, nil)
        if socket < 0, errno == EINTR || errno == ECONNABORTED { continue }
        guard socket >= 0 else { return }
        guard let server else {
          close(socket)
          return
        }
        server.serve(socket)
      }
    }
  }

  deinit { stop() }

  /// The URL of a path on this server.
  package func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

  /// Sets the handler for a path.
  package func handle(_ path: String, _ handler: @escaping Handler) {
    state.withLock { $0.handlers[path] = handler }
  }

  /// Answers a path with a page.
  package func serve(_ path: String, _ page: String) { handle(path) { $1.respond(200, page) } }

  /// All requests so far, in order of arrival.
  package var requests: [Request] { state.withLock { $0.log } }

  /// The maximum number of requests answered at the same time.
  package var maxAtOnce: Int { state.withLock { $0.maxActive } }

  /// The maximum number of requests for one host answered at the same time.
  package var maxAtOncePerHost: Int { state.withLock { $0.maxActivePerHost } }

  /// Returns when `count` requests have arrived since the start.
  package func waitForRequests(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        guard state.log.count < count else { return true }
        state.waiters.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  /// Closes everything; handlers waiting for their client return.
  package func stop() {
    let (first, waiters) = state.withLock { state in
      defer {
        state.isStopped = true
        state.waiters = []
      }
      for socket in state.open { shutdown(socket, CInt(SHUT_RDWR)) }
      return (!state.isStopped, state.waiters)
    }
    guard first else { return }
    for waiter in waiters { waiter.continuation.resume() }
    // On Linux this wakes the accepting thread; clients are refused from now on.
    shutdown(listener, CInt(SHUT_RDWR))
  }

  /// A socket listening on 127.0.0.1, and its port.
  static func listen(backlog: CInt?) throws(SystemFailure) -> (socket: CInt, port: Int) {
    let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    guard listener >= 0 else { throw SystemFailure("socket") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && backlog.map { Glibc.listen(listener, $0) == 0 } ?? true
          && getsockname(listener, $0, &size) == 0
      }
    }
    guard isBound else {
      let failure = SystemFailure("bind")
      close(listener)
      throw failure
    }
    return (listener, Int(UInt16(bigEndian: address.sin_port)))
  }

  private func serve(_ socket: CInt) {
    let isOpen = state.withLock { state in
      if !state.isStopped { state.open.insert(socket) }
      return !state.isStopped
    }
    guard isOpen else {
      close(socket)
      return
    }
    let connection = LoopbackConnection(socket)
    do {
      // Only the caller keeps the server alive here, too.
      weak let server = self
      try spawnThread {
        while let request = connection.readRequest() {
          guard let handler = server?.begin(request) else { break }
          connection.whenAnswered { server?.end(request) }
          handler(request, connection)
          connection.noteAnswer()
          guard connection.isOpen else { break }
        }
        if let server {
          server.state.withLock { state in
            state.open.remove(socket)
            connection.close()
          }
        } else {
          connection.close()
        }
      }
    } catch {
      state.withLock { state in
        state.open.remove(socket)
        connection.close()
      }
    }
  }

  private func begin(_ request: Request) -> Handler {
    let (handler, ready) = state.withLock { state in
      state.log.append(request)
      state.active += 1
      state.maxActive = max(state.maxActive, state.active)
      state.activePerHost[request.host, default: 0] += 1
      state.maxActivePerHost = max(
        state.maxActivePerHost, state.activePerHost[request.host, default: 0])
      let ready = state.waiters.filter { $0.count <= state.log.count }
      state.waiters.removeAll { $0.count <= state.log.count }
      return (state.handlers[request.path], ready)
    }
    for waiter in ready { waiter.continuation.resume() }
    return handler ?? { _, connection in connection.respond(404, "No such page here.") }
  }

  private func end(_ request: Request) {
    state.withLock { state in
      state.active -= 1
      state.activePerHost[request.host, default: 0] -= 1
    }
  }
}

/// Runs `body` on a detached thread without signals.
func spawnThread(_ body: @escaping @Sendable () -> Void) throws(SystemFailure) {
  let code = SystemThread.detach(body)
  guard code == 0 else { throw SystemFailure("pthread_create", code: code) }
}
