import ArticleStore
import Platform
import ReadingList
import Sync

extension Program {
  /// `luego merge-driver`: merges two versions of a file that git could not.
  func mergeDriver(_ words: [String]) throws {
    let files = try CommandWords(words, of: .mergeDriver, areFiles: true).others
    guard files.count == 3 || files.count == 4 else {
      throw Failure.usage(
        "merge-driver needs three files, and the path that they are versions of",
        of: .mergeDriver
      )
    }
    let name = files.count == 4 ? files[3] : files[1]
    // A text that two machines fetched is as good as the other; the record says which it was, and doctor compares.
    guard !name.hasSuffix(".html") else { return }
    let (ours, theirs) = (try Input.own(files[1]), try Input.own(files[2]))
    let merged: [UInt8]
    do throws(StoreError) {
      merged =
        name == "library.json" || name.hasSuffix("/library.json")
        ? try FileVersions.mergedName(ours, theirs) : try FileVersions.mergedRecord(ours, theirs)
    } catch { throw Failure("\(name) is not merged: \(error.reason)") }
    guard merged != ours else { return }
    do throws(SystemError) {
      try SmallFile.replace(files[1], with: merged, isDurable: false)
    } catch { throw Failure("\(files[1]) cannot be written: \(error.reason)") }
  }

  /// `luego sync --prepare-git`: lets git merge the library's files, for those who pull by hand.
  func prepareGit() throws {
    let library = try openWritableLibrary()
    let path = library.directory + "/.gitattributes"
    let lines = [
      "articles/** merge=luego -text", "bodies/** merge=luego -text",
      "library.json merge=luego -text",
    ]
    let before = exists(path) ? try Input.own(path) : []
    let known = Set(String(decoding: before, as: UTF8.self).split(separator: "\n").map(String.init))
    let new = lines.filter { !known.contains($0) }
    if !new.isEmpty {
      let gap = before.isEmpty || before.last == 0x0a ? "" : "\n"
      let text = gap + new.joined(separator: "\n") + "\n"
      do throws(SystemError) {
        try SmallFile.replace(path, with: before + Array(text.utf8), isDurable: true)
      } catch { throw Failure("\(path) cannot be written: \(error.reason)") }
      try Output.line(Output.printable("wrote  \(path)"))
    }
    let driver = ["config", "merge.luego.driver", "luego merge-driver %O %A %B %P"]
    if let git = ProgramFile.find("git", in: environment["PATH"]),
      let program = try? PipeProgram(
        [git, "-C", library.directory] + driver,
        environment: environment,
        errors: nil
      ), program.end() == 0
    {
      try Output.line("set  merge.luego.driver in this clone")
    } else {
      Output.tell("In each clone: git config merge.luego.driver '\(driver[2])'")
    }
  }
}
