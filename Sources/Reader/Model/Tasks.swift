package import ReadingServices
import Synchronization

/// Requests for work off the main thread, and the handlers of their answers.
///
/// Used on the main thread only; answers may be posted from any thread.
package final class Tasks {
  /// Only the latest request of a topic counts.
  package enum Topic: Hashable {
    case article, inspector, facets, names, statistics, views, highlights, search, entries
  }

  private final class Sent<Value>: Sendable where Value: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  /// Posted answers not delivered yet.
  private final class Mailbox: Sendable {
    let messages = Mutex<[(number: Int, value: any Sendable)]>([])
  }

  private let mailbox = Mailbox()
  private let wake: @Sendable () -> Void
  private var numbers = 0
  private var following: [Int: (any Sendable) -> Void] = [:]
  private var awaited: Set<Int> = []
  private var newest: [Topic: Int] = [:]
  private var values: [Topic: (key: AnyHashable, version: AnyHashable, value: any Sendable)] = [:]

  /// `wake` is called, on any thread, whenever an answer is posted.
  package init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  package var isIdle: Bool { awaited.isEmpty }

  func isAwaited(_ topic: Topic) -> Bool { newest[topic] != nil }

  /// Returns the callback for a request's answer, to be called once; `follow` runs on the main
  /// thread.
  ///
  /// An earlier request with the same topic is dropped.
  package func answer<Value: Sendable>(
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

  /// A callback, to be called any number of times, for values that `follow` receives on the main
  /// thread.
  func stream<Value: Sendable>(_ follow: @escaping (Value) -> Void) -> Answer<Value> {
    let number = numbers
    numbers += 1
    following[number] = { sent in if let sent = sent as? Sent<Value> { follow(sent.value) } }
    return { [mailbox, wake] value in
      mailbox.messages.withLock { $0.append((number, Sent(value))) }
      wake()
    }
  }

  /// The last answer to a question; nil until there is one.
  ///
  /// Asks in the background if the key or version differs from the last answer's; an answer to
  /// another version is returned meanwhile.
  func value<Value: Sendable>(
    _ topic: Topic, of key: some Hashable, version: some Hashable = 0,
    ask: (@escaping Answer<Value>) -> Void
  ) -> Value? {
    let (key, version) = (AnyHashable(key), AnyHashable(version))
    let known = values[topic]
    if !isAwaited(topic), known?.key != key || known?.version != version {
      ask(answer(topic) { [unowned self] (value: Value) in values[topic] = (key, version, value) })
    }
    return known?.key == key ? known?.value as? Value : nil
  }

  func forgetValue(_ topic: Topic) {
    drop(topic)
    values[topic] = nil
  }

  package func drop(_ topic: Topic) {
    guard let number = newest.removeValue(forKey: topic) else { return }
    following[number] = nil
    awaited.remove(number)
  }

  /// Delivers posted answers in order, calling `delivered` after each; false if there were none.
  package func deliver(_ delivered: () -> Void) -> Bool {
    let messages = mailbox.messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
    for message in messages {
      following[message.number]?(message.value)
      delivered()
    }
    return !messages.isEmpty
  }
}
