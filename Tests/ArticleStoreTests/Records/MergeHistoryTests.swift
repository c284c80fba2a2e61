import ReadingList
import TestSupport
import Testing

@testable import ArticleStore

/// A machine with a clock of its own, what it has and what it knows of.
private final class Machine {
  let scratch = Scratch()
  let library: Library
  let offset: Int64
  /// Acts that it made or that came to it.
  var known: Set<Int> = []

  init(_ offset: Int64) throws {
    self.offset = offset
    library = try scratch.open()
  }

  func record(_ id: ArticleID) -> String? { Scratch.text(scratch.file(id)) }

  /// Merges another machine's version, as it comes from a file syncer.
  func take(_ record: String, of id: ArticleID) throws {
    guard record != self.record(id) else { return }
    let copy = scratch.file(id).replacingFirst(".json", with: ".sync-conflict-1.json")
    Scratch.makeSpecial("directory", at: "\(scratch.library)/articles/\(id.shard)")
    Scratch.write(record, to: copy)
    #expect(try library.mergeCopy(at: copy))
  }
}

/// What several people, or one at several machines, did to a few articles.
private struct History {
  /// One thing done to one thing.
  struct Act {
    var number: Int
    var id: ArticleID
    /// What of it: its life, a tag, its note.
    var subject: String
    var value: String
    /// What the machine knew of then.
    var known: Set<Int>
  }

  var random: Seeded
  let machines: [Machine]
  let addresses = ["https://example.com/a", "https://example.com/b", "https://other.example/c"]
  var acts: [Act] = []
  var time: Int64 = 0
  /// Articles that were made one with others.
  var united: Set<ArticleID> = []
  let unites: Bool

  init(_ seed: UInt64, unites: Bool) throws {
    var random = Seeded(seed)
    machines = try (0..<3).map { _ in
      try Machine(Int64.random(in: -18_000...18_000, using: &random))
    }
    self.random = random
    self.unites = unites
  }

  var ids: [ArticleID] { Set(acts.map(\.id)).sorted() }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  mutating func run() throws {
    for _ in 0..<number(6...18) {
      time += Int64(number(1...4000))
      if number(0...4) == 0 {
        let pair = [0, 1, 2].shuffled(using: &random)
        try Self.meet(machines[pair[0]], machines[pair[1]], ids)
      } else {
        try act(on: machines[number(0...2)])
      }
    }
  }

  static func meet(_ a: Machine, _ b: Machine, _ ids: [ArticleID]) throws {
    for id in ids {
      let (mine, theirs) = (a.record(id), b.record(id))
      if let theirs { try a.take(theirs, of: id) }
      if let mine { try b.take(mine, of: id) }
    }
    // As the list does on sight.
    for machine in [a, b] { try machine.library.settleMerged(ids) }
    a.known.formUnion(b.known)
    b.known = a.known
  }

  private mutating func note(
    _ id: ArticleID,
    _ subject: String,
    _ value: String,
    on machine: Machine
  ) {
    let number = acts.count
    acts.append(Act(number: number, id: id, subject: subject, value: value, known: machine.known))
    machine.known.insert(number)
  }

