import Library
import ReadingList
@_spi(_Unicode) import Swift
import Testing

@Suite("Finding text") struct FindingTests {
  /// The folded words of each text in order, for a naive scan.
  private func words(_ text: String) -> [String] {
    Query.folded(text).split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  private func has(_ text: String, _ phrase: [String]) -> Bool {
    let words = words(text)
    guard words.count >= phrase.count else { return false }
    return (0...(words.count - phrase.count)).contains {
      Array(words[$0..<($0 + phrase.count)]) == phrase
    }
  }

  @Test("every exact match of a scan is found, and phrases match nothing else", arguments: 0..<4)
  func random(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    let vocabulary = [
      "the", "of", "a", "river", "rivers", "über", "naïve", "Łódź", "x", "1984", "don't", "Straße",
      "москва", "ΑΘΗΝΑ", "co-op",
    ]
    func text(_ most: Int) -> String {
      (0..<Int.random(in: 0...most, using: &random)).map { _ in
        vocabulary.randomElement(using: &random) ?? ""
      }.joined(separator: " ")
    }
    var documents: [Int: SearchDocument] = [:]
    let indexed = try Indexed()
    for _ in 0..<6 {
      let writer = try indexed.index.writer()
      for _ in 0..<40 {
        let number = Int.random(in: 0..<150, using: &random)
        if Int.random(in: 0..<4, using: &random) == 0 {
          documents[number] = nil
          indexed.library[id(number)] = nil
          try writer.remove(id(number))
        } else {
          let new = document(
            number, text(4), text(40),
            language: ["en", "de", ""].randomElement(using: &random) ?? "",
            stamp: UInt64.random(in: 0...UInt64.max, using: &random))
          documents[number] = new
          try indexed.put(new, writer)
        }
      }
      try writer.commit()
      let stamps = try indexed.index.stamps()
      #expect(stamps.map(\.id) == documents.values.map(\.id).sorted())
      #expect(Set(stamps.map(\.stamp)) == Set(documents.values.map(\.stamp)))
      for word in vocabulary {
        let found = try indexed.index.matches(.text(word))
        #expect(found == found.sorted())
        let phrase = words(word)
        let expected = documents.values.filter { has($0.title, phrase) || has($0.body, phrase) }
        #expect(Set(expected.map(\.id)).isSubset(of: found), "\(word)")
      }
      for _ in 0..<30 {
        let phrase = (0..<Int.random(in: 2...4, using: &random)).flatMap { _ in
          words(vocabulary.randomElement(using: &random) ?? "")
        }
        let expected = documents.values.filter { has($0.title, phrase) || has($0.body, phrase) }
          .map(\.id).sorted()
        let text = phrase.joined(separator: " ")
        #expect(try indexed.index.matches(.text(text)) == expected, "\(phrase)")
        let ranked = try indexed.index.best(.text(text), limit: 1000)
        #expect(ranked.sorted() == expected, "\(phrase)")
      }
    }
  }

  @Test(
    "a word is found in the forms that it has in a language of the library",
    arguments: [
      ("en", "runs", "running"), ("de", "Häuser", "Haus"), ("fr", "continuait", "continuer"),
      ("es", "libros", "libro"), ("it", "abbandonata", "abbandonati"),
      ("pt-BR", "quilométricas", "quilométricos"), ("nl", "lichamelijke", "lichamelijk"),
      ("sv", "jaktkarlarne", "jaktkarlar"), ("ru", "книги", "книга"), ("fi", "taloissa", "talot"),
      ("nb", "husene", "huset"), ("da", "husene", "huset"),
    ])
  func stems(language: String, typed: String, written: String) throws {
    let right = document(1, "", "\(written) x", language: language)
    let other = document(2, "", "\(written) x", language: language == "en" ? "de" : "en")
    let indexed = try Indexed([right, other])
    #expect(try indexed.index.matches(.text(typed)).contains(right.id))
    #expect(try indexed.index.matches(.text(written)) == [right.id, other.id].sorted())
  }

  @Test("what is typed without accents finds them, and the other way round") func accents() throws {
    let indexed = try Indexed([
      document(1, "Café crème", "L’été à Łódź"), document(2, "Cafe creme", "L'ete a Lodz"),
      document(3, "Cafe\u{301} cre\u{300}me"), document(4, "Tee"),
    ])
    for typed in ["cafe", "café", "CAFÉ", "cafe\u{301}", "creme"] {
      #expect(
        try indexed.index.matches(.text(typed)) == [id(1), id(2), id(3)].sorted(), "\(typed)")
    }
    #expect(try indexed.index.matches(.text("lodz")) == [id(1), id(2)].sorted())
  }

