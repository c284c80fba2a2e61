import Foundation
import Glibc
import TestSupport
import Testing

@Suite("The first minutes", .endsAtAll) struct NewcomerTests {
  @Test("the README's first 30 lines say how to install, add, read, find, archive and quit")
  func readme() throws {
    let text = try String(contentsOfFile: Home.checkout + "/README.md", encoding: .utf8)
    let first = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(30).joined(
      separator: " ")
    for words in [
      "make run", "make install", "apt install", "luego add https://", "Enter opens an article",
      "`q` goes back", "Space turns the page", "`v` selects text, `H` highlights it", "`/` finds",
      "`e` archives", "`u` undoes", "`Q` quits", "`?` shows every key",
    ] { #expect(first.contains(words), "\(words)") }
  }

  @Test("make run says what it does, and what is typed meanwhile is not taken for keys")
  func typedAhead() async throws {
    let home = try Home()
    // In the places of compiler and program, so that the build ends when the test says so.
    let pipe = home.directory.path("built")
    try #require(mkfifo(pipe, 0o600) == 0)
    let waiting = "case \"$*\" in *'--product luego') read line <'\(pipe)' ;; esac"
    try home.directory.write("swift", text: "#!/bin/sh\n\(waiting)\n", mode: 0o700)
    try home.directory.write(
      "luego", text: "#!/bin/sh\necho ready; read line; echo \"taken: $line\"\n", mode: 0o700)
    let command = [
      "make -s -C '\(Home.checkout)' -o deps-run run SWIFT='\(home.path)/swift'",
      "RELEASE='\(home.path)' BUILT='\(home.path)/is-built'",
    ]
    try await TerminalWindow.open(home) { window in
      try await window.type(command.joined(separator: " ") + "\n")
      try await window.wait(forText: "Building luego: about four minutes")
      try await window.type("jjj\nkkk")
      try await window.wait(forText: "kkk")
      try #require(runShell("echo >\"$1\"", pipe))
      try await window.wait(forText: "ready")
      try await window.type("meant\n")
      try await window.wait(forText: "taken: meant")
    }
  }
}
