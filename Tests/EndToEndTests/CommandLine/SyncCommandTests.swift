import Foundation
import Platform
import TestSupport
import Testing

/// `luego sync` as run by users, timers and other machines.
@Suite("luego sync", .endsAtAll) struct SyncCommandTests {
  private func contents(_ home: Home, _ library: String) throws -> [String: [UInt8]] {
    try home.files(under: library).filter { file in
      LibraryFiles.parts.contains { file.key == $0 || file.key.hasPrefix($0 + "/") }
    }
  }

  private func save(_ home: Home, _ count: Int, host: String = "a.example") async throws {
    let addresses = (0..<count).map { "https://\(host)/\($0)" }
    try await home.luego(
      "add", "--no-fetch", "-", input: Array(addresses.joined(separator: "\n").utf8))
    let page = "<title>Text</title><p>" + String(repeating: "A text of some words. ", count: 60)
    try await home.luego("add", "--html", "-", "https://\(host)/text", input: Array(page.utf8))
  }

  /// Configures a stand-in for ssh that runs the command in another home.
  private func config(_ home: Home, other: Home, before: String = "") throws {
    try home.directory.write(
      "ssh",
      text: """
        #!/bin/sh
        \(before)
        test "$1" = -q && test "$2" = me@there || exit 255
        HOME='\(other.path)' exec sh -c "$3"
        """, mode: 0o700)
    try home.configure("set sync-ssh \"\(home.directory.path("ssh")) -q\"\nsync there me@there\n")
  }

