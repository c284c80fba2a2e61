import ArticleStore
import ReadingList
import Testing

@Suite("A record")
struct RecordTests {
  private let scratch = Scratch()

  /// Everything a record can hold, as another version of this format wrote it.
  static let full = """
    {
      "format": 1,
      "id": "2de7fcd2c9bd6aaf2cd0",
      "url": "https://example.com/full?utm_source=x",
      "canonicalURL": "https://example.com/full",
      "finalURL": "https://www.example.com/full/",
      "pageURL": "https://example.com/p/1",
      "otherURLs": [
        "https://example.org/copy"
      ],
      "title": "A \\"full\\" one\\nwith two lines",
      "isTitleEdited": true,
      "pageTitle": "The page's",
      "author": "Añó",
      "site": "Example",
      "language": "en",
      "direction": "rtl",
      "pageKind": "recipe",
      "excerpt": "Words.",
      "image": "https://example.com/i.png",
      "publishedAt": "2026-01-01T00:00:00Z",
      "savedAt": "2026-01-02T03:04:05.678Z",
      "wordCount": 1234,
      "tags": [
        "b",
        "a"
      ],
      "isFavorite": true,
      "isArchived": false,
      "isDeleted": false,
      "mergedInto": "0123456789abcdef0123",
      "fetch": {
        "state": "suspect",
        "reason": "too short"
      },
      "fetchedAt": "2026-01-02T03:04:06Z",
      "attempts": 2,
      "retryAt": "2026-01-03T00:00:00Z",
      "etag": "\\"x\\"",
      "lastModified": "Thu, 01 Jan 2026 00:00:00 GMT",
      "bodyHash": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      "via": "browser",
      "position": {
        "block": 3,
        "offset": 14
      },
      "progress": 42,
      "readAt": "2026-01-04T00:00:00Z",
      "highlights": [
        {
          "id": "h1",
          "quote": "q",
          "start": {
            "block": 1,
            "offset": 2
          },
          "end": {
            "block": 1,
            "offset": 9
          },
          "note": "n",
          "createdAt": "2026-01-04T00:00:00Z",
          "changedAt": "2026-01-05T00:00:00Z",
          "shade": "green"
        }
      ],
      "note": "my note",
      "changed": {
        "isFavorite": "2026-01-04T00:00:00Z",
        "tags/gone": "2026-01-03T00:00:00Z"
      },
      "overruled": [
        {
          "field": "highlights/h 1",
          "text": "what was written elsewhere",
          "at": "2026-01-03T00:00:00Z"
        }
      ],
      "replaced": [
        "title 2026-01-03T00:00:00.001Z"
      ],
      "lastPurgedAt": "2026-01-01T00:00:00Z",
      "mood": {
        "deep": [
          1.50,
          null
        ]
      },
      "zeta": 1e3
    }

    """

  private func placed(_ text: String, url: String = "https://example.com/full") throws -> Library {
    let library = try scratch.open()
    _ = try library.add([try article(url)], at: at(0))
    Scratch.write(text, to: scratch.file(ArticleID(canonicalURL: url)))
    return library
  }

  private var id: ArticleID { ArticleID(canonicalURL: "https://example.com/full") }

  private var text: String {
    Self.full.replacingID(with: id.text)
  }

  @Test("is read whole and written back byte for byte")
  func roundTrip() throws {
    let found = try ArticleRecord.article(parsing: text)
    #expect(found.title == "A \"full\" one\nwith two lines")
    #expect(found.highlights.first?.end == ReadingPosition(block: 1, offset: 9))
    #expect(found.changed["tags/gone"] == Timestamp(rfc3339: "2026-01-03T00:00:00Z"))
    #expect(found.unknown.map(\.key) == ["mood", "zeta"])
    let library = try placed(text)
    _ = try library.apply(.note("other"), to: [id], at: at(0))
    _ = try library.apply(.note("my note"), to: [id], at: at(1))
    let changed = Scratch.text(scratch.file(id)) ?? ""
    // Only the note's times are new; all else, spelling and unknown keys included, is as it was.
    let expected = text.replacingFirst(
      "    \"tags/gone\"",
      with: "    \"note\": \"\(at(1).rfc3339)\",\n    \"tags/gone\""
    )
    .replacingFirst(
      "    \"title 2026",
      with: "    \"note 2026-01-02T03:04:05.677Z\",\n    \"title 2026"
    )
    .replacingFirst(
      ".001Z\"\n",
      with: ".001Z\",\n    \"note \(at(0).rfc3339)\"\n"
    )
    #expect(changed == expected)
  }

