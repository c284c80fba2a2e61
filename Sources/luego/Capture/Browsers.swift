import ReadingList

/// A browser that can start programs for its extensions.
struct BrowserKind {
  let name: String
  /// Relative to the home directory; its presence shows that the browser is installed.
  let home: String
  /// A person's, relative to the home directory, and the computer's.
  let manifests: String
  let systemManifests: String?
  let isFirefox: Bool
}

enum Browsers {
  static let all: [BrowserKind] = [
    chromium("chromium", ".config/chromium", "/etc/chromium"),
    chromium("chrome", ".config/google-chrome", "/etc/opt/chrome"),
    chromium("brave", ".config/BraveSoftware/Brave-Browser", nil),
    chromium("edge", ".config/microsoft-edge", "/etc/opt/edge"),
    chromium("vivaldi", ".config/vivaldi", nil),
    BrowserKind(
      name: "firefox", home: ".mozilla", manifests: ".mozilla/native-messaging-hosts",
      systemManifests: "/usr/lib/mozilla/native-messaging-hosts", isFirefox: true),
  ]

  /// Derived from the key in its manifest, and as stated there.
  private static let chromiumID = "lbmbbpabelkkdoagogoedmppobioeepe"
  private static let firefoxID = "luego@luego.example"

  private static func chromium(_ name: String, _ home: String, _ system: String?) -> BrowserKind {
    BrowserKind(
      name: name, home: home, manifests: home + "/NativeMessagingHosts",
      systemManifests: system.map { $0 + "/native-messaging-hosts" }, isFirefox: false)
  }

  /// The manifest that lets the extension, and nothing else, start a program.
  static func manifest(isFirefox: Bool, program: String) -> String {
    let allowed: JSON.Member =
      isFirefox
      ? .init("allowed_extensions", .array([.string(firefoxID)]))
      : .init("allowed_origins", .array([.string("chrome-extension://\(chromiumID)/")]))
    return JSON.object([
      .init("name", .string(NativeHost.name)), .init("description", .string("Luego reading list")),
      .init("path", .string(program)), .init("type", .string("stdio")), allowed,
    ]).pretty
  }
}
