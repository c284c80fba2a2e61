import Foundation
import Glibc
import TestSupport

/// A Firefox, controlled over a local connection by its own test protocol.
final class Firefox: Browser {
  /// Disables network access and sets a port.
  private static let settings = """
    user_pref("marionette.port", 0);
    user_pref("app.update.enabled", false);
    user_pref("browser.safebrowsing.update.enabled", false);
    user_pref("browser.startup.homepage_override.mstone", "ignore");
    user_pref("datareporting.policy.dataSubmissionEnabled", false);
    user_pref("network.captive-portal-service.enabled", false);
    user_pref("network.connectivity-service.enabled", false);
    user_pref("services.settings.server", "http://127.0.0.1:9/");
    user_pref("toolkit.telemetry.enabled", false);

    """

  private let process: pid_t
  private var connection: Int32 = -1
  private var pending: [UInt8] = []
  private var number = 0
  private var extensionID = ""

  init(_ program: String, profile: String, home: Home) throws {
    try FileManager.default.createDirectory(atPath: profile, withIntermediateDirectories: true)
    try Self.settings.write(toFile: profile + "/user.js", atomically: true, encoding: .utf8)
    let port = profile + "/MarionetteActivePort"
    unlink(port)
    let watch = inotify_init1(Int32(IN_CLOEXEC))
    defer { close(watch) }
    inotify_add_watch(watch, profile, UInt32(IN_CLOSE_WRITE | IN_MOVED_TO))
    process = try spawn(
      [
        program, "--headless", "--no-remote", "--marionette", "--remote-allow-system-access",
        "--profile", profile, "about:blank",
      ], environment: home.environment().map { "\($0.key)=\($0.value)" }
    ) {
      for descriptor: Int32 in [1, 2] {
        posix_spawn_file_actions_addopen(&$0, descriptor, "/dev/null", O_WRONLY, 0)
      }
    }
    var number: UInt16?
    while number == nil {
      number = (try? String(contentsOfFile: port, encoding: .utf8)).flatMap { UInt16($0) }
      var buffer = [UInt8](repeating: 0, count: 4096)
      if number == nil, read(watch, &buffer, buffer.count) < 0 { break }
    }
    connection = try Self.connect(to: number ?? 0)
    _ = try message()
    try call("WebDriver:NewSession")
    let path = Home.checkout + "/Data/browser"
    let added = try call("Addon:Install", ["path": path, "temporary": true])
    extensionID = added as? String ?? ""
  }

  deinit {
    kill(process, SIGKILL)
    waitForEnd(of: process)
    close(connection)
  }

  private static func connect(to port: UInt16) throws -> Int32 {
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw BrowserFailure(message: "Firefox does not answer") }
    return connection
  }

  /// Sends a request and waits for the response.
  @discardableResult
  private func call(_ name: String, _ parameters: [String: Any] = [:]) throws -> Any? {
    number += 1
    let request = [0, number, name, parameters] as [Any]
    let text = try JSONSerialization.data(withJSONObject: request)
    var bytes = (Array("\(text.count):".utf8) + text)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
      guard count > 0 else { throw BrowserFailure(message: "\(name): the browser is gone") }
      bytes = bytes.dropFirst(count)
    }
    guard let answer = try message() as? [Any], answer.count == 4 else {
      throw BrowserFailure(message: "\(name): no answer")
    }
    if let error = answer[2] as? [String: Any] {
      throw BrowserFailure(message: "\(name): \(error["message"] ?? error)")
    }
    let result = answer[3] as? [String: Any]
    return result?["value"] ?? result
  }

  /// Reads the browser's next message: a length, a colon, and JSON.
  private func message() throws -> Any {
    func fill(_ isEnough: () -> Bool) throws {
      while !isEnough() {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(connection, &buffer, buffer.count)
        guard count > 0 else { throw BrowserFailure(message: "the browser is gone") }
        pending += buffer[..<count]
      }
    }
    let colon = UInt8(ascii: ":")
    try fill { pending.contains(colon) }
    let head = pending.prefix { $0 != colon }
    let length = Int(String(decoding: head, as: UTF8.self)) ?? 0
    pending.removeFirst(head.count + 1)
    try fill { pending.count >= length }
    defer { pending.removeFirst(length) }
    return try JSONSerialization.jsonObject(with: Data(pending.prefix(length)))
  }

  func open(_ url: String) throws {
    let tab = try call("WebDriver:NewWindow", ["type": "tab", "focus": true]) as? [String: Any]
    try call("WebDriver:SwitchToWindow", ["handle": tab?["handle"] ?? "", "focus": true])
    try call("WebDriver:Navigate", ["url": url])
  }

  func evaluate(_ expression: String) throws -> String {
    try call("WebDriver:ExecuteScript", ["script": "return (\(expression))", "args": []]) as? String
      ?? ""
  }

  /// Runs a script in the browser's own context, which can reach the extension, its button and anything
  /// with an id.
  private func browser(_ script: String, _ arguments: Any...) throws -> String {
    try call("Marionette:SetContext", ["value": "chrome"])
    defer { _ = try? call("Marionette:SetContext", ["value": "content"]) }
    let prelude = """
      const { ExtensionParent } = ChromeUtils.importESModule("resource://gre/modules/ExtensionParent.sys.mjs");
      const extension = WebExtensionPolicy.getByID(arguments[0]).extension;
      const button = ExtensionParent.apiManager.global.browserActionFor(extension);
      """
    let parameters: [String: Any] = ["script": prelude + script, "args": [extensionID] + arguments]
    return try call("WebDriver:ExecuteScript", parameters) as? String ?? ""
  }

  func press() throws {
    _ = try browser(
      """
      button.action.setProperty(gBrowser.selectedTab, "title", "-");
      button.triggerAction(window);
      """)
  }

  func choose(_ item: MenuItem) throws {
    _ = try browser(
      """
      extension.tabManager.addActiveTabPermission(gBrowser.selectedTab);
      extension.emit("webext-menu-menuitem-click", arguments[1], gBrowser.selectedTab);
      """, item.info)
  }

  func said() throws -> String {
    let script = """
      for (const tab of gBrowser.tabs) {
        const title = button.action.getProperty(tab, "title");
        if (title.startsWith("Luego: ")) {
          button.action.setProperty(tab, "title", "-");
          return title.slice(7);
        }
      }
      """
    while true {
      let said = try browser(script)
      if !said.isEmpty { return said }
    }
  }
}