  @Test(
    "with a value of the wrong type says what it must be",
    arguments: [
      ("\"wordCount\": 1234", "\"wordCount\": \"x\"", "wordCount must be a number"),
      ("\"tags\": [\n    \"b\",", "\"tags\": [\n    5,", "tags must be a list of strings"),
      ("\"fetch\": {", "\"fetch\": 5, \"other\": {", "fetch must be an object"),
    ]
  )
  func wrongType(good: String, bad: String, words: String) throws {
    let odd = text.replacingFirst(good, with: bad)
    #expect(odd != text)
    let error = #expect(throws: StoreError.self) { try ArticleRecord.article(parsing: odd) }
    #expect(error?.message.contains(words) == true)
  }

  @Test("keeps what a newer version wrote inside a highlight when the highlight changes")
  func nestedUnknown() throws {
    let library = try placed(text)
    var highlights = try #require(try library.article(id)).highlights
    highlights[0].note = "longer"
    _ = try library.apply(.highlights(highlights), to: [id], at: at(0))
    #expect(Scratch.text(scratch.file(id))?.contains("\"shade\": \"green\"") == true)
    #expect(Scratch.text(scratch.file(id))?.contains("\"note\": \"longer\"") == true)
  }

  @Test("keeps of a highlight what it was made with, and needs no more than its quotation")
  func highlightParts() throws {
    let library = try placed(text)
    let full = Highlight(
      id: "full",
      quote: "q \u{1b}[31m\n",
      prefix: "p",
      suffix: "s",
      start: ReadingPosition(block: 1, offset: 2),
      end: ReadingPosition(block: 2, offset: 0),
      color: .pink,
      note: "n",
      createdAt: at(1),
      changedAt: at(2)
    )
    let bare = Highlight(id: "bare", quote: "q", createdAt: at(1), changedAt: at(1))
    _ = try library.apply(.highlights([full, bare]), to: [id], at: at(3))
    let again = try scratch.open().article(id)
    #expect(again?.highlights.prefix(2) == [full, bare])
    // Back in the color that needs no word, nothing of the other stays.
    var plain = full
    plain.color = .yellow
    plain.prefix = ""
    _ = try library.apply(.highlight(plain), to: [id], at: at(4))
    #expect(try scratch.open().article(id)?.highlights.first?.color == .yellow)
    #expect(try scratch.open().article(id)?.highlights.first?.prefix == "")
    #expect(Scratch.text(scratch.file(id))?.contains("pink") == false)
  }

  @Test("with metadata that are too long is shown with short ones and keeps them on disk")
  func longMetadata() throws {
    let long = String(repeating: "long \u{200b}", count: 1000)
    let longText = text.replacingFirst("A \\\"full\\\" one\\nwith two lines", with: long)
      .replacingFirst("Words.", with: long)
    let library = try placed(longText)
    let found = try #require(try library.article(id))
    #expect(found.title.count == MetadataLength.title.characters && found.title.hasSuffix("…"))
    #expect(found.excerpt?.count == MetadataLength.excerpt.characters)
    let list = library.recheck()
    #expect(list.row(of: id).map { list[$0].title } == found.title)
    _ = try library.apply(.note("other"), to: [id], at: at(0))
    _ = try library.apply(.note("my note"), to: [id], at: at(1))
    let kept = try JSON(parsing: Scratch.text(scratch.file(id)) ?? "")
    #expect(kept["title"]?.string == long && kept["excerpt"]?.string == long)
    _ = try library.apply(.title("Short"), to: [id], at: at(2))
    let edited = try JSON(parsing: Scratch.text(scratch.file(id)) ?? "")
    #expect(edited["title"]?.string == "Short" && edited["excerpt"]?.string == long)
  }

  @Test("keeps unknown keys through every kind of writing")
  func unknownKeys() throws {
    let library = try placed(text)
    let receipt = try library.apply(.archive(true), to: [id], at: at(0))
    _ = try library.revert(receipt, at: at(1))
    _ = try library.saveFetched(id, at: at(2), body: "x") { $0.author = nil }
    let json = try JSON(parsing: Scratch.text(scratch.file(id)) ?? "")
    #expect(json["mood"] == (try JSON(parsing: "{\"deep\": [1.50, null]}")))
    #expect(json["zeta"] == .number("1e3"))
    #expect(json["author"] == nil)
  }

  @Test("documents every key it writes, in the order it writes them")
  func documented() throws {
    let json = ArticleRecord.json(of: try ArticleRecord.article(parsing: text))
    let known = RecordKey.leading.map(\.name) + RecordKey.all.map(\.name)
    let written = json.members?.map(\.key) ?? []
    #expect(written == known + ["mood", "zeta"])
  }