  private mutating func act(on machine: Machine) throws {
    let url = addresses[number(0...2)]
    let moment = at(time + machine.offset)
    let library = machine.library
    let id = ArticleID(canonicalURL: url)
    guard let old = try library.article(id) else {
      _ = try library.add([try article(url, at: moment)], at: moment)
      return note(id, "life", "saved", on: machine)
    }
    func apply(_ change: ArticleChange) throws {
      _ = try library.apply(change, to: [id], at: moment)
    }
    switch number(0...13) {
    case 0, 1:
      let tag = "t\(number(0...2))"
      let isGiven = old.tags.contains(tag)
      try apply(.tag(add: isGiven ? [] : [tag], remove: isGiven ? [tag] : []))
      note(id, "tag " + tag, isGiven ? "no" : "yes", on: machine)
    case 2, 3:
      try apply(.note("note \(acts.count)"))
      note(id, "note", "note \(acts.count)", on: machine)
    case 4:
      try apply(.title("title \(acts.count)"))
      note(id, "title", "title \(acts.count)", on: machine)
    case 5:
      try apply(.archive(!old.isArchived))
      note(id, "archive", old.isArchived ? "no" : "yes", on: machine)
    case 6:
      try apply(.delete(!old.isDeleted))
      note(id, "trash", old.isDeleted ? "no" : "yes", on: machine)
    case 7:
      if var mark = old.highlights.first(where: { !$0.isDeleted }), number(0...2) > 0 {
        mark.note = "mark \(acts.count)"
        mark.changedAt = moment
        try apply(number(0...2) == 0 ? .highlights([]) : .highlight(mark))
      } else {
        let mark = Highlight(id: "h\(acts.count)", quote: "q", createdAt: moment, changedAt: moment)
        try apply(.highlight(mark))
      }
      note(id, "highlights", "", on: machine)
    case 8:
      let percent = number(1...100)
      try apply(.position(ReadingPosition(block: percent, offset: 0), Progress(percent: percent)))
      note(id, "position", "\(percent)", on: machine)
    case 9:
      _ = try library.saveFetched(id, at: moment, body: "text \(acts.count)") {
        $0.title = $0.isTitleEdited ? $0.title : "page \(time)"
        $0.fetch = .ready
        $0.fetchedAt = moment
      }
      note(id, "text", "ready", on: machine)
    case 10, 11, 12:
      _ = try library.purge([id], at: moment)
      note(id, "life", "purged", on: machine)
    default:
      guard unites else { return }
      let other = ArticleID(canonicalURL: addresses[number(0...2)])
      if number(0...2) == 0 {
        let new = "https://moved.example/\(number(0...1))"
        guard
          (try? library.changeAddress(of: id, to: try WebAddress(new), given: new, at: moment))
            != nil
        else { return }
        note(ArticleID(canonicalURL: new), "united", "", on: machine)
      } else if other != id, let taken = try library.article(other), !taken.isDeleted,
        !old.isDeleted
      {
        _ = try library.mergeDuplicates(into: id, from: [other], at: moment)
        note(other, "united", "", on: machine)
      }
      note(id, "united", "", on: machine)
    }
  }

  /// The last act on a subject, where it was made knowing of all others on it and of all that was saved and purged.
  func last(_ subject: String, of id: ArticleID) -> Act? {
    let lives = acts.filter { $0.id == id && $0.subject == "life" }
    let all = acts.filter { $0.id == id && $0.subject == subject }
    guard let last = all.last, all.dropLast().allSatisfy({ last.known.contains($0.number) }),
      lives.allSatisfy({ last.number == $0.number || last.known.contains($0.number) })
    else { return nil }
    return last
  }
}

@Suite("Random histories of three machines with wrong clocks")
struct MergeHistoryTests {
  private static let orders = [
    [0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0],
  ]

  @Test("come to the same bytes in whatever order they meet, with every change that the rules keep")
  func records() throws {
    for seed in 0..<UInt64(100 * testScale) {
      var history = try History(seed, unites: false)
      try history.run()
      let machines = history.machines
      var ends: [ArticleID: JSON] = [:]
      for id in history.ids {
        let versions = try machines.compactMap { try $0.library.record(id) }
        let results = Set(
          try Self.orders.map { order in
            var left = order.filter { $0 < versions.count }.map { versions[$0] }[...]
            guard var whole = left.popFirst() else { return "" }
            for next in left {
              whole = try Record(Array(whole.merged(with: next).pretty.utf8), id: id)
            }
            return whole.raw.pretty
          }
        )
        #expect(results.count == 1, "seed \(seed): \(results)")
        ends[id] = try results.first.map { try JSON(parsing: $0) }
        // Two that met meet the third.
        if versions.count == 3 {
          let pair = try Record(
            Array(versions[1].merged(with: versions[2]).pretty.utf8),
            id: id
          )
          #expect(versions[0].merged(with: pair).pretty == results.first, "seed \(seed)")
          #expect(pair.merged(with: versions[2]) == pair.raw, "seed \(seed)")
        }
      }
      // So do the libraries, through copies in their directories.
      for (a, b) in [(0, 1), (1, 2), (0, 1)] {
        try History.meet(machines[a], machines[b], history.ids)
      }
      for id in history.ids {
        for machine in machines {
          #expect(machine.record(id) == ends[id]?.pretty, "seed \(seed)")
        }
        try check(history, id, seed)
      }
    }
  }

