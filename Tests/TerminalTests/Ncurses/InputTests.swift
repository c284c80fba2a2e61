import ReadingList
import Terminal
import Testing

extension CursesTests {
  @Suite("Input", .serialized) struct InputTests {
    @Test(
      "keys are what their bytes mean",
      arguments: [
        ("j", "j"), ("G", "G"), ("é", "é"), ("日", "日"), ("😀", "😀"), ("\r", "<enter>"),
        ("\t", "<tab>"), ("\u{1b}", "<esc>"), ("\u{7f}", "<backspace>"), ("\u{8}", "<backspace>"),
        ("\u{4}", "<C-d>"), ("\u{0}", "<C-space>"), ("\u{1f}", "<C-_>"), ("\u{3}", "<C-c>"),
        ("\u{1a}", "<C-z>"), ("\u{1b}OA", "<up>"), ("\u{1b}[A", "<up>"), ("\u{1b}OB", "<down>"),
        ("\u{1b}[H", "<home>"), ("\u{1b}OF", "<end>"), ("\u{1b}[5~", "<pageup>"),
        ("\u{1b}[6~", "<pagedown>"), ("\u{1b}[3~", "<delete>"), ("\u{1b}[2~", "<insert>"),
        ("\u{1b}[Z", "<S-tab>"), ("\u{1b}[1;5A", "<C-up>"), ("\u{1b}[1;2B", "<S-down>"),
        ("\u{1b}[1;3C", "<A-right>"), ("\u{1b}[1;6D", "<C-S-left>"), ("\u{1b}[3;3~", "<A-delete>"),
        ("\u{1b}[3;5~", "<C-delete>"), ("\u{1b}[5;2~", "<S-pageup>"),
        ("\u{1b}[6;7~", "<C-A-pagedown>"), ("\u{1b}OP", "<f1>"), ("\u{1b}[24~", "<f12>"),
        ("\u{1b}x", "<A-x>"), ("\u{1b}\r", "<A-enter>"), ("\u{1b}[", "<A-[>"),
        ("\u{1b}\u{1b}", "<esc> <esc>"), ("\u{1b}[106;5u", "<C-j>"),
        ("\u{1b}[27;5;13~", "<C-enter>"), ("gg\u{1b}[Bq", "g g <down> q"), ("<", "<lt>"),
        (" ", "<space>"), ("\u{1b}[99;99q\u{1b}[?1$yj", "j"), ("\u{1b}[1;1R", "<f3>"),
        ("\u{85}k", "k"), ("\u{1b}[12;40Rj", "j"), ("\u{1b}[113;1:1u\u{1b}[113;1:3uj", "q j"),
        ("\u{1b}[1;1:3Aj", "j"),
      ])
    func keys(bytes: String, notation: String) throws {
      let pty = try PseudoTerminal()
      let terminal = try NcursesTerminal(pty)
      pty.type(bytes)
      let expected = try notation.split(separator: " ").map {
        try #require(Key(notation: String($0)))
      }
      #expect(terminal.read(atLeast: expected.count) == expected.map { .key($0) })
      terminal.close()
    }

    @Test("on a VT100 the arrows are arrows, also as xterm sends them") func vt100() throws {
      let pty = try PseudoTerminal()
      let terminal = try NcursesTerminal(pty, ["TERM": "vt100"])
      pty.type("\u{1b}OA\u{1b}[B\u{1b}[5~j")
      #expect(
        terminal.read(atLeast: 4)
          == [Key(.up), Key(.down), Key(.pageUp), Key(.character("j"))].map { .key($0) })
      terminal.close()
    }

    @Test(
      "the mouse is read in decimal",
      arguments: [
        ("\u{1b}[<0;1;1M", MouseEvent(.press, at: Point(column: 0, row: 0))),
        ("\u{1b}[<0;300;50m", MouseEvent(.release, at: Point(column: 299, row: 49))),
        ("\u{1b}[<32;10;5M", MouseEvent(.drag, at: Point(column: 9, row: 4))),
        ("\u{1b}[<64;10;5M", MouseEvent(.wheelUp, at: Point(column: 9, row: 4))),
        ("\u{1b}[<65;10;5M", MouseEvent(.wheelDown, at: Point(column: 9, row: 4))),
        ("\u{1b}[<20;3;4M", MouseEvent(.press, at: Point(column: 2, row: 3))),
        ("\u{1b}[M !!\u{1b}[<0;1;2M", MouseEvent(.press, at: Point(column: 0, row: 1))),
      ])
    func mouse(bytes: String, event: MouseEvent) throws {
      let pty = try PseudoTerminal()
      let terminal = try NcursesTerminal(pty)
      pty.type(bytes + "j")
      #expect(terminal.read(atLeast: 2) == [.mouse(event), .key(Key(.character("j")))])
      terminal.close()
    }