  @Test(
    "that cannot be understood is left alone, counted and named",
    arguments: [
      "", "{", "garbage", "[]", "{}", "<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> other\n",
      "\u{0}\u{0}",
      "{\"format\": 1, \"id\": \"00000000000000000000\"}",
      "{\"format\": 0}", "FORMAT-ONLY", "WRONG-TAGS", "WRONG-TIME", "WRONG-URL", "WRONG-FETCH",
    ]
  )
  func damaged(kind: String) throws {
    let bad =
      switch kind {
      case "FORMAT-ONLY": "{\"format\": 1, \"id\": \"\(id.text)\"}"
      case "WRONG-TAGS": text.replacingFirst("\"b\",", with: "1,")
      case "WRONG-TIME": text.replacingFirst("2026-01-02T03:04:05.678Z", with: "yesterday")
      case "WRONG-URL":
        text.replacingFirst("\"https://example.com/full\"", with: "\"https://x.org/\"")
      case "WRONG-FETCH": text.replacingFirst("suspect", with: "dreaming")
      default: kind
      }
    let library = try placed(bad)
    let other = try article("https://example.com/other")
    _ = try library.add([other], at: at(0))
    let list = library.snapshot()
    #expect(list.counts.unreadable == 1)
    #expect(list.count(of: .everything) == 1)
    #expect(throws: StoreError.self) { try library.article(id) }
    let error = #expect(throws: StoreError.self) {
      try library.add([try article("https://example.com/full")], at: at(1))
    }
    #expect(error?.kind == .damaged)
    #expect(error?.message.contains("luego doctor") == true)
    let receipt = try library.apply(
      .archive(true),
      to: [id, other.id],
      at: at(1)
    )
    #expect(receipt.failures.map(\.id) == [id])
    #expect(receipt.changed == [other.id])
    #expect(throws: StoreError.self) { _ = try library.purge([id], at: at(2)) }
    #expect(Scratch.text(scratch.file(id)) == bad)
    // Still counted by a process that finds it in the cache, and well again once it is mended.
    #expect(try scratch.open().snapshot().counts.unreadable == 1)
    Scratch.write(text, to: scratch.file(id))
    #expect(library.recheck().counts.unreadable == 0)
    #expect(library.recheck().count(of: .everything) == 2)
  }

  @Test("of a newer format is shown and not changed")
  func newer() throws {
    let newer = text.replacingFirst("\"format\": 1", with: "\"format\": 2")
    let library = try placed(newer)
    #expect(library.recheck().count(of: .everything) == 1)
    let receipt = try library.apply(.archive(true), to: [id], at: at(0))
    #expect(receipt.failures.map(\.error.kind) == [.newerFormat])
    let error = #expect(throws: StoreError.self) {
      try library.saveFetched(id, at: at(0), body: "text") { $0.title = "x" }
    }
    #expect(error?.kind == .newerFormat)
    #expect(Scratch.text(scratch.file(id)) == newer)
    #expect(try library.body(of: id) == nil)
  }

  @Test("that is a pipe or a directory is counted and does not make anybody wait")
  func notFiles() throws {
    let library = try scratch.open()
    let articles = try (0..<2).map { try article("https://example.com/\($0)") }
    _ = try library.add(articles, at: at(0))
    for (kind, one) in zip(["pipe", "directory"], articles) {
      Scratch.remove(scratch.file(one.id))
      Scratch.makeSpecial(kind, at: scratch.file(one.id))
    }
    #expect(library.snapshot().counts.unreadable == 2)
    #expect(throws: StoreError.self) { try library.article(articles[0].id) }
  }

  @Test("that is damaged keeps nothing else from being saved in the same go")
  func damagedAmongOthers() throws {
    let library = try scratch.open()
    let articles = try (0..<4).map { try article("https://example.com/\($0)") }
    _ = try library.add([articles[1]], at: at(0))
    Scratch.write("garbage", to: scratch.file(articles[1].id))
    let additions = try library.add(articles, at: at(1))
    #expect(additions.map { $0.error?.kind } == [nil, .damaged, nil, nil])
    #expect(try library.article(articles[3].id) != nil)
    #expect(Scratch.text(scratch.file(articles[1].id)) == "garbage")
    #expect(throws: StoreError.self) { try library.add([articles[1]], at: at(1)) }
  }

  @Test("is private to its owner, and so is everything around it")
  func permissions() throws {
    let library = try scratch.open()
    let new = try article("https://example.com/a")
    _ = try library.add([new], at: at(0))
    _ = try library.saveFetched(new.id, at: at(0), body: "x") { _ in }
    _ = library.snapshot()
    for directory in [
      scratch.library, scratch.library + "/articles/" + new.id.shard, scratch.cache,
    ] {
      #expect(Scratch.mode(directory) == 0o700)
    }
    for file in [scratch.file(new.id), scratch.body(new.id), scratch.library + "/library.json"] {
      #expect(Scratch.mode(file) == 0o600)
    }
  }
}

extension String {
  func replacingID(with id: String) -> String {
    replacingFirst("2de7fcd2c9bd6aaf2cd0", with: id)
  }

  func replacingFirst(_ part: String, with other: String) -> String {
    guard let range = firstRange(of: part) else { return self }
    return String(self[..<range.lowerBound]) + other + self[range.upperBound...]
  }
}
