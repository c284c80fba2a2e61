import Terminal
import Testing

/// Texts of many scripts, for tests that must hold for all of them.
let awkwardTexts = [
  "", " ", "plain words", "日本語のテキスト、です。", "한국어 텍스트", "e\u{301}o\u{308}\u{323}", "👨‍👩‍👧‍👦 family", "🇩🇪🇫🇷",
  "❤️ heart", "1️⃣#️⃣", "👍🏽", "हिन्दी क्षत्रिय", "กำลังใจ", "שלום עולם", "مرحبا بالعالم",
  "a\u{200b}b\u{200d}c\u{2060}d\u{feff}", "z\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}x",
  "\u{302}", "ﾊﾝｶｸ ﾞ", "𝒳𝒴", "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
  "ᄒ\u{1161}ᆫ", "䷀䷁", "\u{1f1e6}", "\u{202e}evil\u{202c}", "tab\tand\nline\r\nends",
  "\u{1b}[31mred\u{1b}[0m", "\u{9b}2J", "\u{0}\u{7f}\u{85}", "👁‍🗨", "\u{600}12", "Ａ１", "\u{10fffd}",
]

@Suite("Text width") struct TextWidthTests {
  @Test(
    "clusters take the columns that terminals give them",
    arguments: [
      ("a", 1), ("é", 1), ("e\u{301}", 1), ("中", 2), ("ｱ", 1), ("Ａ", 2), ("한", 2),
      ("\u{1112}\u{1161}\u{11ab}", 2), ("😀", 2), ("👨‍👩‍👧", 2), ("👍🏽", 2), ("🇩🇪", 2), ("\u{1f1e9}", 1),
      ("❤", 1), ("❤️", 2), ("1️⃣", 2), ("\u{301}", 0), ("\u{200b}", 0), ("\u{ad}", 0), ("\u{7}", 0),
      ("\u{85}", 0), ("䷀", 2), ("कि", 2), ("กำ", 2), ("\u{3099}", 0), ("…", 1), ("│", 1), ("", 0),
    ])
  func widths(text: String, width: Int) { #expect(text.displayWidth == width) }

  @Test("truncation never exceeds its width, and keeps what fits", arguments: awkwardTexts)
  func truncation(text: String) {
    for width in 0...12 {
      for ellipsis in ["", "…", "..."] {
        let cut = text.truncated(toWidth: width, ellipsis: ellipsis)
        #expect(cut.displayWidth <= width)
        if text.displayWidth <= width { #expect(cut == text) }
      }
    }
  }

  @Test("what is cut off is marked") func marked() {
    #expect("abcdef".truncated(toWidth: 4, ellipsis: "…") == "abc…")
    #expect("日本語".truncated(toWidth: 4, ellipsis: "…") == "日…")
    #expect("abcdef".truncated(toWidth: 6, ellipsis: "…") == "abcdef")
    #expect("abcdef".truncated(toWidth: 2, ellipsis: "...") == "")
  }
}

@Suite("Wrapping of interface texts") struct WrappingTests {
  @Test("no line exceeds the width, and nothing but white space is lost", arguments: awkwardTexts)
  func bounded(text: String) {
    for width in 2...30 {
      let lines = text.wrapped(toWidth: width)
      for line in lines where line.count > 1 { #expect(line.displayWidth <= width) }
      let kept = lines.joined().filter { !$0.isWhitespace }
      #expect(kept == text.filter { !$0.isWhitespace })
    }
  }

  @Test("words go to the next line whole") func words() {
    #expect("one two three".wrapped(toWidth: 8) == ["one two", "three"])
    #expect("abcdefgh ij".wrapped(toWidth: 3) == ["abc", "def", "gh", "ij"])
    #expect("x".wrapped(toWidth: 0).isEmpty)
  }
}
