import ReadingList
import Testing

@Suite("JSON") struct JSONTests {
  @Test(
    "comes back as it was, spelling of numbers and order of keys included",
    arguments: [
      "null", "true", "false", "0", "-0", "1.50", "1e3", "-1.5E+10", "\"\"",
      "\"a\\\"b\\\\c\\n\\t\\r\"", "[]", "{}", "[1,[2,[3]]]",
      "{\"b\":1,\"a\":{\"c\":null},\"b2\":[]}", "\"\u{1F600}é日本\"", "\"\\u0000\\u001f\\u007f\"",
      "123456789012345678901234567890",
    ])
  func compact(text: String) throws { #expect(try JSON(parsing: text).compact == text) }

  @Test("is printed with two spaces a level and a line feed at the end") func pretty() throws {
    let json = try JSON(parsing: "{\"a\":[1,{\"b\":[]}],\"c\":{}}")
    #expect(
      json.pretty == "{\n  \"a\": [\n    1,\n    {\n      \"b\": []\n    }\n  ],\n  \"c\": {}\n}\n")
    #expect(try JSON(parsing: json.pretty) == json)
  }

  @Test(
    "escapes are understood, lone halves of pairs become U+FFFD",
    arguments: [
      ("\"\\u00e9\"", "é"), ("\"\\ud83d\\ude00\"", "😀"), ("\"\\ud83d\"", "\u{fffd}"),
      ("\"\\ude00x\"", "\u{fffd}x"), ("\"\\ud83d\\u0041\"", "\u{fffd}A"),
      ("\"\\/\\b\\f\"", "/\u{8}\u{c}"), ("\"\\ud83d\\", nil),
    ] as [(String, String?)])
  func escapes(text: String, value: String?) {
    #expect((try? JSON(parsing: text))?.string == value)
  }

  @Test(
    "is refused where it is none",
    arguments: [
      "", " ", "{", "[", "[1,", "[1,]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "01", "1.",
      ".5", "+1", "1e", "--1", "nul", "True", "\"", "\"\\x\"", "\"\\u12\"", "\"a\nb\"", "1 2",
      "[1 2]", "{\"a\":1 \"b\":2}", "'a'", "NaN", "// x\n1",
    ])
  func refused(text: String) { #expect(throws: JSON.ParseError.self) { try JSON(parsing: text) } }

  @Test("nests as deep as it may and no deeper, however much there is") func nesting() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(throws: Never.self) { try JSON(parsing: nested(JSON.maxDepth)) }
    #expect(throws: JSON.ParseError.self) { try JSON(parsing: nested(JSON.maxDepth + 1)) }
    #expect(throws: JSON.ParseError.self) { try JSON(parsing: nested(1_000_000)) }
    #expect(throws: JSON.ParseError.self) {
      try JSON(parsing: String(repeating: "{\"a\":", count: 1_000_000))
    }
  }

  @Test("numbers become whole ones where they fit, and nil where they do not") func numbers() throws
  {
    #expect(try JSON(parsing: "12").int == 12)
    #expect(try JSON(parsing: "12.9").int == 12)
    #expect(try JSON(parsing: "-1e2").int == -100)
    #expect(try JSON(parsing: "1e400").int == nil)
    #expect(try JSON(parsing: "-1e30").int == nil)
    #expect(try JSON(parsing: "9223372036854775807").int == .max)
    #expect(try JSON(parsing: "\"1\"").int == nil)
    // The last value of a duplicate key wins.
    #expect(try JSON(parsing: "{\"a\":1,\"a\":2}")["a"]?.int == 2)
  }

  @Test("takes bytes that are not UTF-8 and a byte order mark") func encodings() throws {
    #expect(try JSON(parsing: [0x22, 0xff, 0xfe, 0x22]).string?.contains("\u{fffd}") == true)
    #expect(try JSON(parsing: [0xef, 0xbb, 0xbf, 0x31]).int == 1)
  }
}