    @Test("what is pasted is text and no keys, whatever is in it") func paste() throws {
      let pty = try PseudoTerminal()
      let terminal = try NcursesTerminal(pty)
      pty.type("a\u{1b}[200~dd\r\nq\tü\u{1b}[A\u{1b}OB\u{3}\u{1b}[31m日\r\u{1b}[201~b")
      #expect(
        terminal.read(atLeast: 3) == [
          .key(Key(.character("a"))), .paste("dd\nq\tü日\n"), .key(Key(.character("b"))),
        ])
      terminal.close()
    }

    @Test("a character that comes byte by byte is one character, wherever it is cut")
    func bytewise() throws {
      let pty = try PseudoTerminal()
      let terminal = try NcursesTerminal(pty)
      for text in ["é", "日", "😀", "é日😀é"] {
        let bytes = Array(text.utf8)
        for cut in 1..<bytes.count {
          pty.type(Array(bytes[..<cut]))
          _ = Poller(descriptors: [terminal.inputDescriptor]).wait(milliseconds: nil)
          var events = terminal.readInput()
          pty.type(Array(bytes[cut...]))
          events += terminal.read(atLeast: text.count - events.count)
          #expect(events == text.map { .key(Key(.character($0))) }, "\(text) cut at \(cut)")
        }
      }
      terminal.close()
    }

    @Test("bytes that are no UTF-8 are passed over") func invalid() throws {
      let pty = try PseudoTerminal()
      let terminal = try NcursesTerminal(pty)
      pty.type([0x6a, 0xff, 0xfe, 0xc3, 0x28])
      let first = terminal.read(atLeast: 1)
      #expect(first.first == .key(Key(.character("j"))))
      _ = Poller(descriptors: [terminal.inputDescriptor]).wait(milliseconds: 0)
      _ = terminal.readInput()
      pty.type("k")
      #expect(terminal.read(atLeast: 1).last == .key(Key(.character("k"))))
      terminal.close()
    }
  }
}

/// How input is parsed from what curses reads, without a terminal.
@Suite("Input sequences") struct InputReaderTests {
  private func tokens(_ text: String) -> [InputToken] {
    text.unicodeScalars.map { .scalar($0.value) }
  }

  private func key(_ character: Character) -> InputEvent { .key(Key(.character(character))) }

