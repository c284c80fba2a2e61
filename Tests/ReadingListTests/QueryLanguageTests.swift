import ReadingList
import TestSupport
import Testing

@Suite("The query language") struct QueryLanguageTests {
  private func text(_ text: String) -> Query.Condition { .test(.text(text)) }

  @Test("binds “and” tighter than “or”, and “not” tighter than both (3.15)") func binding() throws {
    let (a, b, c) = (text("a"), text("b"), text("c"))
    for (written, meant) in [
      ("a b", .all([a, b])), ("a AND b", .all([a, b])), ("a b or c", .any([.all([a, b]), c])),
      ("a or b c", .any([a, .all([b, c])])), ("a Or b oR c", .any([a, b, c])),
      ("(a or b) c", .all([.any([a, b]), c])), ("not a b", .all([.not(a), b])),
      ("-a or NOT b", .any([.not(a), .not(b)])), ("-(a or b)", .not(.any([a, b]))),
      ("not not a", a), ("not -a", a), ("not(a or b) c", .all([.not(.any([a, b])), c])),
      ("((a)) (b)", .all([a, b])), ("a(b)", text("a(b)")), ("(a f(x))", .all([a, text("f(x)")])),
      ("\"and\" \"or\"", .all([.test(.exact("and")), .test(.exact("or"))])),
      ("-and", .not(.test(.exact("and")))),
    ] as [(String, Query.Condition)] {
      #expect(try Query(parsing: written).condition == meant, "\(written)")
    }
  }

  @Test("takes a word, a phrase with quotes in it and the beginning of a word")
  func words() throws {
    for (written, meant) in [
      ("\"say \"\"hi\"\" \"", .exact("say \"hi\" ")), ("wor*", .prefix("wor")), ("*", .exact("*")),
      ("\"slow we\"*", .prefix("slow we")), ("\"a*\"", .exact("a*")), ("title:swi*", .title("swi")),
      ("*ord*", .part("ord")), ("*ord", .part("ord")), ("title:*wif", .title("*wif")),
      ("url:*wif", .url("wif")), ("C++", .text("c++")), ("F#", .text("f#")),
      (".NET", .text(".net")), ("node.js", .text("node.js")), ("O_NONBLOCK", .text("o_nonblock")),
      ("std::vector", .text("std::vector")), ("C:\\Windows", .text("c:\\windows")),
      ("12:30", .text("12:30")), ("tag:a*", .tag("a*")), ("tag:\"or\"", .tag("or")),
      ("tag:or", .tag("or")), ("tag:\"(x)\"", .tag("(x)")), ("tag:(x)", .tag("(x)")),
      ("tag:=Go", .exactTag("Go")), ("tag:=\"Deep Work\"", .exactTag("Deep Work")),
      ("tag:\"=go\"", .tag("=go")), ("note:\"to do\"", .note("to do")), ("TITLE:X", .title("x")),
      ("\"tag:x\"", .exact("tag:x")),
    ] as [(String, Query.Test)] {
      #expect(try Query(parsing: written).condition == .test(meant), "\(written)")
    }
  }

  @Test("takes a phrase that is not closed for one that goes on while it is typed")
  func typing() throws {
    for (written, meant) in [
      ("swi", text("swi")), ("swi ", text("swi")), ("Re: x", .all([text("re:"), text("x")])),
      ("\"slow we", .test(.prefix("slow we"))), ("\"slow web\"", .test(.exact("slow web"))),
      ("a is:un", text("a")), ("a or", text("a")), ("a and", text("a")), ("a not", text("a")),
      ("(a or b", .any([text("a"), text("b")])), ("a tag:", text("a")),
      ("a progress:200", text("a")), ("a title:(b", text("a")), ("a progress:-", text("a")),
      ("a minutes:5.", text("a")), ("a sort:ti", text("a")),
    ] as [(String, Query.Condition)] {
      let (query, problems) = Query.reading(of: written, isTyping: true)
      #expect(query.condition == meant, "\(written)")
      #expect(problems.isEmpty, "\(written): \(problems)")
    }
    // Errors that more typing cannot fix are reported at once.
    for written in ["is:x", "is:un a", "a or or b", ") a"] {
      #expect(!Query.reading(of: written, isTyping: true).problems.isEmpty, "\(written)")
    }
  }

