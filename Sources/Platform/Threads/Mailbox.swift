import Synchronization

/// Where background work puts what happened, for the main loop to take.
package final class Mailbox<Message: Sendable>: Sendable {
  private let messages = Mutex<[Message]>([])
  private let wake: @Sendable () -> Void

  /// Makes an empty mailbox; `wake` is called, on any thread, whenever a message arrives.
  package init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  /// Puts a message in.
  package func post(_ message: Message) {
    messages.withLock { $0.append(message) }
    wake()
  }

  /// Takes everything out, in the order it came.
  package func drain() -> [Message] {
    messages.withLock { box in
      let taken = box
      box = []
      return taken
    }
  }
}