  @Test("ssh: both machines have the same, by the config file's lines") func ssh() async throws {
    let (home, other) = (try Home(), try Home())
    try await save(home, 3)
    try config(home, other: other)
    #expect(try await home.luego("sync").text == "there: 0 articles received, 4 sent, 0 merged\n")
    try await other.luego("tag", "a.example/1", "+there")
    #expect(try await home.luego("sync", "there").text == "1 article received, 0 sent, 0 merged\n")
    #expect(try contents(other, other.library) == contents(home, home.library))
    // A remote library whose name a shell would split.
    let odd = other.directory.path("it's $HOME; a library")
    #expect(
      try await home.luego("sync", "me@there:\(odd)").text
        == "0 articles received, 4 sent, 0 merged\n")
    #expect(try contents(other, odd) == contents(home, home.library))
    try config(home, other: other, before: "echo Welcome")
    let noisy = try await home.luego("sync")
    #expect(noisy.status == 1)
    #expect(noisy.errorLines.first?.contains("shell prints something before it") == true)
    try config(home, other: other, before: "exit 127")
    #expect(try await home.luego("sync").errorLines.first?.contains("not installed") == true)
  }

  @Test("a real ssh server syncs both libraries", .enabled(if: isInstalled("sshd"), "needs sshd"))
  func realSSH() async throws {
    let server = "/usr/sbin/sshd"
    let (home, other) = (try Home(), try Home())
    try await save(home, 3)
    for key in ["host", "user"] {
      try #require(runShell("ssh-keygen -q -t ed25519 -N '' -f \"$1\"", home.directory.path(key)))
    }
    try home.directory.write(
      "sshd_config",
      text: """
        HostKey \(home.directory.path("host"))
        AuthorizedKeysFile \(home.directory.path("user.pub"))
        StrictModes no
        UsePAM no
        PermitRootLogin yes
        SetEnv HOME=\(other.path) PATH=\(Home.builtPrograms):/usr/bin:/bin
        """)
    // The server uses a pipe, so that nothing listens.
    try home.directory.write(
      "proxy",
      text: "#!/bin/sh\nexec \(server) -i -f '\(home.directory.path("sshd_config"))' 2>/dev/null\n",
      mode: 0o700)
    try home.configure(
      "set sync-ssh ssh -F none -i \(home.directory.path("user")) -o IdentitiesOnly=yes "
        + "-o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR "
        + "-o ProxyCommand=\(home.directory.path("proxy"))\n")
    _ = runShell("test $(id -u) != 0 || mkdir -p /run/sshd")
    let user = NSUserName()
    let first = try await home.luego("sync", "\(user)@localhost")
    #expect(first.text == "0 articles received, 4 sent, 0 merged\n", "\(first.errorLines)")
    try await other.luego("tag", "a.example/2", "+there")
    #expect(
      try await home.luego("sync", "\(user)@localhost").text
        == "1 article received, 0 sent, 0 merged\n")
    #expect(try contents(other, other.library) == contents(home, home.library))
  }

  @Test(
    "killed at any call, both sides keep what they have, and the next sync completes it",
    .enabled(if: hasStrace, "needs strace"))
  func killed() async throws {
    let (home, other) = (try Home(), try Home())
    try await save(home, 40)
    try config(home, other: other)
    try await home.luego("sync")
    var kills = 0
    for round in 0..<(8 * testScale) {
      try await home.luego("tag", "a.example/\(round % 40)", "+here\(round)")
      try await other.luego("tag", "a.example/\((round + 1) % 40)", "+there\(round)")
      // The signal kills the program or its peer.
      if try await home.run(["sync"], under: traced(sending: "KILL", at: "\(round + 1)")).status
        != 0
      {
        kills += 1
      }
    }
    #expect(kills > 0)
    #expect(try await home.luego("sync").status == 0)
    #expect(try await home.luego("sync").text == "there: 0 articles received, 0 sent, 0 merged\n")
    #expect(try contents(other, other.library) == contents(home, home.library))
    var tags: Set<String> = []
    for entry in try await home.everything() { tags.formUnion(entry.tags) }
    #expect(tags.count == 16 * testScale)
    #expect(try await home.luego("doctor").status == 0)
  }

  @Test(
    "a record that cannot be read during a sync is named, and the exit status is 1",
    .enabled(if: hasStrace, "needs strace"))
  func unreadableRecord() async throws {
    for list in [LibraryFiles.records(in:), LibraryFiles.texts(storedIn:)] {
      let home = try Home()
      for number in 1...3 {
        try await home.save("https://a.example/\(number)", title: "Article \(number)")
      }
      let other = home.directory.path("other/")
      let path = try #require(list(home.library).first)
      let outcome = try await home.run(["sync", other], under: traced(failingToRead: path))
      let id = (path as NSString).lastPathComponent.prefix(20)
      #expect(outcome.status == 1, "\(path): \(outcome.lines)")
      #expect(outcome.errorLines.contains { $0.contains(id) }, "\(outcome.errorLines)")
      #expect(try await home.luego("sync", other).status == 0)
      #expect(try await home.luego("--library", other, "list").lines.count == 3)
    }
  }

  @Test("a clock that is ahead is said once, beside what is printed")
  func clockAhead() async throws {
    let (home, other) = (try Home(), try Home())
    try await save(home, 3)
    for options in [[], ["--json"]] {
      let before = try await home.run(options + ["list"])
      #expect(before.errors == [])
      try await other.luego(
        "--library", home.library, "archive", "a.example/1",
        environment: [
          "LUEGO_NOW": options.isEmpty ? "2099-01-01T12:00:00Z" : "2100-01-01T12:00:00Z"
        ])
      let told = try await home.run(options + ["list", "in:all"])
      #expect(told.status == 0 && told.lines.count == 4)
      #expect(told.errorLines.count == 1)
      #expect(told.errorLines.first?.contains("Another machine's clock is ahead") == true)
      if !options.isEmpty { #expect(told.lines.allSatisfy { $0.hasPrefix("{") }) }
      #expect(try await home.run(options + ["list", "in:all"]).errors == [])
      // The next local change still wins.
      try await home.luego("unarchive", "a.example/1")
      #expect(try await home.entries("in:list").count == 4)
    }
  }

  @Test("sync-on meets all targets when the reading list starts or quits, or neither")
  func syncing() async throws {
    let home = try Home()
    try await home.save("https://a.example/1", title: "Herons")
    for value in ["off", "start", "quit", "start,quit"] {
      let other = home.directory.path("other-\(value)") + "/"
      try home.configure("sync there \(other)\nset sync-on \(value)\n")
      let disk = try DirectoryWatch(home.path)
      try await TerminalWindow.open(home, columns: 100, rows: 30) { window in
        try await window.launch()
        try await window.wait(forFirstFrameWith: "Herons")
        if value.hasPrefix("start") {
          try await disk.wait(until: "it is synced") {
            FileManager.default.fileExists(atPath: LibraryFiles.identity(in: other))
          }
        }
        #expect(FileManager.default.fileExists(atPath: other) == value.hasPrefix("start"))
        try await window.type("Q")
        try await window.expectSaneShell()
      }
      #expect(FileManager.default.fileExists(atPath: other) == (value != "off"))
    }
  }
}
