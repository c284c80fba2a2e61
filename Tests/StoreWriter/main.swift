// A program that writes to a library, for tests that run several and kill them.
//
// `store-writer add DIR FIRST COUNT` adds articles one by one and prints the id of each once it is saved;
// `store-writer bulk DIR FIRST COUNT` adds them all in one call and prints the ids as it is told of them;
// `store-writer change DIR ROUND` changes every article again and again and prints what is saved;
// `store-writer index DIR` makes the index again without end.

import Glibc
import Library
import ReadingList

let words = Array(CommandLine.arguments.dropFirst())
guard words.count > 1 else { exit(2) }
let writer = Writer(directory: words[1])
let numbers = words.dropFirst(2).compactMap { Int($0) }
switch (words[0], numbers.count) {
case ("add", 2): try writer.add(first: numbers[0], count: numbers[1])
case ("bulk", 2): try writer.addAtOnce(first: numbers[0], count: numbers[1])
case ("change", 1): try writer.change(round: numbers[0])
case ("index", 0): try writer.index()
default: exit(2)
}

/// What a writer does until it is killed.
struct Writer {
  let directory: String

  private func open() throws -> Library {
    try Library.open(directory, cache: directory + "/.cache")
  }

  static func address(_ number: Int) throws -> WebAddress {
    try WebAddress("https://writer.example/\(number)")
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
    let ids = list.rows(in: .everything, order: .newest).map(list.id)
    for step in 0..<1000 {
      let tag = "r\(round)s\(step)"
      let moment = Timestamp(seconds: 1_780_000_000 + Int64(round) * 1000 + Int64(step))
      let receipt = try library.apply(
        .tag(add: [tag], remove: ["r\(round)s\(step - 2)"]), to: ids, at: moment)
      if receipt.failures.isEmpty { acknowledge("tagged \(tag)") }
    }
  }

  func index() throws {
    while true {
      _ = system("rm -rf '\(directory)/.cache'")
      _ = try open().snapshot()
      acknowledge("indexed")
    }
  }

  private func acknowledge(_ line: String) {
    var text = line + "\n"
    text.withUTF8 { _ = write(1, $0.baseAddress, $0.count) }
  }
}
