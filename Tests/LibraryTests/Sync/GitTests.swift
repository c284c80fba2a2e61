import Foundation
import Glibc
import Library
import ReadingList
import Synchronization
import TestSupport
import Testing

@Suite("Syncing with a repository", .serialized) struct GitTests {
  /// An environment without the user's settings.
  private static func environment(home: String) -> [String: String] {
    [
      "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": home, "GIT_CONFIG_NOSYSTEM": "1",
      "GIT_CONFIG_GLOBAL": "/dev/null",
    ]
  }

  private static func sync(
    _ machine: Machine, with url: String, options: SyncSession.Options = .init()
  ) throws(StoreError) -> SyncReport {
    try GitMeeting.run(
      { .library(machine.library) }, with: url,
      environment: environment(home: machine.scratch.path),
      scratch: machine.scratch.path + "/scratch", options: options)
  }

  private func makeRepository(_ directory: TemporaryDirectory) throws -> String {
    let path = directory.path("repository.git")
    try #require(runShell("git init -q --bare -b main \"$1\"", path))
    return path
  }

  @Test("ssh is given a time in which a host must answer, unless the person says how it is called")
  func silentHost() throws {
    let machine = try Machine()
    let directory = try TemporaryDirectory()
    let script = "#!/bin/sh\necho \"$*\" >\"$HOME/called\"; exit 255\n"
    try directory.write("ssh", text: script, mode: 0o700)
    func called(_ more: [String: String]) throws -> String {
      var environment = Self.environment(home: directory.path)
      environment["PATH"] = directory.path + ":/usr/local/bin:/usr/bin:/bin"
      environment.merge(more) { $1 }
      #expect(throws: StoreError.self) {
        try GitMeeting.run(
          { .library(machine.library) }, with: "git@host.example:library.git",
          environment: environment, scratch: machine.scratch.path + "/scratch", options: .init())
      }
      return String(decoding: try directory.read("called") ?? [], as: UTF8.self)
    }
    let usual = try called([:])
    #expect(usual.contains("ConnectTimeout=") && usual.contains("ServerAliveInterval="))
    #expect(usual.contains("BatchMode=yes"))
    #expect(try !called(["GIT_SSH_COMMAND": "ssh -v"]).contains("ConnectTimeout="))
    try directory.write("config", text: "[core]\nsshCommand = ssh -v\n")
    let config = ["GIT_CONFIG_GLOBAL": directory.path("config")]
    #expect(try !called(config).contains("ConnectTimeout="))
  }

  @Test(
    "what one machine pushes the other has, texts and tombstones as well; nothing comes of nothing")
  func pushing() throws {
    let directory = try TemporaryDirectory()
    let url = try makeRepository(directory)
    let here = try Machine()
    let ids = try (0..<5).map {
      try here.save("https://example.com/\($0)", text: "<p>\($0)</p>", at: at(0))
    }
    let there = try Machine(like: here)
    #expect(try Self.sync(here, with: url).summary == "0 articles received, 5 sent, 0 merged")
    #expect(try Self.sync(there, with: url).summary == "5 articles received, 0 sent, 0 merged")
    #expect(here.contents() == there.contents())
    try here.change(.tag(add: ["here"], remove: []), [ids[0], ids[1]], at: at(10))
    try there.change(.tag(add: ["there"], remove: []), [ids[0]], at: at(11))
    _ = try there.library.purge([ids[4]], at: at(12))
    var dry = SyncSession.Options()
    dry.isDry = true
    for options in [dry, SyncSession.Options()] {
      let report = try Self.sync(here, with: url, options: options)
      #expect(report.summary == "0 articles received, 2 sent, 0 merged")
    }
    #expect(try Self.sync(there, with: url).summary == "1 article received, 1 sent, 1 merged")
    #expect(try Self.sync(here, with: url).summary == "2 articles received, 0 sent, 0 merged")
    // The next sync sends the tombstone that has replaced a record.
    for machine in [here, there] { _ = try Self.sync(machine, with: url) }
    #expect(here.contents() == there.contents())
    #expect(try here.library.article(ids[0])?.tags.sorted() == ["here", "there"])
    #expect(!FileManager.default.fileExists(atPath: here.body(ids[4])))
    #expect(try Self.sync(there, with: url).summary == "0 articles received, 0 sent, 0 merged")
    #expect(runShell("test $(git -C \"$1\" ls-tree -r main | grep -c texts/) = 4", url))
  }

  @Test(
    "a record that is missing in a commit, or here, comes back; files of others stay in the repository"
  )
  func missing() throws {
    let directory = try TemporaryDirectory()
    let url = try makeRepository(directory)
    let here = try Machine()
    let ids = try (0..<4).map {
      try here.save("https://example.com/\($0)", text: "<p>\($0)</p>", at: at(0))
    }
    _ = try Self.sync(here, with: url)
    let before = here.contents()
    unlink(here.file(ids[0]))
    unlink(here.body(ids[1]))
    try here.reopen()
    _ = try Self.sync(here, with: url)
    #expect(here.contents() == before)
    let name = String(here.file(ids[2]).dropFirst(here.path.count + 1))
    #expect(
      runShell(
        """
        set -e; git clone -q "$1" "$2"; cd "$2"; git rm -q "$3"
        echo mine >README; echo '*' >.gitignore; git add -f README .gitignore
        git -c user.name=a -c user.email=a@b commit -qm a; git push -q
        """, url, directory.path("clone"), name))
    try here.change(.tag(add: ["a"], remove: []), [ids[3]], at: at(5))
    // The record that comes back is a new file, which the lists of others would ignore.
    _ = try Self.sync(here, with: url)
    #expect(try here.library.article(ids[2]) != nil)
    #expect(here.contents().keys.sorted() == before.keys.sorted())
    #expect(
      runShell(
        "git -C \"$1\" ls-tree -r --name-only main | grep -qx README && git -C \"$1\" cat-file -e \"main:$2\"",
        url, name))
  }

  @Test("a damaged file is not pushed, and one that others push replaces no good one")
  func damaged() throws {
    let directory = try TemporaryDirectory()
    let url = try makeRepository(directory)
    let here = try Machine()
    let ids = try (0..<3).map {
      try here.save("https://example.com/\($0)", text: "<p>\($0)</p>", at: at(0))
    }
    let there = try Machine(like: here)
    for machine in [here, there] { _ = try Self.sync(machine, with: url) }
    let before = here.contents()
    func name(_ path: String, in machine: Machine) -> String {
      String(path.dropFirst(machine.path.count + 1))
    }
    let other = "articles/\(ids[0].text.prefix(2))/\(ids[0].text).other.json"
    let record = name(here.file(ids[0]), in: here), text = name(here.body(ids[1]), in: here)
    for file in [record, text] { try Data().write(to: URL(filePath: there.path + "/" + file)) }
    try there.reopen()
    let report = try Self.sync(there, with: url)
    #expect(report.summary == "0 articles received, 0 sent, 0 merged")
    #expect(report.failures.map(\.name) == [ids[0].text])
    // Missing files come back.
    for file in [record, text] { unlink(there.path + "/" + file) }
    try there.reopen()
    #expect(try Self.sync(there, with: url).failures.isEmpty)
    #expect(there.contents() == before)
    #expect(
      runShell(
        """
        set -e; git clone -q "$1" "$2"; cd "$2"; printf '{"id"' >"$3"; printf x >"$4"
        ln -s /etc/passwd "$5/$6.other.json"; printf x >texts/zz.html
        e=$(printf '\\033'); printf '{}' >"$5/$e[31mx.json"
        git add -A; git -c user.name=a -c user.email=a@b commit -qm a; git push -q
        """, url, directory.path("clone"), record, text, "articles/\(ids[0].text.prefix(2))",
        ids[0].text))
    // A dry run does not count as a check.
    var dry = SyncSession.Options()
    dry.isDry = true
    #expect(try Self.sync(here, with: url, options: dry).failures.isEmpty == false)
    for machine in [here, there] {
      #expect(try Self.sync(machine, with: url).failures.map(\.name).contains(other))
      try machine.reopen()
      #expect(machine.contents().filter { !$0.key.hasSuffix("zz.html") } == before)
    }
    #expect(
      runShell(
        "[ \"$(git -C \"$1\" show \"main:$2\" | cksum)\" = \"$(cksum <\"$3\")\" ]", url, record,
        here.file(ids[0])))
    // A damaged file without a good one stays.
    #expect(runShell("git -C \"$1\" cat-file -e \"main:$2\"", url, other))
  }

  @Test(
    "damaged files of git are fetched again, and nothing missing is taken for deleted",
    arguments: [
      "echo x >index", ": >HEAD", "echo [ >config", "find refs -type f -exec truncate -s 0 {} +",
      "chmod -R u+w objects; find objects -type f -exec truncate -s 0 {} +",
      "rm info/attributes; git --git-dir=. symbolic-ref HEAD refs/heads/other",
      "rm -f objects/$(git --git-dir=. rev-parse HEAD:library.json | sed 's,..,&/,')",
    ]) func damagedFiles(_ damage: String) throws
  {
    let directory = try TemporaryDirectory()
    let url = try makeRepository(directory)
    let here = try Machine()
    let ids = try (0..<2).map { try here.save("https://example.com/\($0)", at: at(0)) }
    _ = try Self.sync(here, with: url)
    let enter = "cd \"$(find \"$1\" -path '*/git-*/git' -prune)\" && "
    #expect(runShell(enter + damage, here.scratch.path + "/scratch"))
    unlink(here.file(ids[0]))
    try here.change(.tag(add: ["new"], remove: []), [ids[1]], at: at(1))
    #expect(try Self.sync(here, with: url).summary == "1 article received, 1 sent, 0 merged")
    #expect(try here.library.article(ids[0]) != nil)
    let there = try Machine(like: here)
    _ = try Self.sync(there, with: url)
    #expect(try there.library.article(ids[1])?.tags == ["new"])
  }

  @Test("a repository that refuses changes says why, at once") func refusing() throws {
    let directory = try TemporaryDirectory()
    let url = try makeRepository(directory)
    try directory.write(
      "repository.git/hooks/pre-receive", text: "#!/bin/sh\nexit 1\n", mode: 0o700)
    let here = try Machine()
    try here.save("https://example.com/1", at: at(0))
    #expect { try Self.sync(here, with: url) } throws: {
      ($0 as? StoreError)?.message.contains("pre-receive hook declined") == true
    }
  }

  @Test("records that look alike are not mixed where one is gone and another is new")
  func renames() throws {
    let directory = try TemporaryDirectory()
    let url = try makeRepository(directory)
    let here = try Machine()
    let old = try here.save("https://example.com/old", at: at(0))
    let there = try Machine(like: here)
    _ = try Self.sync(here, with: url)
    _ = try Self.sync(there, with: url)
    _ = try here.library.purge([old], at: at(1))
    let new = try here.save("https://example.com/new", at: at(2))
    try there.change(.tag(add: ["private"], remove: []), [old], at: at(3))
    for machine in [here, there, here, there] { _ = try Self.sync(machine, with: url) }
    for machine in [here, there] {
      #expect(try machine.library.article(old) == nil)
      #expect(try machine.library.article(new)?.tags == [])
    }
  }

  @Test("a repository of another library, or of something else, is left alone")
  func others() throws {
    let directory = try TemporaryDirectory()
    let url = try makeRepository(directory)
    let (here, there) = (try Machine(), try Machine())
    try here.save("https://example.com/1", at: at(0))
    try there.save("https://example.com/2", at: at(0))
    _ = try Self.sync(here, with: url)
    let before = there.contents()
    #expect { try Self.sync(there, with: url) } throws: {
      ($0 as? StoreError)?.kind == .otherLibrary
    }
    #expect(there.contents() == before)
    var options = SyncSession.Options()
    options.joins = true
    let joined = try Self.sync(there, with: url, options: options)
    #expect(joined.summary == "1 article received, 1 sent, 0 merged")
    #expect { try Self.sync(here, with: directory.path("nothing")) } throws: {
      ($0 as? StoreError)?.kind == .unreachable
    }
  }

  @Test("three machines that edit meanwhile lose nothing and end alike") func three() throws {
    let directory = try TemporaryDirectory()
    let url = try makeRepository(directory)
    let first = try Machine()
    let ids = try (0..<20).map {
      try first.save("https://example.com/\($0)", text: "<p>a</p>", at: at(0))
    }
    let machines = try [first, Machine(like: first), Machine(like: first)]
    for machine in machines { _ = try Self.sync(machine, with: url) }
    let rounds = 6 * testScale
    let problems = Mutex<[String]>([])
    let group = DispatchGroup()
    for (number, machine) in machines.enumerated() {
      DispatchQueue(label: "machine \(number)").async(group: group) {
        for round in 0..<rounds {
          do {
            for edit in 0..<5 {
              try machine.change(
                .tag(add: ["\(number).\(round).\(edit)"], remove: []),
                [ids[(round * 5 + edit) % ids.count]], at: at(Int64(round * 100 + edit + 1)))
            }
            _ = try Self.sync(machine, with: url)
          } catch { problems.withLock { $0.append("\(error)") } }
        }
      }
    }
    group.wait()
    // Twelve lost races do not make the next attempt fail.
    for machine in machines + machines { _ = try Self.sync(machine, with: url) }
    #expect(try machines[0].shown() == machines[1].shown())
    #expect(try machines[1].shown() == machines[2].shown())
    var tags: Set<String> = []
    for id in ids { tags.formUnion(try first.library.article(id)?.tags ?? []) }
    #expect(tags.count == 3 * rounds * 5)
    #expect(problems.withLock { $0.filter { !$0.contains("too fast") } } == [])
  }
}

