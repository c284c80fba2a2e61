/// What the terminal said of its background the last time, so that the first frame need not wait for it
/// to be said again.
struct BackgroundMemory {
  /// Whether it was dark; nil when it did not say, or was never asked.
  let isDark: Bool?
  /// Milliseconds to wait for the answer: none once it is known whether there is one.
  let delay: Int
  private let file: String
  private let text: String

  /// The longest wait, on the first start.
  private static let maxDelay = 100

  /// Reads what was kept; a missing file is a first start.
  init(file: String) {
    self.file = file
    text = (try? Input.own(file)).map { String(decoding: $0.prefix(16), as: UTF8.self) } ?? ""
    let word = text.prefix { !$0.isWhitespace }
    isDark = word == "dark" ? true : word == "light" ? false : nil
    delay = word.isEmpty ? Self.maxDelay : 0
  }

  /// Keeps what the terminal said, when that is news; one that cannot be kept is asked for again.
  func keep(_ isDark: Bool?) {
    let word = isDark.map { $0 ? "dark" : "light" } ?? (text.isEmpty ? "silent" : nil)
    guard let word, word + "\n" != text else { return }
    try? replaceFile(file, with: Array("\(word)\n".utf8))
  }
}