  @Test("a sequence may come in pieces; none of them is a key") func pieces() {
    let whole = "\u{1b}[<0;12;7M\u{1b}]11;rgb:0/0/0\u{1b}\\\u{1b}[200~paste\u{1b}[201~"
    for cut in 1..<whole.unicodeScalars.count {
      let scalars = tokens(whole)
      var reader = InputReader()
      // Input that arrives in time is still one sequence; a key already recognized stays a key.
      if scalars[cut - 1] == .scalar(0x5d) || scalars[cut] == .scalar(0x5d) { continue }
      var events = reader.take(Array(scalars[..<cut]), milliseconds: 0).events
      events += reader.take(Array(scalars[cut...]), milliseconds: 20).events
      let keys: [InputEvent] = [.key(Key(.escape)), .key(Key(.character("["), .alt))]
      events.removeAll { keys.contains($0) }
      #expect(
        events == [.mouse(MouseEvent(.press, at: Point(column: 11, row: 6))), .paste("paste")],
        "cut at \(cut)")
    }
  }

  @Test(
    "Esc that came by itself and a key behind it are two keys, also where both are read at once")
  func apart() {
    let (escape, alt) = (InputEvent.key(Key(.escape)), InputEvent.key(Key(.character("k"), .alt)))
    var reader = InputReader()
    func take(_ text: String, _ isFirstAlone: Bool) -> [InputEvent] {
      reader.take(tokens(text), milliseconds: 0, isFirstAlone: isFirstAlone).events
    }
    #expect(take("\u{1b}k", true) == [escape, key("k")])
    #expect(take("\u{1b}k", false) == [alt])
    #expect(take("\u{1b}", true) == [escape])
    #expect(take("k", true) == [key("k")])
    // A key split in transit is still one key.
    #expect(take("\u{1b}[A", true) == [.key(Key(.up))])
  }

  @Test("keys typed at once behind Esc are no rest of a sequence") func notCut() {
    for typed in ["[[", "]]", "[q", "gg", "[", "O"] {
      var reader = InputReader()
      var events = reader.take(tokens("\u{1b}"), milliseconds: 0).events
      events += reader.take(tokens(typed), milliseconds: 50).events
      #expect(events == [.key(Key(.escape))] + typed.map(key), "\(typed)")
    }
  }

  @Test("an arrow that comes in pieces is an arrow, or Esc and an arrow, and no letter")
  func cutArrow() {
    for (sequence, arrow) in [
      ("\u{1b}OA", Key(.up)), ("\u{1b}[B", Key(.down)), ("\u{1b}[D", Key(.left)),
    ] {
      let whole = tokens(sequence)
      var reader = InputReader()
      #expect(reader.take([whole[0]], milliseconds: 0).events == [.key(Key(.escape))])
      #expect(reader.take(Array(whole[1...]), milliseconds: 50).events == [.key(arrow)])
    }
    var reader = InputReader()
    #expect(reader.take(tokens("\u{1b}["), milliseconds: 0).events.count == 1)
    #expect(reader.take(tokens("D"), milliseconds: 50).events == [.key(Key(.left))])
  }

  /// Terminal replies and reports, and output that programs may make a terminal echo.
  private static let answers = [
    "\u{1b}P>|touch FILE\u{1b}\\", "\u{1b}P1$r0m\u{1b}\\", "\u{1b}P1+r544e=787465726d\u{1b}\\",
    "\u{1b}P!|7E565445\u{1b}\\", "\u{1b}Pdd\u{7}ee\u{1b}\\", "\u{1b}^dad\u{1b}\\",
    "\u{1b}Xdad\u{1b}\\", "\u{1b}_Gi=31;OK\u{1b}\\", "\u{1b}_dad\u{1b}\\",
    "\u{1b}]11;rgb:0/0/0\u{1b}\\", "\u{1b}]52;c;ZGFk\u{7}", "\u{90}>|dad\u{9c}",
    "\u{9d}11;rgb:0/0/0\u{9c}", "\u{9b}?62;4c", "\u{1b}[?62;4c", "\u{1b}[12;40R",
    "\u{1b}[?2026;2$y", "\u{1b}[8;24;80t", "\u{1b}[0n",
  ]

  @Test("a reply is no key, wherever it is cut and however late its rest comes", arguments: answers)
  func replies(reply: String) {
    let whole = tokens(reply)
    for cut in 1...whole.count {
      for gap in [0, 20, 900, 5000] {
        // The start of input does not yet show what it is.
        let isKnown = !(whole[0] == .scalar(0x1b) && cut <= 2)
        guard gap <= InputReader.maxGap || isKnown else { continue }
        var reader = InputReader()
        let first = reader.take(Array(whole[..<cut]), milliseconds: 0).events
        #expect(!isKnown || first.allSatisfy { $0 == .key(Key(.function(3))) }, "cut at \(cut)")
        let rest = Array(whole[cut...])
        let later = reader.take(rest, milliseconds: gap).events
        // Rows and columns look like a function key.
        let isOneLetter = rest.count == 1 && !isKnown
        #expect(
          isOneLetter || later.allSatisfy { $0 == .key(Key(.function(3))) },
          "cut at \(cut), \(gap) ms later: \(later)")
        #expect(reader.take(tokens("j"), milliseconds: 10_000).events == [key("j")])
      }
    }
  }

  @Test("a sequence that never ends does not swallow keys for long; of a string a key is the end")
  func unended() {
    let strings = ["\u{1b}P>|dad", "\u{1b}]11;rgb", "\u{1b}_dad", "\u{1b}^dad", "\u{1b}Xdad"]
    for begun in strings + ["\u{1b}[1;", "\u{1b}[Mx"] {
      var reader = InputReader()
      #expect(reader.take(tokens(begun), milliseconds: 0).events.isEmpty)
      let late = InputReader.maxGap + 1
      #expect(reader.take(tokens("j"), milliseconds: late).events == [key("j")])
    }
    for begun in strings {
      var reader = InputReader()
      #expect(reader.take(tokens(begun + "\u{1b}[A"), milliseconds: 0).events == [.key(Key(.up))])
    }
  }

  @Test("Alt with a letter that strings of a terminal begin with is a key") func alt() {
    for letter in "PX]^_" {
      var reader = InputReader()
      let events = reader.take(tokens("\u{1b}\(letter)"), milliseconds: 0).events
      #expect(events == [.key(Key(.character(letter), .alt))])
      #expect(reader.take(tokens("j"), milliseconds: 50).events == [key("j")])
    }
  }

  @Test("an answer inside of a paste counts for nothing, and swallows no part of it")
  func pastedAnswer() {
    var reader = InputReader()
    for inside in ["\u{1b}]11;rgb:0/0/0\u{1b}\\", "\u{1b}_Gx"] {
      let input = reader.take(tokens("\u{1b}[200~a\(inside)b\u{1b}[201~j"), milliseconds: 0)
      #expect(input.isBackgroundDark == nil)
      guard case .paste(let text)? = input.events.first else {
        Issue.record("\(input.events)")
        continue
      }
      #expect(text.hasPrefix("a") && text.hasSuffix("b"))
      #expect(input.events.dropFirst() == [key("j")])
    }
  }

  @Test("a paste that never ends is over when nothing more comes") func unendedPaste() {
    var reader = InputReader()
    #expect(reader.take(tokens("\u{1b}[200~abc"), milliseconds: 0).events.isEmpty)
    #expect(reader.take(tokens("d"), milliseconds: 1000).events.isEmpty)
    let late = 1001 + InputReader.maxPause
    #expect(reader.take(tokens("j"), milliseconds: late).events == [.paste("abcd"), key("j")])
  }

  @Test("a paste of five million characters comes in pieces of any length, bounded, and ends")
  func hugePaste() {
    // The pieces end after each of the last characters; the longest arrives slowly.
    for cut in 1...7 {
      let text = String(repeating: "0123456789", count: cut == 1 ? 500_000 : 110_000)
      let whole = tokens("\u{1b}[200~" + text + "\u{1b}[201~j")
      var reader = InputReader()
      var events: [InputEvent] = []
      var rest = whole[...]
      while rest.count > cut {
        let count = min(1 << 16, rest.count - cut)
        events += reader.take(Array(rest.prefix(count)), milliseconds: 0).events
        rest = rest.dropFirst(count)
      }
      events += reader.take(Array(rest), milliseconds: 1).events
      guard case .paste(let text)? = events.first else {
        Issue.record("no paste, cut \(cut) before the end")
        continue
      }
      #expect(text.utf8.count == InputReader.maxPasteSize)
      #expect(events.dropFirst() == [key("j")])
    }
  }

  @Test("buttons beside the first mean nothing, nor does moving without one") func otherButtons() {
    var reader = InputReader()
    let reports = [
      "<1;3;4M", "<2;3;4M", "<2;3;4m", "<33;3;4M", "<35;3;4M", "<66;3;4M", "<0;0;4M", "<0;3M",
    ]
    for report in reports {
      #expect(reader.take(tokens("\u{1b}[" + report), milliseconds: 0).events.isEmpty, "\(report)")
    }
  }

  @Test("two clicks on a cell in time are a double click, and a third is a click again")
  func doubleClick() {
    let press = "\u{1b}[<0;5;5M\u{1b}[<0;5;5m"
    func kinds(_ times: [Int]) -> [MouseEvent.Kind] {
      var reader = InputReader()
      return times.flatMap { reader.take(tokens(press), milliseconds: $0).events }.compactMap {
        if case .mouse(let mouse) = $0, mouse.kind != .release { mouse.kind } else { nil }
      }
    }
    #expect(kinds([0, 200]) == [.press, .doubleClick])
    #expect(kinds([0, 200, 300]) == [.press, .doubleClick, .press])
    #expect(kinds([0, 200 + InputReader.doubleClick]) == [.press, .press])
  }

  @Test("random bytes never trap, and never keep what comes later", arguments: 0..<200)
  func fuzz(seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    func next() -> UInt32 { UInt32(truncatingIfNeeded: random.next() >> 33) }
    let pool: [UInt32] = [
      0x1b, 0x5b, 0x5d, 0x3c, 0x3b, 0x4d, 0x6d, 0x7e, 0x30, 0x32, 0x31, 0x39, 0x4f, 0x07,
    ]
    var reader = InputReader()
    var now = 0
    for _ in 0..<50 {
      let tokens = (0..<Int(next() % 40)).map { _ -> InputToken in
        switch next() % 8 {
        case 0: .code(Int32(bitPattern: next() % 800))
        case 1: .scalar(next() % 0x120000)
        default: .scalar(pool[Int(next()) % pool.count])
        }
      }
      now += Int(next() % 300)
      _ = reader.take(tokens, milliseconds: now)
    }
    now += InputReader.maxPause + 1
    #expect(reader.take(tokens("j"), milliseconds: now).events.last == key("j"))
  }
}