  @Test("scripts without spaces are found by any string of their letters") func unspaced() throws {
    let documents = [
      document(1, "日本語の文章", "改行、禁則「処理」も。"), document(2, "日本", "語文の章"),
      document(3, "ภาษาไทย", "การค้นหาข้อความ"), document(4, "한국어", "텍스트는 띄어쓰기를"),
      document(5, "Swift語", "mixed"),
    ]
    let indexed = try Indexed(documents)
    let expected: [(String, [Int])] = [
      ("日本語", [1]), ("本", [1, 2]), ("語の文", [1]), ("文章", [1]), ("処理", [1]), ("語文", [2]), ("日本章", []),
      ("ค้นหา", [3]), ("스트는", [4]), ("swift語", [5]), ("語", [1, 2, 5]),
    ]
    for (typed, numbers) in expected {
      #expect(try indexed.index.matches(.text(typed)) == numbers.map(id).sorted(), "\(typed)")
      #expect(
        try indexed.index.best(.prefix(typed), limit: 9).sorted()
          == numbers.map(id).sorted())
    }
  }

  @Test("a phrase is words one after another in one text, as they stand there")
  func phrases() throws {
    let indexed = try Indexed([
      document(1, "The slow web", "quick"), document(2, "slow", "web"),
      document(3, "", "the web is slow, slow. Web!"), document(4, "", "slow webs"),
      document(5) { $0.tags = ["slow", "web"] },
    ])
    #expect(try indexed.index.matches(.text("slow web")) == [id(1), id(3)].sorted())
    #expect(try indexed.index.matches(.text("web slow")) == [])
    #expect(try indexed.index.matches(.text("the slow web quick")) == [])
  }

  @Test(
    "signs are no matter, but for those after a single letter",
    arguments: [
      ("c++", [1]), ("c#", [2]), ("f#", [3]), ("c", [4, 8]), (".net", [5, 6, 7]),
      ("node.js", [9, 13]), ("asp.net", [6]), ("o_nonblock", [10]), ("std::vector", [11, 12]),
      ("std::vec", []), ("c:\\windows", [8]), ("vector", [11, 12]), ("node js", [9, 13]),
      ("well-known", [14, 15]), ("std::vector::size", [11]), ("x.y", []), ("c++11", [1]),
      ("a+b", [16]), ("b", [11, 14, 16]), ("python 3", [17]), ("lgbtq", [17]), ("lgbtq+", [17]),
    ] as [(String, [Int])])
  func signs(typed: String, numbers: [Int]) throws {
    let texts = [
      "C++11 and later", "(C#)", "F#, too", "C", "Use .NET here", "ASP.NET", "the net",
      "C:\\Windows\\x", "Node.js is", "open(O_NONBLOCK)", "a std::vector::size b", "std vector",
      "node js", "a well-known b", "well known", "a+b", "Python 3+, LGBTQ+",
    ]
    let indexed = try Indexed(texts.enumerated().map { document($0 + 1, "", $1) })
    #expect(try indexed.index.matches(.exact(typed)) == numbers.map(id).sorted())
    for number in numbers {
      let snippet = try indexed.index.snippets([id(number)], for: [.exact(typed)])
      #expect(snippet[id(number)]?.marks.isEmpty == false)
    }
  }

  @Test("while signs and phrases are typed, what begins so is found") func openPhrases() throws {
    let indexed = try Indexed([
      document(1, "", "C++ and node.js"), document(2, "", "std::vector<int>"),
      document(3, "", "a slow website"), document(4, "", "website, slow"),
      document(5, "", "c and node js"),
    ])
    for (typed, numbers) in [
      ("c+", [1]), ("node.j", [1, 5]), ("std::vec", [2]), ("slow web", [3]), ("a slow w", [3]),
      ("slow x", []), ("slow website", [3]),
    ] {
      let ids = numbers.map(id).sorted()
      #expect(try indexed.index.matches(.prefix(typed)) == ids, "\(typed)")
      #expect(try indexed.index.best(.prefix(typed), limit: 9) == ids, "\(typed)")
      for (_, snippet) in try indexed.index.snippets(ids, for: [.prefix(typed)]) {
        #expect(!snippet.marks.isEmpty, "\(typed)")
      }
    }
  }

  @Test("a phrase that many articles have is found in all, and the best ones come first")
  func manyPhrases() throws {
    let indexed = try Indexed(
      (1...300).map {
        document($0, $0 == 77 ? "old mill" : "", $0 % 2 == 0 ? "mill old" : "old mill")
      })
    let phrase = Query.Test.exact("old mill")
    #expect(try indexed.index.candidates(phrase).count == 300)
    let expected = (1...300).filter { $0 % 2 == 1 }.map(id)
    #expect(try indexed.index.best(phrase, limit: 10).first == id(77))
    #expect(try Set(indexed.index.best(phrase, limit: 200)) == Set(expected))
    #expect(try indexed.index.matches(phrase) == expected.sorted())
    let some = (1...20).map(id).sorted()
    #expect(try indexed.index.matches(phrase, among: some).count == 10)
  }

  @Test("a quoted word is just that word, and a part of words is found within them")
  func exact() throws {
    let indexed = try Indexed([
      document(1, "", "liked", language: "en"), document(2, "", "like", language: "en"),
      document(3, "", "unliked"),
    ])
    #expect(try indexed.index.matches(.exact("liked")) == [id(1)])
    #expect(try indexed.index.matches(.text("liked")).contains(id(2)))
    #expect(try indexed.index.matches(.part("like")) == [id(1), id(2), id(3)].sorted())
    #expect(try indexed.index.matches(.part("nlik")) == [id(3)])
    #expect(try indexed.index.matches(.prefix("liked")) == [id(1)])
  }

  @Test(
    "words of every script are found however they are composed",
    arguments: [
      ("Việt Nam", "viet"), ("Ελληνικά", "ελληνικα"), ("Ёлка", "елка"), ("Straße", "strasse"),
      ("Œuvre", "oeuvre"), ("مُحَمَّد", "محمد"), ("שָׁלוֹם", "שלום"), ("ﾌﾞﾗｳｻﾞ", "ブラウザ"), ("한국어", "한국"),
      ("ブラウザ", "ﾌﾞﾗｳ"), ("हिन्दी", "हिन्दी"),
    ])
  func scripts(text: String, typed: String) throws {
    func decomposed(_ text: String) -> String {
      var view = String.UnicodeScalarView()
      for scalar in text._nfd { view.append(scalar) }
      return String(view)
    }
    let indexed = try Indexed([document(1, "", text), document(2, "", decomposed(text))])
    for typed in [typed, decomposed(typed)] {
      #expect(try indexed.index.matches(.text(typed)) == [id(1), id(2)].sorted())
      for (_, snippet) in try indexed.index.snippets([id(1), id(2)], for: [.text(typed)]) {
        #expect(!snippet.marks.isEmpty)
      }
    }
  }

  @Test("the beginning of a word finds it, one letter and more", arguments: 1...9)
  func beginnings(length: Int) throws {
    let indexed = try Indexed([
      document(1, "Compilers"), document(2, "", "a compilation"), document(3, "", "computer"),
      document(4, "", "Čompiler"), document(5, "", "recompile"),
    ])
    let typed = String("compilers".prefix(length))
    let words = [1: "compilers", 2: "compilation", 3: "computer", 4: "compiler"]
    let expected = words.filter { $0.value.hasPrefix(typed) }.map { id($0.key) }.sorted()
    #expect(try indexed.index.best(.prefix(typed), limit: 9).sorted() == expected)
  }

  @Test("title, author, site, address, tags, note, highlights and text are all found")
  func fields() throws {
    let whole = document(1, "titular", "body") {
      ($0.author, $0.site, $0.url) = ("Ada Lovelace", "gazette", "https://example.com/slug")
      ($0.tags, $0.note, $0.highlights) = (["tagged/deep"], "remember", ["golden", "words"])
    }
    let indexed = try Indexed([whole, document(2, "other")])
    for word in [
      "titular", "lovelace", "gazette", "slug", "tagged", "deep", "remember", "golden", "words",
      "body", "ada lovelace",
    ] { #expect(try indexed.index.matches(.text(word)) == [id(1)], "\(word)") }
  }

  @Test("words without end, control bytes and empty articles are no problem")
  func strange() throws {
    let long = String(repeating: "a", count: 1 << 20)
    let indexed = try Indexed([
      document(1), document(2, long, long + " " + long), document(3, "\0\u{1}\u{7f}tab\u{9}bed"),
      document(4, "", String(repeating: "word ", count: 2 << 20) + "last"),
      document(5, String(repeating: "\u{301}", count: 1000), "\u{fffd}\u{10ffff}"),
    ])
    #expect(try indexed.index.stamps().count == 5)
    #expect(try indexed.index.matches(.text(long)) == [id(2)])
    #expect(try indexed.index.matches(.text("bed")) == [id(3)])
    #expect(try indexed.index.matches(.text("word")) == [id(4)])
    #expect(try indexed.index.matches(.text("last")) == [])
    #expect(try indexed.index.matches(.text("\u{301}")) == [])
    #expect(try indexed.index.matches(.text("")) == [])
    for typed in [long, "\0", "\"*NEAR(", "a AND", String(repeating: "word ", count: 200_000)] {
      _ = try indexed.index.matches(.text(typed))
      let terms = [.text(typed), .prefix(typed)] as [Query.Test]
      _ = try indexed.index.snippets(
        try indexed.index.ranked(terms, among: [id(2)], limit: 50), for: terms)
    }
  }

  @Test("nothing that is typed is a language of the index") func syntax() throws {
    let indexed = try Indexed([
      document(1, "near"), document(2, "title"), document(3, "or and not"),
    ])
    #expect(try indexed.index.matches(.text("near")) == [id(1)])
    #expect(try indexed.index.matches(.text("title:near")) == [])
    #expect(try indexed.index.matches(.text("or")) == [id(3)])
    #expect(try indexed.index.matches(.text("Sw*ift")) == [])
  }
}
