import Foundation
import TestSupport
import Testing

/// A headless browser with its own profile and the extension loaded.
///
/// Every call blocks until the browser answers: use it from a separate thread.
protocol Browser: AnyObject {
  /// Opens a page in a new foreground tab and waits until it has loaded.
  func open(_ url: String) throws
  /// Evaluates an expression in the foreground page.
  ///
  /// - Returns: a string, or nothing.
  @discardableResult func evaluate(_ expression: String) throws -> String
  /// Presses the extension's button on the foreground page.
  func press() throws
  /// Chooses an item of the extension in the context menu of the foreground page.
  func choose(_ item: MenuItem) throws
  /// Waits for one answer and returns the button's title.
  func said() throws -> String
}

extension Browser {
  /// Opens a page, presses the button and returns its final title.
  func save(_ url: String) throws -> String {
    try open(url)
    try press()
    return try said()
  }
}

struct BrowserFailure: Error { var message: String }

/// An item that the extension adds to a page's menu.
enum MenuItem {
  case selection
  case link(String, text: String)

  /// The `info` argument that the extension receives when the item is chosen.
  var info: [String: Any] {
    switch self {
    case .selection: ["menuItemId": "selection"]
    case .link(let url, let text): ["menuItemId": "link", "linkUrl": url, "selectionText": text]
    }
  }
}

/// A browser to test the extension in.
enum TestedBrowser: String, CaseIterable, Sendable {
  case chromium, firefox

  /// The installed browsers; empty unless `LUEGO_BROWSER_TESTS` is set, because a busy browser may lose
  /// a click, and the other tests must not depend on load.
  static let all =
    ProcessInfo.processInfo.environment["LUEGO_BROWSER_TESTS"] == nil
    ? [] : allCases.filter { $0.program != nil }

  static let comment: Comment =
    "needs LUEGO_BROWSER_TESTS=1, and Chromium or Firefox (apt-get install chromium firefox-esr)"

  private var program: String? {
    let programs =
      switch self {
      case .chromium:
        ["/usr/lib/chromium/chromium", "/usr/bin/chromium", "/opt/google/chrome/chrome"]
      case .firefox: ["/usr/lib/firefox-esr/firefox-esr", "/usr/lib/firefox/firefox"]
      }
    return programs.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Whether the program is registered with the browsers of all users.
  private var isConnectedForAll: Bool {
    let path =
      switch self {
      case .chromium: "/etc/chromium/native-messaging-hosts/luego.json"
      case .firefox: "/usr/lib/mozilla/native-messaging-hosts/luego.json"
      }
    return FileManager.default.fileExists(atPath: path)
  }

  /// Whether the title is an answer from before the program was connected.
  func isAnswer(_ said: String) -> Bool {
    said == "Luego is not connected: run “luego browser install”" || isConnectedForAll
  }

  /// Connects the program to the browser, as a user would.
  func connect(_ home: Home) async throws {
    switch self {
    case .chromium: try await home.luego("browser", "install", profile(home))
    case .firefox: try await home.luego("browser", "install", "firefox")
    }
  }

  func start(_ home: Home) throws -> any Browser {
    guard let program else { throw BrowserFailure(message: "there is no \(rawValue)") }
    return switch self {
    case .chromium: try Chromium(program, profile: profile(home), home: home)
    case .firefox: try Firefox(program, profile: profile(home), home: home)
    }
  }

  private func profile(_ home: Home) -> String { home.path + "/profile" }
}
