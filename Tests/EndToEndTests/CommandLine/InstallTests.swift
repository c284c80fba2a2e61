import Foundation
import Glibc
import TestSupport
import Testing

/// `make install` and `make uninstall` next to a library, no byte of which may change.
@Suite("Installing", .serialized, .endsAtAll) struct InstallTests {
  /// An installation directory with a library next to it.
  private struct Place {
    let home: Home
    var variables: [String] = []
    var user: [String] = []
    /// The installation root.
    let root: String
    /// The files present before the installation.
    var others: Set<String> = []

    var library: String { root + "/share/luego" }
    var manifest: String { root + "/share/luego-data/manifest" }

    func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: root + "/" + name) }

    func write(_ text: String, to name: String) throws {
      let path = root + "/" + name
      try home.directory.write(String(path.dropFirst(home.path.count + 1)), text: text)
    }

    /// Runs `make` without building and checks that the library is unchanged.
    @discardableResult
    func make(_ goal: String, release: String = Home.builtPrograms) async throws -> Outcome {
      let before = try home.files(under: library)
      try #require(before.count > 10)
      let outcome = try await home.make([goal, "RELEASE=" + release] + variables, under: user)
      #expect(try home.files(under: library) == before, "\(goal) changed the library")
      return outcome
    }
  }

  /// Creates a library with articles, and the files that an earlier version installed.
  private func place(_ root: String, _ variables: (Home) -> [String]) async throws -> Place {
    let home = try Home()
    var place = Place(home: home, variables: variables(home), root: home.path + root)
    for number in 1...5 {
      try await home.luego(
        "--library", place.library, "add", "--no-fetch", "https://example.com/\(number)")
    }
    for name in ["welcome/library.json", "site/feed.xml", "schema/record.json"] {
      try place.write("old", to: "share/luego/" + name)
    }
    place.others = Set(try FileManager.default.subpathsOfDirectory(atPath: place.root))
    return place
  }

  private func checkInstalled(_ place: Place) async throws {
    for name in [
      "share/man/man1/luego.1", "share/man/man5/luego-config.5", "share/man/man7/luego-queries.7",
      "share/applications/luego.desktop", "share/icons/hicolor/scalable/apps/luego.svg",
      "share/metainfo/org.example.luego.metainfo.xml", "share/doc/luego/CHANGELOG.md",
      "share/luego-data/welcome/library.json", "share/luego-data/schema/record.json",
    ] { #expect(place.has(name), "\(name)") }
    for (shell, name) in [
      ("bash", "share/bash-completion/completions/luego"),
      ("zsh", "share/zsh/site-functions/_luego"),
      ("fish", "share/fish/vendor_completions.d/luego.fish"),
    ] {
      let script = try String(contentsOfFile: place.root + "/" + name, encoding: .utf8)
      #expect(try await place.home.luego("completions", shell).text == script)
    }
    // The program finds its data and runs without symbols.
    let listed = try await Programs.run(
      [place.root + "/bin/luego", "discover", "--source", "samples", "--json"],
      environment: place.home.environment(["XDG_STATE_HOME": place.home.path + "/other"]),
      directory: "/")
    #expect(listed.status == 0, "\(listed.errorLines)")
    let found = try await Programs.run(
      [place.root + "/bin/luego", "--library", place.library, "search", "example"],
      environment: place.home.environment(["XDG_CACHE_HOME": place.home.path + "/other"]),
      directory: "/")
    #expect(found.status == 0 && found.errorLines.isEmpty, "\(found.errorLines)")
    let size = try FileManager.default.attributesOfItem(atPath: place.root + "/bin/luego")[.size]
    let built = try FileManager.default.attributesOfItem(atPath: Home.program())[.size]
    #expect((try #require(size as? Int)) < (try #require(built as? Int)), "not stripped")
  }

  private func checkRemoved(_ place: Place) throws {
    let left = try FileManager.default.subpathsOfDirectory(atPath: place.root).filter {
      !place.others.contains($0)
    }
    for name in left {
      var isDirectory: ObjCBool = false
      let isThere = FileManager.default.fileExists(
        atPath: place.root + "/" + name, isDirectory: &isDirectory)
      #expect(!isThere || isDirectory.boolValue, "\(name) was left")
    }
    #expect(!left.contains("share/luego-data") && !left.contains("share/doc/luego"))
  }

  private func live(_ place: Place) async throws {
    #expect(try await place.make("uninstall").status != 0, "there is no manifest")
    for _ in 1...2 {
      let outcome = try await place.make("install")
      #expect(outcome.status == 0, "\(outcome.errorLines)")
      try await checkInstalled(place)
    }
    #expect(try await place.make("uninstall").status == 0)
    try checkRemoved(place)
  }

  @Test(
    "a user's library is beside what is installed, and stays through all of it",
    .enabled(Rights.comment) { await Rights.canBeUser })
  func user() async throws {
    var place = try await place("/.local") { _ in [] }
    place.user = Rights.asUser
    try Rights.giveAway(place.home.path)
    try await live(place)
  }

  @Test(
    "with DESTDIR and any PREFIX, also with spaces, a library there stays",
    arguments: [("/stage", "/usr/local"), ("/a stage", "/opt/my programs"), ("/stage", "/usr")])
  func staged(stage: String, prefix: String) async throws {
    let place = try await place(stage + prefix) {
      ["DESTDIR=\($0.path)\(stage)", "PREFIX=\(prefix)"]
    }
    try await live(place)
    // Only the directory that fish searches regardless of the environment.
    let fish = place.home.path + stage + "/etc/fish/completions"
    #expect(FileManager.default.fileExists(atPath: fish) == (prefix == "/usr/local"))
    #expect(!FileManager.default.fileExists(atPath: fish + "/luego.fish"))
  }

  @Test("a library that a symbolic link leads to stays, and so does the link")
  func link() async throws {
    let place = try await place("/p") { ["PREFIX=\($0.path)/p"] }
    let real = place.home.directory.path("elsewhere")
    try FileManager.default.moveItem(atPath: place.library, toPath: real)
    try FileManager.default.createSymbolicLink(atPath: place.library, withDestinationPath: real)
    let before = try place.home.files(under: real)
    for goal in ["install", "install", "uninstall"] {
      #expect(try await place.home.make([goal] + place.variables).status == 0)
      #expect(try place.home.files(under: real) == before)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: place.library) == real)
    }
  }

  @Test("where the program's data has symbolic links, nothing is written or removed")
  func dataLink() async throws {
    let place = try await place("/p") { ["PREFIX=\($0.path)/p"] }
    try FileManager.default.createSymbolicLink(
      atPath: place.root + "/share/luego-data", withDestinationPath: "luego")
    for goal in ["install", "uninstall"] {
      let outcome = try await place.make(goal)
      #expect(outcome.status != 0 && outcome.errorLines.contains { $0.contains("symbolic links") })
    }
    #expect(!place.has("bin/luego"))
  }

  @Test("of what a manifest names, only what can be the program's own is removed")
  func tamperedManifest() async throws {
    let place = try await place("/p") { ["PREFIX=\($0.path)/p"] }
    let victim = try place.home.directory.write("victim", text: "mine")
    let lines = [
      "../victim", victim, "/etc/fish/completions/luego.fish", "share/luego/library.json",
      "share/luego-data/../luego/library.json", "share/luego-data/..", "share/luego-data/",
      "bin/../share/luego/library.json", "share/luego", "", ".", "*", "share/luego-data/*",
      "bin/luego share/luego/library.json", "-rf", "bin/other", "\u{1b}[31m",
    ]
    try place.write("other", to: "bin/other")
    for goal in ["install", "uninstall"] {
      try await place.make("install")
      let manifest = try String(contentsOfFile: place.manifest, encoding: .utf8)
      try place.write(manifest + lines.joined(separator: "\n"), to: "share/luego-data/manifest")
      let outcome = try await place.make(goal)
      #expect(outcome.status == 0, "\(outcome.errorLines)")
      #expect(outcome.errorLines.count == 1 && !outcome.errors.contains(0x1b))
      #expect(place.has("bin/other") && place.has("../victim"))
    }
    try FileManager.default.removeItem(atPath: place.root + "/bin/other")
    try checkRemoved(place)
  }

  @Test("an upgrade removes what the earlier version installed alone; what others put there stays")
  func upgrade() async throws {
    let place = try await place("/p") { ["PREFIX=\($0.path)/p"] }
    try await place.make("install")
    try place.write("old", to: "share/luego-data/old/data")
    try place.write("mine", to: "share/luego-data/mine")
    let manifest = try String(contentsOfFile: place.manifest, encoding: .utf8)
    try place.write(manifest + "share/luego-data/old/data\n", to: "share/luego-data/manifest")
    #expect(try await place.make("install").status == 0)
    #expect(!place.has("share/luego-data/old"))
    #expect(try String(contentsOfFile: place.manifest, encoding: .utf8) == manifest)
    #expect(try await place.make("uninstall").status == 0)
    #expect(place.has("share/luego-data/mine"))
  }

  @Test("an installation that was interrupted can be removed, and repeated")
  func interrupted() async throws {
    let place = try await place("/p") { ["PREFIX=\($0.path)/p"] }
    // A program that cannot be stripped stops the installation halfway.
    try place.home.directory.write("broken/luego", text: "")
    for isUpgrade in [false, true] {
      if isUpgrade { try await place.make("install") }
      #expect(try await place.make("install", release: place.home.path + "/broken").status != 0)
      #expect(try await place.make("uninstall").status == 0)
      try checkRemoved(place)
    }
  }

  @Test("nothing is removed with all that is in it") func recursion() async throws {
    for goal in ["install", "uninstall"] {
      let outcome = try await Home().make(["-n", goal])
      #expect(outcome.text.contains("rmdir") && !outcome.text.contains(/rm -[a-z]*[rR]/), "\(goal)")
    }
  }

  @Test("make run says what it does, and what is typed meanwhile is not taken for keys")
  func typedAhead() async throws {
    let home = try Home()
    // Replaces compiler and program, so that the test decides when the build ends.
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

extension Home {
  /// Runs `make` in the checkout as if the build were newer than all sources.
  fileprivate func make(_ words: [String], under user: [String] = []) async throws -> Outcome {
    try await Programs.run(
      user + ["make", "-s", "-C", Self.checkout, "-o", ".build/luego-is-built"] + [
        "RELEASE=\(Self.builtPrograms)"
      ] + words, environment: environment(), directory: path)
  }
}
