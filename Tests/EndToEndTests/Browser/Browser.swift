import Foundation
import TestSupport
import Testing

/// A browser without a window, with a profile of its own and the extension loaded.
///
/// Every call waits for the browser, so that it is used from a thread of its own.
protocol Browser: AnyObject {
  /// Opens a page in a new tab, which is in front then, and waits until it is loaded.
  func open(_ url: String) throws
  /// What an expression gives in the page in front: a string, or nothing.
  @discardableResult func evaluate(_ expression: String) throws -> String
  /// Presses the extension's button on the page in front.
  func press() throws
  /// Chooses an item of the extension's in the menu of the page in front.
  func choose(_ item: MenuItem) throws
  /// What the button's title says when an answer has come, once.
  func said() throws -> String
}

extension Browser {
  /// Opens a page, presses the button and gives what it says in the end.
  func save(_ url: String) throws -> String {
    try open(url)
    try press()
    return try said()
  }
}

struct BrowserFailure: Error { var message: String }

/// What the extension adds to a page's menu.
enum MenuItem {
  case selection
  case link(String, text: String)

  /// What the extension gets when it is chosen.
  var info: [String: Any] {
    switch self {
    case .selection: ["menuItemId": "selection"]
    case .link(let url, let text): ["menuItemId": "link", "linkUrl": url, "selectionText": text]
    }
  }
}

/// A browser that the extension is tried in.
enum TestedBrowser: String, CaseIterable, Sendable {
  case chromium, firefox

  /// Those that are installed; none where `LUEGO_BROWSER_TESTS` is not set: a browser that is short of time may lose
  /// a click, and the rest of the tests does not depend on how busy the machine is.
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

  /// Where the program is made known to the browsers of all users.
  private var isConnectedForAll: Bool {
    let path =
      switch self {
      case .chromium: "/etc/chromium/native-messaging-hosts/luego.json"
      case .firefox: "/usr/lib/mozilla/native-messaging-hosts/luego.json"
      }
    return FileManager.default.fileExists(atPath: path)
  }

  /// What it says of a page before the program is connected.
  func isAnswer(_ said: String) -> Bool {
    said == "Luego is not connected: run “luego browser install”" || isConnectedForAll
  }

  /// Connects the program with it, as a person does.
  func connect(_ home: Home) async throws {
    switch self {
    case .chromium: try await home.luego("browser", "install", profile(home))
    case .firefox: try await home.luego("browser", "install", "firefox")
    }
  }

  /// Starts one.
  func start(_ home: Home) throws -> any Browser {
    guard let program else { throw BrowserFailure(message: "there is no \(rawValue)") }
    return switch self {
    case .chromium: try Chromium(program, profile: profile(home), home: home)
    case .firefox: try Firefox(program, profile: profile(home), home: home)
    }
  }

  private func profile(_ home: Home) -> String { home.path + "/profile" }
}
