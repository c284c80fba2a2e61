import ArticleStore
import Platform
import Glibc
import ReadingList

extension Program {
  /// `luego open`: in the browser; a deep link saves what it names when it is not saved yet.
  func open(_ words: [String]) async throws(Failure) {
    var reader = OptionReader(words, of: .open)
    var target: [String] = []
    while let word = reader.next() {
      switch word {
      case .word(let text): target.append(text)
      case .option(let option): throw reader.unknown(option)
      }
    }
    guard let word = target.first else { throw .usage("open needs an article", of: .open) }
    if let scheme = word.firstRange(of: "://").map({ word[..<$0.lowerBound].lowercased() }),
      scheme != "http", scheme != "https"
    {
      let given: String
      do throws(DeepLink.Problem) { given = try DeepLink.target(of: word).given } catch {
        throw Failure(error.rawValue, .wrongUsage)
      }
      try await add(["--", given])
      return
    }
    let library = try openLibrary()
    var finder = targets(in: library)
    let id = try finder.article(target)
    let article: Article?
    do throws(StoreError) { article = try library.article(id) } catch { throw Failure(error) }
    guard let article else { throw Failure("No article has the id \(id)", .notFound) }
    try Browser.open(article.url, environment: environment)
    if options.printsJSON { return try printJSON(id, in: library, result: "opened") }
    try Output.line(Output.printable("opened  \(id.text.prefix(8))  \(article.title)"))
  }
}

/// `POSIX_SPAWN_SETSID`, which is a macro that does not import.
private let spawnInOwnSession: Int16 = 0x80

/// The browser of the person's choice.
enum Browser {
  /// Opens a web address, without waiting for the browser.
  ///
  /// - Throws: `Failure` when there is no browser to ask, or the address is not of the web.
  static func open(_ url: String, environment: [String: String]) throws(Failure) {
    guard let address = try? WebAddress(url) else {
      throw Failure("“\(url.prefix(60))” is not a web address")
    }
    try start(for: address.text, environment: environment)
  }

  /// Opens a file with the program that is there for it, as the desktop says, without waiting for it.
  ///
  /// - Throws: `Failure` when there is nothing to ask.
  static func open(file path: String, environment: [String: String]) throws(Failure) {
    if spawn(["xdg-open", path]) { return }
    let escaped = path.utf8.map { byte in
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
        || "/-._~".utf8.contains(byte)
      let digits = String(byte, radix: 16, uppercase: true)
      return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
    }
    try start(for: "file://" + escaped.joined(), environment: environment)
  }

  private static func start(
    for address: String,
    environment: [String: String]
  ) throws(Failure) {
    // The first that names a program: an empty one would be searched for in the working directory.
    let named = environment["BROWSER"].flatMap { list in
      list.split(separator: ":").first { !$0.allSatisfy(\.isWhitespace) }.map(String.init)
    }
    let browser = named ?? "xdg-open"
    var arguments = browser.split(whereSeparator: \.isWhitespace).map(String.init)
    // The program itself is not for the address to name.
    let places = arguments.indices.dropFirst().filter { arguments[$0].contains("%s") }
    for index in places { arguments[index].replace("%s", with: address) }
    if places.isEmpty { arguments.append(address) }
    guard spawn(arguments) else {
      throw Failure(
        named == nil
          ? "xdg-open was not found; set BROWSER to your browser"
          : "Cannot run “\(browser)”; check BROWSER"
      )
    }
  }

  private static func spawn(_ words: [String]) -> Bool {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, spawnInOwnSession)
    var pointers = words.map { strdup($0.fileName) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var process: pid_t = 0
    return posix_spawnp(&process, words[0].fileName, &actions, &attributes, &pointers, environ) == 0
  }
}
