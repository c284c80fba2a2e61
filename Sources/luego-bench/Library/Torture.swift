import ArticleStore
import Glibc
import ReadingList

/// Writers that are to be killed, and the storm that kills them.
///
/// `torture add DIR FIRST COUNT` adds articles one by one and prints the id of each once it is saved;
/// `torture bulk DIR FIRST COUNT` adds them all in one call and prints the ids as it is told of them;
/// `torture change DIR ROUND` changes every article again and again and prints what is saved;
/// `torture index DIR` makes the index anew without end; `torture storm [ROUNDS]` runs them, kills them at
/// random moments and checks that nothing they had acknowledged is lost.
func torture(_ arguments: [String]) -> Int32 {
  do {
    switch (arguments.first, arguments.count) {
    case ("add", 4):
      guard let first = Int(arguments[2]), let count = Int(arguments[3]) else { return usage() }
      try TortureWriter(directory: arguments[1]).add(first: first, count: count)
    case ("bulk", 4):
      guard let first = Int(arguments[2]), let count = Int(arguments[3]) else { return usage() }
      try TortureWriter(directory: arguments[1]).addAtOnce(first: first, count: count)
    case ("change", 3):
      guard let round = Int(arguments[2]) else { return usage() }
      try TortureWriter(directory: arguments[1]).change(round: round)
    case ("index", 2): try TortureWriter(directory: arguments[1]).index()
    case ("storm", 1): return try TortureStorm(rounds: 300).run()
    case ("storm", 2):
      guard let rounds = Int(arguments[1]) else { return usage() }
      return try TortureStorm(rounds: rounds).run()
    default: return usage()
    }
    return 0
  } catch {
    complain("luego-bench: \(error)\n")
    return 1
  }
}

/// What a writer does until it is killed.
struct TortureWriter {
  let directory: String

  private func open() throws -> Library {
    try Library.open(directory, cache: directory + "/.cache")
  }

  static func address(_ number: Int) throws -> WebAddress {
    try WebAddress("https://torture.example/\(number)")
  }

  func add(first: Int, count: Int) throws {
    let library = try open()
    let moment = Timestamp(seconds: 1_780_000_000)
    for number in first..<(first + count) {
      let new = Article(address: try Self.address(number), savedAt: moment)
      let addition = try library.add([new], at: moment)[0]
      acknowledge("added \(addition.article.id.text)")
    }
  }

  func addAtOnce(first: Int, count: Int) throws {
    let moment = Timestamp(seconds: 1_780_000_000)
    let articles = (first..<(first + count)).lazy.compactMap { number in
      (try? Self.address(number)).map { Article(address: $0, savedAt: moment) }
    }
    try open().add(articles, at: moment) { additions in
      acknowledge(additions.map { "added \($0.article.id.text)" }.joined(separator: "\n"))
    }
  }

  /// One bulk change after another: a tag to every article.
  func change(round: Int) throws {
    let library = try open()
    let list = library.snapshot()
    let ids = list.rows(in: .everything, order: .newest)
      .map(list.id)
    for step in 0..<1000 {
      let tag = "r\(round)s\(step)"
      let moment = Timestamp(seconds: 1_780_000_000 + Int64(round) * 1000 + Int64(step))
      let receipt = try library.apply(
        .tag(add: [tag], remove: ["r\(round)s\(step - 2)"]),
        to: ids,
        at: moment
      )
      if receipt.failures.isEmpty { acknowledge("tagged \(tag)") }
    }
  }

  func index() throws {
    while true {
      _ = Child.run("rm", ["-rf", directory + "/.cache"])
      _ = try open().snapshot()
      acknowledge("indexed")
    }
  }

  private func acknowledge(_ line: String) {
    var text = line + "\n"
    text.withUTF8 { _ = write(1, $0.baseAddress, $0.count) }
  }
}

/// Kills writers at random moments and looks at what they leave.
struct TortureStorm {
  let rounds: Int

  func run() throws -> Int32 { try withTemporaryDirectory(run(in:)) }

  private func run(in directory: String) throws -> Int32 {
    _ = try Library.open(directory, cache: directory + "/.cache")
    var added: Set<String> = []
    var kills = 0
    for round in 0..<rounds {
      // Now and then so many at once that they are written and synced together.
      let isLarge = round % 25 >= 20
      let kind =
        isLarge ? ["bulk", "change"][round % 2] : ["add", "change", "add", "index"][round % 4]
      let arguments =
        switch kind {
        case "add": ["torture", "add", directory, String(round * 100), "100"]
        case "bulk": ["torture", "bulk", directory, String(1_000_000 + round * 10_000), "4000"]
        case "change": ["torture", "change", directory, String(round)]
        default: ["torture", "index", directory]
        }
      let lines = killed(arguments, after: UInt32.random(in: 2000...(isLarge ? 900_000 : 40_000)))
      kills += 1
      for line in lines where line.hasPrefix("added ") { added.insert(String(line.dropFirst(6))) }
      let tag = lines.last { $0.hasPrefix("tagged ") }.map { String($0.dropFirst(7)) }
      if let problem = try check(directory, added: added, tag: tag) {
        print("round \(round) (\(kind)): \(problem)")
        return 1
      }
    }
    print("\(kills) kills, \(added.count) acknowledged articles, nothing lost, nothing unreadable")
    return 0
  }

  /// Starts a writer, kills it after some microseconds, and gives the lines it had printed.
  private func killed(_ arguments: [String], after microseconds: UInt32) -> [Substring] {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0, let child = Child.start(arguments, output: ends[1]) else { return [] }
    close(ends[1])
    usleep(microseconds)
    kill(child, SIGKILL)
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(ends[0], &buffer, buffer.count), count > 0 {
      all += buffer[..<count]
    }
    close(ends[0])
    var status: Int32 = 0
    waitpid(child, &status, 0)
    // A line without its end was not acknowledged.
    let whole = all.lastIndex(of: 10).map { all[...$0] } ?? []
    return String(decoding: whole, as: UTF8.self).split(separator: "\n")
  }

  private func check(_ directory: String, added: Set<String>, tag: String?) throws -> String? {
    let library = try Library.open(directory, cache: directory + "/.cache")
    let list = library.snapshot()
    if list.counts.unreadable > 0 { return "\(list.counts.unreadable) unreadable records" }
    for text in added {
      guard let id = ArticleID(text: text), try library.article(id) != nil else {
        return "\(text) was acknowledged and is gone"
      }
      guard list.row(of: id) != nil else { return "\(text) is not in the list" }
    }
    if let tag {
      for text in added {
        guard let id = ArticleID(text: text), let article = try library.article(id) else {
          continue
        }
        if !article.tags.contains(tag) { return "\(text) lost the tag \(tag)" }
      }
    }
    let fresh = try Library.open(directory, cache: directory + "/.other-cache").snapshot()
    if fresh.counts != list.counts { return "the index does not say what the records say" }
    _ = Child.run("rm", ["-rf", directory + "/.other-cache"])
    return nil
  }
}