  private func check(_ history: History, _ id: ArticleID, _ seed: UInt64) throws {
    let end = try history.machines[0].library.article(id)
    if let life = history.last("life", of: id) {
      #expect((end != nil) == (life.value == "saved"), "seed \(seed): the last act counts")
    }
    guard let end else { return }
    for tag in ["t0", "t1", "t2"] {
      guard let last = history.last("tag " + tag, of: id) else { continue }
      #expect(end.tags.contains(tag) == (last.value == "yes"), "seed \(seed): \(tag)")
    }
    if let last = history.last("note", of: id) { #expect(end.note == last.value, "seed \(seed)") }
    if let last = history.last("title", of: id) { #expect(end.title == last.value, "seed \(seed)") }
    if let last = history.last("archive", of: id) {
      #expect(end.isArchived == (last.value == "yes"), "seed \(seed)")
    }
    if let last = history.last("trash", of: id) {
      #expect(end.isDeleted == (last.value == "yes"), "seed \(seed)")
    }
    if let last = history.last("position", of: id) {
      #expect(end.progress == Progress(percent: Int(last.value) ?? 0), "seed \(seed)")
    }
    // Each note that nobody replaced knowingly is there, unless it was purged.
    let lives = history.acts.filter { $0.id == id && $0.subject == "life" }
    let notes = history.acts.filter { $0.id == id && ["note", "title"].contains($0.subject) }
    let open = notes.filter { act in
      lives.allSatisfy { act.known.contains($0.number) }
        && !notes.contains { $0.subject == act.subject && $0.known.contains(act.number) }
    }
    guard open.count <= OverruledText.limit else { return }
    for act in open {
      let now = act.subject == "note" ? end.note : end.title
      #expect(
        now == act.value || end.overruledTexts.contains { $0.text == act.value },
        "seed \(seed): \(act.value)"
      )
    }
  }

  @Test("come to the same also where duplicates were made one, and never all of a group in Trash")
  func duplicates() throws {
    for seed in 0..<UInt64(100 * testScale) {
      var history = try History(seed, unites: true)
      try history.run()
      let machines = history.machines
      var rounds = 0
      var before: [String?] = []
      while case let now = history.ids.flatMap({ id in machines.map { $0.record(id) } }),
        now != before
      {
        before = now
        rounds += 1
        try #require(rounds < 8, "seed \(seed) comes to an end")
        for (a, b) in [(0, 1), (1, 2), (0, 2)] {
          try History.meet(machines[a], machines[b], history.ids)
        }
      }
      for id in history.ids {
        let ends = Set(machines.map { $0.record(id) })
        #expect(ends.count == 1, "seed \(seed): \(ends)")
        guard let loser = try machines[0].library.article(id), loser.isDeleted else { continue }
        var end = loser
        var seen: Set<ArticleID> = []
        while end.isDeleted, let next = end.mergedInto,
          let article = try machines[0].library.article(next)
        {
          #expect(seen.insert(next).inserted, "seed \(seed): a circle in Trash")
          guard !seen.isEmpty, seen.count < 10 else { break }
          end = article
        }
        // What is in it is in the one that took it over.
        if !end.isDeleted, end.id != id { #expect(end.receiving(loser) == end, "seed \(seed)") }
      }
    }
  }
}
