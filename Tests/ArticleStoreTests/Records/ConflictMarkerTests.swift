import ArticleStore
import Foundation
import ReadingList
import TestSupport
import Testing

@Suite("A record with git's conflict markers")
struct ConflictMarkerTests {
  private let scratch = Scratch()

  private func conflicted(_ ours: String, _ theirs: String, base: String? = nil) -> String {
    "<<<<<<< HEAD\n\(ours)" + (base.map { "||||||| base\n\($0)" } ?? "")
      + "=======\n\(theirs)>>>>>>> other\n"
  }

  private func versions() throws -> (base: Article, ours: Article, theirs: Article) {
    let base = try article("https://example.com/a")
    let ours = try #require(base.applying(.note("ours"), at: at(10)))
    let tagged = try #require(base.applying(.tag(add: ["theirs"], remove: []), at: at(20)))
    return (base, ours, try #require(tagged.applying(.archive(true), at: at(21))))
  }

  private func check(_ article: Article?) {
    #expect(article?.note == "ours" && article?.tags == ["theirs"] && article?.isArchived == true)
  }

  @Test("is shown with what both sides say, and settled by any change", arguments: [false, true])
  func settledByChange(hasBase: Bool) throws {
    let library = try scratch.open()
    let (base, ours, theirs) = try versions()
    _ = try library.add([base], at: at(0))
    Scratch.write(
      conflicted(
        ArticleRecord.text(of: ours),
        ArticleRecord.text(of: theirs),
        base: hasBase ? ArticleRecord.text(of: base) : nil
      ),
      to: scratch.file(base.id)
    )
    #expect(library.recheck().count(of: .everything) == 1)
    #expect(library.snapshot().counts.unreadable == 0)
    check(try library.article(base.id))
    _ = try library.apply(.title("new"), to: [base.id], at: at(30))
    #expect(Scratch.text(scratch.file(base.id))?.contains("<<<<<<<") == false)
    check(try library.article(base.id))
    #expect(
      try library.doctor(repair: false, at: at(40)).findings.filter { $0.kind != .index } == []
    )
  }

  @Test("is settled by the doctor, and looked at without being touched")
  func settledByDoctor() throws {
    let library = try scratch.open()
    let (base, ours, theirs) = try versions()
    _ = try library.add([base], at: at(0))
    let text = conflicted(ArticleRecord.text(of: ours), ArticleRecord.text(of: theirs))
    Scratch.write(text.replacing("\n", with: "\r\n"), to: scratch.file(base.id))
    #expect(try library.doctor(repair: false, at: at(30)).findings.map(\.kind).contains(.conflict))
    #expect(Scratch.text(scratch.file(base.id))?.contains("<<<<<<<") == true)
    _ = try library.doctor(repair: true, at: at(30))
    #expect(Scratch.text(scratch.file(base.id))?.contains("<<<<<<<") == false)
    check(try library.article(base.id))
    #expect(!Scratch.exists(scratch.library + "/damaged"))
    #expect(try library.doctor(repair: true, at: at(31)).findings == [])
  }

  @Test("of which one side is no record is left alone")
  func broken() throws {
    let library = try scratch.open()
    let (base, ours, _) = try versions()
    _ = try library.add([base], at: at(0))
    let text = ArticleRecord.text(of: ours)
    for bad in [
      conflicted(text, "{\n"), conflicted(text, text) + "=======\n", "<<<<<<< a\n" + text,
    ] {
      Scratch.write(bad, to: scratch.file(base.id))
      #expect(library.recheck().counts.unreadable == 1)
      #expect(Scratch.text(scratch.file(base.id)) == bad)
    }
  }

  @Test("as git itself leaves it is understood", arguments: ["merge", "diff3"])
  func realMerge(style: String) throws {
    let git = ["/usr/bin/git", "/usr/local/bin/git"].first(where: Scratch.exists)
    guard let git else { return }
    let library = try scratch.open()
    let (base, ours, theirs) = try versions()
    _ = try library.add([base], at: at(0))
    func run(_ command: String) {
      _ = runShell(
        """
        export HOME="$2" GIT_CONFIG_NOSYSTEM=1
        exec "$3" -C "$1" -c user.name=n -c user.email=e -c merge.conflictStyle=\(style) \
          -c commit.gpgSign=false \(command) >/dev/null 2>&1
        """,
        scratch.library,
        scratch.path,
        git
      )
    }
    run("init -q -b main")
    run("add -A")
    run("commit -qm base")
    run("checkout -qb other")
    Scratch.write(ArticleRecord.text(of: theirs), to: scratch.file(base.id))
    run("commit -qam theirs")
    run("checkout -q main")
    Scratch.write(ArticleRecord.text(of: ours), to: scratch.file(base.id))
    run("commit -qam ours")
    run("merge other")
    #expect(Scratch.text(scratch.file(base.id))?.contains("<<<<<<<") == true)
    #expect(library.recheck().count(of: .everything) == 1)
    check(try library.article(base.id))
    _ = try library.doctor(repair: true, at: at(30))
    check(try library.article(base.id))
    #expect(Scratch.text(scratch.file(base.id))?.contains("<<<<<<<") == false)
  }
}
