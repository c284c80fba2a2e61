import Foundation
import Glibc
import TestSupport

/// A Chromium, controlled over two pipes.
final class Chromium: Browser {
  private let process: pid_t
  private let input: Int32
  private let output: Int32
  private var pending: [UInt8] = []
  private var number = 0
  /// Unrequested events: names with their sessions.
  private var events: Set<String> = []
  private var extensionID = ""
  private var worker = ""
  /// The foreground page: its session and its tab.
  private var page = (session: "", tab: "")

  init(_ program: String, profile: String, home: Home) throws {
    let down = try Self.pipe()
    let up = try Self.pipe()
    (input, output) = (down.writing, up.reading)
    process = try spawn(
      [
        program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--no-first-run", "--remote-debugging-pipe", "--enable-unsafe-extension-debugging",
        "--user-data-dir=\(profile)", "about:blank",
      ], environment: home.environment().map { "\($0.key)=\($0.value)" }
    ) {
      posix_spawn_file_actions_adddup2(&$0, down.reading, 3)
      posix_spawn_file_actions_adddup2(&$0, up.writing, 4)
      for descriptor: Int32 in [1, 2] {
        posix_spawn_file_actions_addopen(&$0, descriptor, "/dev/null", O_WRONLY, 0)
      }
    }
    close(down.reading)
    close(up.writing)
    let loaded = try call("Extensions.loadUnpacked", ["path": Home.checkout + "/Data/browser"])
    extensionID = loaded["id"] as? String ?? ""
    worker = try startedWorker()
  }

  deinit {
    kill(process, SIGKILL)
    waitForEnd(of: process)
    close(input)
    close(output)
  }

  /// Opens a pipe with descriptors above those that the browser uses, not inherited by other programs.
  private static func pipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw BrowserFailure(message: "there is no pipe") }
    let high = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
    for end in ends { close(end) }
    return (high[0], high[1])
  }

  /// Sends a request and waits for the response.
  @discardableResult
  private func call(
    _ name: String, _ parameters: [String: Any] = [:], in session: String? = nil
  ) throws -> [String: Any] {
    number += 1
    var message: [String: Any] = ["id": number, "method": name, "params": parameters]
    message["sessionId"] = session
    var bytes = [UInt8](try JSONSerialization.data(withJSONObject: message))[...] + [0]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      guard count > 0 else { throw BrowserFailure(message: "\(name): the browser is gone") }
      bytes = bytes.dropFirst(count)
    }
    while true {
      let value = try next(name)
      guard value["id"] as? Int == number else { continue }
      if let error = value["error"] { throw BrowserFailure(message: "\(name): \(error)") }
      return value["result"] as? [String: Any] ?? [:]
    }
  }

  /// Reads the browser's next message and records events.
  private func next(_ name: String) throws -> [String: Any] {
    while true {
      guard let end = pending.firstIndex(of: 0) else {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(output, &buffer, buffer.count)
        guard count > 0 else { throw BrowserFailure(message: "\(name): the browser is gone") }
        pending += buffer[..<count]
        continue
      }
      let value = try JSONSerialization.jsonObject(with: Data(pending[..<end])) as? [String: Any]
      pending.removeFirst(end + 1)
      guard let value else { continue }
      if let event = value["method"] as? String, let session = value["sessionId"] as? String {
        events.insert(event + session)
      }
      return value
    }
  }

  private func wait(for event: String, in session: String) throws {
    while events.remove(event + session) == nil { _ = try next(event) }
  }

  func evaluate(_ expression: String) throws -> String {
    try evaluate(expression, in: page.session)
  }

  /// Evaluates an expression in a page or a worker that has a session.
  private func evaluate(_ expression: String, in session: String) throws -> String {
    let answer = try call(
      "Runtime.evaluate", ["expression": expression, "returnByValue": true, "awaitPromise": true],
      in: session)
    return (answer["result"] as? [String: Any])?["value"] as? String ?? ""
  }

  private func targets(_ type: String) throws -> [[String: Any]] {
    let found = try call("Target.getTargets", ["filter": [["type": type]]])
    return found["targetInfos"] as? [[String: Any]] ?? []
  }

  private func tabs() throws -> [String] {
    try targets("tab").compactMap { $0["targetId"] as? String }
  }

  private func attach(_ target: String) throws -> String {
    let answer = try call("Target.attachToTarget", ["targetId": target, "flatten": true])
    guard let session = answer["sessionId"] as? String else {
      throw BrowserFailure(message: "\(target) cannot be attached to")
    }
    return session
  }

  /// Starts the extension's worker.
  ///
  /// Before it is activated it receives no clicks, and its requests are never answered.
  private func startedWorker() throws -> String {
    while true {
      let own = try targets("service_worker").first {
        ($0["url"] as? String)?.contains(extensionID) == true
      }
      guard let target = own?["targetId"] as? String else { continue }
      let session = try attach(target)
      while try evaluate("self.serviceWorker?.state ?? ''", in: session) != "activated" {}
      return session
    }
  }

  func open(_ url: String) throws {
    let before = Set(try tabs())
    let target = try call("Target.createTarget", ["url": "about:blank"])["targetId"] as? String
    guard let target, let tab = try tabs().first(where: { !before.contains($0) }) else {
      throw BrowserFailure(message: "there is no new tab")
    }
    let session = try attach(target)
    try call("Page.enable", in: session)
    try call("Page.navigate", ["url": url], in: session)
    // The initial blank page of a new tab may load only now; there is no answer while one page replaces
    // another.
    repeat {
      try wait(for: "Page.loadEventFired", in: session)
    } while ((try? evaluate("location.href", in: session)) ?? "about:blank") == "about:blank"
    page = (session, tab)
  }

  func press() throws {
    let title = """
      (async () => { const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
        await chrome.action.setTitle({ tabId: tab.id, title: "" }); return ""; })()
      """
    _ = try evaluate(title, in: worker)
    try call("Extensions.triggerAction", ["id": extensionID, "targetId": page.tab])
  }

  func choose(_ item: MenuItem) throws {
    let info = String(
      decoding: try JSONSerialization.data(withJSONObject: item.info), as: UTF8.self)
    let click = """
      chrome.tabs.query({ active: true, lastFocusedWindow: true })
        .then(([tab]) => chrome.contextMenus.onClicked.dispatch(\(info), tab))
      """
    _ = try evaluate(click, in: worker)
  }

  func said() throws -> String {
    let title = """
      (async () => { for (const tab of await chrome.tabs.query({})) {
        const title = await chrome.action.getTitle({ tabId: tab.id });
        if (title.startsWith("Luego: ")) {
          await chrome.action.setTitle({ tabId: tab.id, title: "-" });
          return title.slice(7);
        } }
        return ""; })()
      """
    while true {
      let said = try evaluate(title, in: worker)
      if !said.isEmpty { return said }
    }
  }
}