  @Test(
    "says where a mistake is, and understands the rest",
    arguments: [
      ("swift is:odd tag:x", 7, "swift tag:x"), ("é👩‍👩‍👧 in:nowhere b", 4, "é👩‍👩‍👧 b"),
      ("a or", 3, "a"), ("or a", 1, "a"), ("a or or b", 3, "a or b"),
      ("and a", 1, "a"), ("a and and b", 7, "a b"), ("a and", 3, "a"),
      ("a not", 3, "a"), ("a ()", 3, "a"), ("(a", 1, "a"), ("a) b", 2, "a b"),
      ("a -minutes:x", 4, "a"), ("saved:2026-02-30", 1, ""),
      ("saved:2026..2025", 1, ""), ("saved:30d", 1, ""), ("(sort:title a)", 2, "a"),
      ("-sort:title a", 2, "a"), ("sort:up a", 1, "a"), ("a or is:x", 6, "a"),
      ("(is:x) a", 2, "a"), ("tag:", 1, ""), ("a tag:\"\"", 3, "a"),
      ("older:soon", 1, ""), ("tag:=", 1, ""), ("a (b (c) d", 3, "a b c d"),
    ] as [(String, Int, String)])
  func mistakes(written: String, column: Int, rest: String) throws {
    let (query, problems) = Query.reading(of: written)
    #expect(problems.map(\.column) == [column], "\(problems)")
    #expect(query == (try Query(parsing: rest)))
    let error = #expect(throws: Query.ParseError.self) { try Query(parsing: written) }
    #expect(error == problems.first)
  }

  @Test("gives every mistake in the order of the text") func severalMistakes() {
    let problems = Query.reading(of: "is:a tag: (x in:b").problems
    #expect(problems.map(\.column) == [1, 6, 11, 14])
  }

  @Test("has its order beside what it asks") func order() throws {
    let query = try Query(parsing: "a or b sort:title")
    #expect(query == Query(.any([text("a"), text("b")]), order: .title))
    #expect(try Query(parsing: "sort:recent").isEmpty)
    #expect(try Query(parsing: "sort:title SORT:Length").order == .length)
    #expect(query.and(try Query(parsing: "c")).order == .title)
    #expect(query.and(try Query(parsing: "c sort:site")).order == .site)
  }

