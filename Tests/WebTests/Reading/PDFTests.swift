import Foundation
import Glibc
import PageExtraction
import Platform
import TestSupport
import Testing
import Web

@Suite("A PDF") struct PDFTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// A stand-in for `pdftotext`.
  private func converter(_ script: String) throws -> PDFConverter {
    try directory.write("pdftotext", text: "#!/bin/sh\n" + script, mode: 0o700)
    var converter = PDFConverter(searching: "relative:/nowhere:\(directory.path)")
    // The machine may be arbitrarily slow.
    converter.timeLimit = .seconds(36_000)
    return converter
  }

  private func reader(_ converter: PDFConverter) -> PageReader {
    PageReader(fetcher: CurlPageFetcher(options: Sites.options), rules: .none, pdf: converter)
  }

  /// The title and paragraphs made from the output of `pdftotext`.
  private func article(_ text: String, url: String? = nil) async throws -> (String?, [String]) {
    try directory.write("text", text: text)
    let reader = reader(try converter("exec cat \(directory.path("text"))"))
    let found = try await reader.article(fromPDF: [], url: url)
    return (found.metadata.title, found.text.split(separator: "\n\n").map(String.init))
  }

  @Test("is given to the program on standard input, with a fixed locale and no shell")
  func running() async throws {
    let converter = try converter(
      "printf '%s|' \"$#\" \"$@\" \"$LC_ALL\" \"$HOME\"; echo; exec cat")
    let bytes = Array("%PDF-1.7 made of text".utf8)
    let text = try await converter.text(of: bytes)
    #expect(text == "4|-enc|UTF-8|-|-|C.UTF-8||\n%PDF-1.7 made of text")
  }

  @Test("that cannot be read is one problem for each reason") func failing() async throws {
    await #expect(throws: PDFConverter.Problem.program(.status)) {
      try await self.converter("echo half; exit 1").text(of: [])
    }
    await #expect(throws: PDFConverter.Problem.notInstalled) {
      try await PDFConverter(searching: "/nowhere").text(of: [])
    }
    try directory.write("pdftotext", text: "#!/etc/passwd\n", mode: 0o700)
    await #expect(throws: PDFConverter.Problem.program(.notStarted(.accessDenied))) {
      try await PDFConverter(searching: self.directory.path).text(of: [])
    }
  }

  @Test("whose reading is cancelled ends the program and what it started")
  func cancelled() async throws {
    let lives = try Lives(directory.path("lives"))
    let converter = try converter("exec 3> \(lives.pipe); sleep infinity & echo >&3; wait")
    let reading = Task { try await converter.text(of: []) }
    await lives.waitForSign()
    reading.cancel()
    await #expect(throws: PDFConverter.Problem.program(.cancelled)) { try await reading.value }
    // They may not be reaped at once, but they no longer run.
    await lives.waitForEnd()
  }

  @Test("becomes paragraphs: lines joined, divided words whole, headings apart")
  func paragraphs() async throws {
    let (title, text) = try await article(
      """
      On Walking
      Without Maps

      The first para-
      graph runs over a few lines and holds a well-known word, which is a com-
      mon trick, and it ends early.
      A second paragraph begins without a blank line before it, in Anglo-
      Saxon fashion, and it ends where a word of the next would have had room.
      1.2. Of Headings
      What follows a heading is a paragraph of its own, and it is long enough
      for two lines.

      • one thing
      • another thing

      •

      a third
      """)
    #expect(title == "On Walking Without Maps")
    #expect(
      text == [
        "The first paragraph runs over a few lines and holds a well-known word, which is a "
          + "common trick, and it ends early.",
        "A second paragraph begins without a blank line before it, in Anglo-Saxon fashion, and it "
          + "ends where a word of the next would have had room.", "1.2. Of Headings",
        "What follows a heading is a paragraph of its own, and it is long enough for two lines.",
        "one thing\nanother thing\na third",
      ])
  }

  @Test("in a script without spaces gets none where lines are joined")
  func unspaced() async throws {
    let (_, text) = try await article(
      """
      標題

      吾輩は猫である。名前はまだ無い。どこで生れたか
      とんと見当がつかぬ。何でも薄暗いじめじめした。
      ここで始めて人間というものを見た。しかもあとで
      聞く。
      当時は何という考もなかった。
      """)
    #expect(
      text == [
        "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。何でも薄暗いじめじめした。" + "ここで始めて人間というものを見た。しかもあとで聞く。",
        "当時は何という考もなかった。",
      ])
  }

  @Test("loses the numbers of its pages and the lines that stand beside each, and nothing else")
  func pages() async throws {
    let pages = (1...4).map { page in
      """
      The Running Head
      but goes on at the top, where \(page) is finished after some more words of it.

      Page \(page) begins here and goes on for a line or two about nothing much,
      1984
      which is a year, and page \(page) says more about nothing and is not finished

      \(page)
      """
    }
    let (title, text) = try await article(
      (["The Running Head\n\n7\n8\n9\n\nIt begins"] + pages).joined(separator: "\n\u{c}"))
    #expect(title == "The Running Head")
    #expect(text.first == "7 8 9")
    #expect(text.joined(separator: " ").contains("It begins but goes on"))
    #expect(text.count { $0.contains("not finished but goes on") } == 3)
    #expect(text.count { $0.contains("1984") } == 4)
    #expect(!text.contains { $0.contains("Running") || Int($0) != nil })
  }

  @Test(
    "takes its title from its name where its first lines are none",
    arguments: [
      ("https://a.example/papers/On%20Sleep_2.pdf?x=1", "On Sleep 2"), ("notes.PDF", "notes"),
    ])
  func nameAsTitle(url: String, expected: String) async throws {
    let (title, text) = try await article("It begins with a sentence.\n\nAnd another.", url: url)
    #expect(title == expected)
    #expect(text == ["It begins with a sentence.", "And another."])
  }

  @Test("4.4 at an address is an article; one of pictures alone says so")
  func atAddress() async throws {
    let server = try LoopbackServer()
    server.handle("/paper.pdf") {
      $1.respond(bytes: Array("%PDF-1.7\n".utf8), headers: [("Content-Type", "application/pdf")])
    }
    let reader = reader(try converter("echo 'A Title'; echo; echo 'Some text of the paper.'"))
    let article = try await Sites.article(server.url("/paper.pdf"), reader)
    #expect(article.metadata.title == "A Title" && article.text == "Some text of the paper.")
    let scanned = self.reader(try converter("printf '\\f\\n \\n'"))
    guard
      case .unreadable(let reason, _) = try await scanned.read(
        PageRequest(url: server.url("/paper.pdf")))
    else {
      Issue.record("was read")
      return
    }
    #expect(reason.contains("scanned"))
  }

  @Test("of senseless text ends in some article, soon", arguments: ["a-\n", "ab\n\n", "-", "• \n"])
  func senseless(piece: String) async throws {
    _ = try? await article("Title\n\n" + String(repeating: piece, count: 50_000))
  }
}

/// A named pipe that processes hold open while they run.
private final class Lives: Sendable {
  let pipe: String
  private let end: CInt

  init(_ pipe: String) throws {
    self.pipe = pipe
    try #require(mkfifo(pipe, 0o600) == 0)
    // Opening does not wait for a writer; reading does.
    end = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    try #require(end >= 0)
  }

  deinit { close(end) }

  /// Returns when something has been written.
  func waitForSign() async {
    await onThread { [end] in
      var entry = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
      while poll(&entry, 1, -1) < 0 {}
    }
  }

  /// Returns when no process has the pipe open; at once if none ever had.
  func waitForEnd() async {
    await onThread { [end] in
      _ = fcntl(end, F_SETFL, 0)
      var bytes = [UInt8](repeating: 0, count: 64)
      while read(end, &bytes, bytes.count) != 0 {}
    }
  }

  private func onThread(_ work: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        work()
        continuation.resume()
      }
    }
  }
}