@Suite("What to sync with") struct SyncTargetTests {
  @Test("hosts, directories and repositories are told by how they are written")
  func parsing() throws {
    #expect(try SyncTarget(["laptop"]) == .host("laptop", path: nil))
    #expect(try SyncTarget(["me@laptop:lib/a"]) == .host("me@laptop", path: "lib/a"))
    #expect(try SyncTarget(["me@laptop:/lib:a"]) == .host("me@laptop", path: "/lib:a"))
    #expect(try SyncTarget(["/media/usb"]) == .directory("/media/usb"))
    #expect(try SyncTarget(["./laptop"]) == .directory("./laptop"))
    #expect(try SyncTarget(["~/laptop"]) == .directory("~/laptop"))
    #expect(try SyncTarget(["git", "git@a.example:x.git"]) == .git("git@a.example:x.git"))
    #expect(try SyncTarget(["git"]) == .host("git", path: nil))
    #expect(try SyncTarget(["[::1]:lib"]) == .host("::1", path: "lib"))
    #expect(try SyncTarget(["me@[fe80::1]"]) == .host("me@fe80::1", path: nil))
    for words in [
      [], [""], ["-oProxyCommand=x"], ["git", "--upload-pack=x"], ["a", "b"], ["git", ""],
      ["[-oProxyCommand=x]"],
    ] {
      #expect(throws: StoreError.self) { try SyncTarget(words) }
    }
  }
}
