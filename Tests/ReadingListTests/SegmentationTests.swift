import ReadingList
import Testing

@Suite("Segmentation") struct SegmentationTests {
  private func parts(_ text: String, _ ends: [Int]) -> [String] {
    let bytes = Array(text.utf8)
    var start = 0
    return ends.map { end in
      defer { start = end }
      return String(decoding: bytes[start..<end], as: UTF8.self)
    }
  }

  @Test("lines end where Unicode lets them, in scripts without spaces between words") func lines() {
    let thai = "กำลังใจและความหวัง"
    #expect(
      parts(thai, TextBreaks.lineEnds(in: Array(thai.utf8))) == ["กำลัง", "ใจ", "และ", "ความ", "หวัง"])
    let japanese = "日本「語」。"
    #expect(parts(japanese, TextBreaks.lineEnds(in: Array(japanese.utf8))) == ["日", "本", "「語」。"])
    #expect(TextBreaks.lineEnds(in: []) == [])
  }

  @Test("words are counted, spaces and punctuation are not") func words() {
    #expect(TextBreaks.wordEnds(in: Array("One, two — three.".utf8)).count == 3)
    #expect(TextBreaks.wordEnds(in: Array("ຂ້ອຍຮັກເຈົ້າ".utf8)).count >= 2)
  }

  @Test("bytes that are not UTF-8 end no run") func hostile() {
    #expect(TextBreaks.lineEnds(in: [0xff, 0x20, 0xc0, 0x61]).last == 4)
  }

  @Test("text from right to left is seen from its end, numbers in it as they are") func direction()
  {
    let text = Array("אב 12 גד")
    let units = text.flatMap { String($0).utf16 }
    let levels = TextDirection.levels(of: units, isRightToLeft: true)
    #expect(String(TextDirection.visualOrder(of: levels).map { text[$0] }) == "דג 12 בא")
    #expect(TextDirection.mirrored("(") == ")" && TextDirection.mirrored("a") == "a")
  }
}