  @Test("keeps relative times relative") func relative() throws {
    for (written, plain) in [
      ("older:30d", "older:30d"), ("saved:..30d", "older:30d"), ("newer:1w", "newer:1w"),
      ("saved:1w..", "newer:1w"), ("saved:today", "saved:today"),
      ("saved:2025-11", "saved:2025-11"), ("published:2025..today", "published:2025..today"),
      ("published:1y..", "published:1y.."), ("saved:2026-01-31..2026-01-31", "saved:2026-01-31"),
      ("saved:YESTERDAY", "saved:yesterday"),
      ("saved:\"2026-01-31 10:00 +02:00\"", "saved:2026-01-31t08:00:00z"),
    ] { #expect(try Query(parsing: written).text == plain) }
  }

  @Test(
    "means days, months and years where the person is",
    arguments: [
      ("saved:today", "2026-03-01T22:00:00Z", "2026-03-02T21:59:59.999Z"),
      ("saved:yesterday", "2026-02-28T22:00:00Z", "2026-03-01T21:59:59.999Z"),
      ("saved:2025-12", "2025-11-30T22:00:00Z", "2025-12-31T21:59:59.999Z"),
      ("saved:2024-02", "2024-01-31T22:00:00Z", "2024-02-29T21:59:59.999Z"),
      ("saved:2025", "2024-12-31T22:00:00Z", "2025-12-31T21:59:59.999Z"),
      ("saved:9999", "9998-12-31T22:00:00Z", "9999-12-31T21:59:59.999Z"),
      ("saved:2025-01-31..2025-02", "2025-01-30T22:00:00Z", "2025-02-28T21:59:59.999Z"),
      ("saved:2d..1d", "2026-02-28T12:00:00Z", "2026-03-01T12:00:00Z"),
    ])
  func days(written: String, first: String, last: String) throws {
    let now = try #require(Timestamp(rfc3339: "2026-03-02T12:00:00Z"))
    guard case .test(.saved(let period)) = try Query(parsing: written).condition else {
      Issue.record("not a period")
      return
    }
    let moments = try #require(period.milliseconds(at: now) { _ in 7200 })
    #expect(Timestamp(milliseconds: moments.lowerBound).rfc3339 == first)
    #expect(Timestamp(milliseconds: moments.upperBound).rfc3339 == last)
  }

  @Test("is written so that it is read as the same, whatever it is") func writing() throws {
    var random = SeededNumbers(seed: 3)
    for _ in 0..<3000 {
      let query = RandomQueries.query(using: &random)
      let written = query.text
      let (read, problems) = Query.reading(of: written)
      #expect(problems.isEmpty, "\(written): \(problems)")
      #expect(read == query, "\(written)")
    }
  }

  @Test("a tag of strange signs is written so that it is read as the same")
  func strangeTag() throws {
    for text in [
      "tag:\u{2da}x", "tag:\u{2da}", "tag:a\u{b4}", "tag:\"\u{1} x\"", "src=\"\u{7f3}g:a",
      "(\u{301}a", "tag:\"=\u{301}x\"", "ta\u{202e}sg:x",
    ] {
      guard let query = try? Query(parsing: text) else { continue }
      #expect(try Query(parsing: query.text) == query, "\(text)")
    }
  }

  @Test("answers or says what is wrong in one line, whatever it is given") func hostile() {
    let texts = [
      String(repeating: "(", count: 10_000), String(repeating: ")", count: 10_000),
      String(repeating: "(a ", count: 3000), String(repeating: "a", count: 1 << 20),
      String(repeating: "(a or ", count: 1500) + String(repeating: ")", count: 1000),
      String(repeating: "not ", count: 2500), String(repeating: "-", count: 9999),
      String(repeating: "- ", count: 4999), String(repeating: "a ", count: 4999),
      String(repeating: "or ", count: 3000), String(repeating: "\"", count: 9999),
      String(repeating: "tga:x ", count: 1600), String(repeating: "e\u{301}\u{20dd}", count: 1000),
      String(repeating: "()", count: 4000), "a\u{0}b \u{1b}[31m", "\"\u{20dd}x\" tag:\"\u{301}",
      "“and” ＡＮＤ tag：x ”", "¨ ** *** *or* *\"x y\" ﷺ",
    ]
    for text in texts {
      for isTyping in [false, true] {
        let (query, problems) = Query.reading(of: text, isTyping: isTyping)
        let written = query.text
        let isTooLong = written.utf8.count > Query.maxLength
        #expect(isTooLong || Query.reading(of: written).query == query)
        let count = text.count
        #expect(problems.allSatisfy { $0.column <= count + 1 && !$0.message.contains("\n") })
      }
    }
    #expect(throws: Query.ParseError.self) { try Query(parsing: texts[0]) }
    #expect(throws: Query.ParseError.self) { try Query(parsing: texts[3]) }
  }

  @Test("asks full text for words, beginnings, images and code alone")
  func textConditions() throws {
    let own = SavedView(key: "own", name: "Own", query: try Query(parsing: "slow"))
    let query = try Query(parsing: "a or -(b* has:code) \"e\" *f title:x is:read has:highlight")
      .and(Query(all: [.inView(own)]))
    #expect(
      query.textConditions == [
        .text("a"), .prefix("b"), .hasCode, .text("slow"), .exact("e"), .part("f"),
      ])
  }

  @Test("looks into Trash on the sides of an “or” that ask for it") func trash() throws {
    for (text, whole) in [
      ("is:deleted", "is:deleted"), ("in:trash a", "in:trash a"), ("a", "a -is:deleted"),
      ("is:deleted or in:trash x", "is:deleted or in:trash x"), ("a or b", "(a or b) -is:deleted"),
      ("is:deleted or a b", "is:deleted or a b -is:deleted"),
      ("a (in:trash or b)", "a (in:trash or b -is:deleted)"),
      ("not in:trash", "-in:trash -is:deleted"), ("", "-is:deleted"),
    ] {
      let query = try Query(parsing: text).outsideTrash
      #expect(try query == Query(parsing: whole), "\(text)")
      #expect(query.outsideTrash == query, "\(text)")
    }
  }
}
