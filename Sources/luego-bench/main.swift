import Platform
import TestSupport

TemporaryDirectory.useDisk()
let words = Array(CommandLine.arguments.dropFirst())
do {
  CurrentProcess.end(try bench(words.first ?? "", Array(words.dropFirst())) ? 0 : 1)
} catch is WrongUsage {
  let text = """
    usage: luego-bench all LUEGO                  everything below, but peers
           luego-bench frames LUEGO [COUNT...]    measure the first frame (10 1000 10000 100000)
           luego-bench commands LUEGO [COUNT...]  measure commands as they are started (10 10000 100000)
           luego-bench store [COUNT...]           measure the list table (10000 100000)
           luego-bench search [COUNT]             measure full-text search (100000)
           luego-bench bulk LUEGO [COUNT...]      measure changes of all (100000)
           luego-bench generate DIRECTORY COUNT SEED   make a large library
           luego-bench frame NAME MARK COMMAND... measure another program's first frame
           luego-bench texts DIRECTORY COUNT      write texts, mails and pages for other programs
           luego-bench blocks LIST DIRECTORY      write the blocks of pages, to learn from

    """
  writeAll(Array(text.utf8), to: Descriptor.error)
  CurrentProcess.end(2)
} catch {
  let text = "luego-bench: \(error)\n"
  writeAll(Array(text.utf8), to: Descriptor.error)
  CurrentProcess.end(1)
}

/// Runs a benchmark by name; returns false if a limit was exceeded.
func bench(_ name: String, _ words: [String]) throws -> Bool {
  let counts = words.compactMap { Int($0) }
  func luego() throws -> String {
    guard let path = words.first else { throw WrongUsage() }
    return path
  }
  switch name {
  case "all":
    try FrameBench.run(luego(), [])
    try CommandBench.run(luego(), [])
    try StoreBench.run([])
    try SearchBench.run(100_000)
    return try BulkBench.run(luego(), [])
  case "frames": try FrameBench.run(luego(), counts)
  case "commands": try CommandBench.run(luego(), counts)
  case "store": try StoreBench.run(counts)
  case "search": try SearchBench.run(counts.first ?? 100_000)
  case "bulk": return try BulkBench.run(luego(), counts)
  case "generate":
    guard words.count == 3, let seed = UInt64(words[2]) else { throw WrongUsage() }
    try LibraryGenerator(directory: words[0]).make(count: Int(words[1]) ?? 0, seed: seed)
  case "frame":
    guard words.count > 2 else { throw WrongUsage() }
    try FrameBench.show(words[0], marks: [words[1]], Array(words.dropFirst(2)), home: "/")
  case "texts":
    var language = LanguageGenerator()
    try language.write(counts.first ?? 0, to: luego())
  case "blocks":
    guard words.count == 2 else { throw WrongUsage() }
    try BlockRows.write(of: words[0], to: words[1])
  case "step" where words.count > 2:
    if words[0] == "store" {
      try StoreBench.run(words[1], in: words[2])
    } else {
      try SearchBench(directory: words[2], count: counts.last ?? 0).run(words[1])
    }
  default: throw WrongUsage()
  }
  return true
}

struct WrongUsage: Error {}

struct Failed: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
