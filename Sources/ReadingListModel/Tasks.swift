import Platform
import ReadingServices

/// What is asked of work off the main thread, and what follows each answer.
///
/// Lives on the main thread; answers may come from any.
package final class Tasks {
  /// What a question is about where only the newest one counts.
  enum Topic: Hashable {
    case article, inspector, facets, names, views, highlights, search, entries, page, importing
  }

  private final class Sent<Value>: Sendable where Value: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private typealias Message = (number: Int, value: any Sendable)
  private let mailbox: Mailbox<Message>
  private var numbers = 0
  private var following: [Int: (any Sendable) -> Void] = [:]
  /// The questions that are not answered yet.
  private var awaited: Set<Int> = []
  private var newest: [Topic: Int] = [:]

  /// Begins without questions; `wake` is called, on any thread, whenever an answer comes.
  package init(wake: @escaping @Sendable () -> Void) { mailbox = Mailbox(wake: wake) }

  /// Whether all questions are answered.
  package var isIdle: Bool { awaited.isEmpty }

  /// Whether a question about a topic is not answered yet.
  func isAwaited(_ topic: Topic) -> Bool { newest[topic] != nil }

  /// Begins to wait for the answer to a question.
  ///
  /// - Parameters:
  ///   - topic: what it is about; an earlier question about the same is dropped.
  ///   - follow: gets the answer on the main thread.
  /// - Returns: a function to be called once with the answer.
  func answer<Value: Sendable>(
    _ topic: Topic? = nil, follow: @escaping (Value) -> Void
  ) -> Answer<Value> {
    if let topic { drop(topic) }
    let number = numbers
    let send = stream { [unowned self] (value: Value) in
      following[number] = nil
      awaited.remove(number)
      if let topic { newest[topic] = nil }
      follow(value)
    }
    awaited.insert(number)
    if let topic { newest[topic] = number }
    return send
  }

  /// Returns a function to be called any number of times with what `follow` gets on the main thread.
  func stream<Value: Sendable>(_ follow: @escaping (Value) -> Void) -> Answer<Value> {
    let number = numbers
    numbers += 1
    following[number] = { sent in if let sent = sent as? Sent<Value> { follow(sent.value) } }
    return { [mailbox] value in mailbox.post((number, Sent(value))) }
  }

  /// Drops the question about a topic, if there is one.
  func drop(_ topic: Topic) {
    guard let number = newest.removeValue(forKey: topic) else { return }
    following[number] = nil
    awaited.remove(number)
  }

  /// Delivers the answers that have come, in their order.
  ///
  /// - Parameter delivered: called after each.
  /// - Returns: whether any came.
  func deliver(_ delivered: () -> Void) -> Bool {
    let messages = mailbox.drain()
    for message in messages {
      following[message.number]?(message.value)
      delivered()
    }
    return !messages.isEmpty
  }
}
