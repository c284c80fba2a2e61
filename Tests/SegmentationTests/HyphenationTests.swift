import Segmentation
import Testing

@Suite("Hyphenation patterns")
struct HyphenationTests {
  private func patterns(_ text: String) -> HyphenationPatterns? {
    HyphenationPatterns(file: Array(text.utf8))
  }

  private func parted(_ word: String, _ patterns: HyphenationPatterns?) -> String {
    let letters = Array(word.unicodeScalars)
    let places = patterns?.places(in: letters) ?? []
    return letters.enumerated().map { (places.contains($0) ? "-" : "") + String($1) }.joined()
  }

  @Test("the highest weight of all patterns counts, and odd ones part a word")
  func weights() {
    // The example of Liang's thesis.
    let known = patterns(
      "UTF-8\nRIGHTHYPHENMIN 3\nhy3ph\nhe2n\nhena4\nhen5at\n1na\nn2at\n1tio\n2io\no2n\n"
    )
    #expect(parted("hyphenation", known) == "hy-phen-ation")
    #expect(parted("xyz", known) == "xyz")
    #expect(parted("", known) == "")
  }

  @Test("patterns at the ends of words, least letters, comments and letters of other encodings")
  func format() {
    let known = patterns("UTF-8\r\n% no\r\n# no\r\nLEFTHYPHENMIN 3\r\n.a1b\r\nb1c.\r\né1f\r\n")
    #expect(parted("abcbc", known) == "abcbc")
    #expect(parted("xxéfxx", known) == "xxé-fxx")
    var bytes = Array("ISO8859-1\n".utf8)
    bytes += [0xe9] + Array("1f\n".utf8)
    #expect(parted("xxéfxx", HyphenationPatterns(file: bytes)) == "xxé-fxx")
  }

  @Test("of two levels the first parts compounds, and the second their parts")
  func levels() {
    let known = patterns(
      "UTF-8\nCOMPOUNDLEFTHYPHENMIN 3\nCOMPOUNDRIGHTHYPHENMIN 2\nwork1shop\nNEXTLEVEL\n.s1h\nw1o\nho1p\nor1k\nk1s\n"
    )
    #expect(parted("workshop", known) == "work-shop")
    #expect(parted("works", known) == "wor-ks")
  }

  @Test("what is no such file is refused")
  func refused() {
    #expect(patterns("") == nil)
    #expect(patterns("KOI8-R\na1b\n") == nil)
    #expect(patterns("UTF-8\n") == nil)
    #expect(patterns("UTF-8\na1b\nNEXTLEVEL\na1b\nNEXTLEVEL\na1b\n") == nil)
    #expect(
      HyphenationPatterns(
        file: [UInt8](repeating: 0x41, count: HyphenationPatterns.maxFileSize + 1)
      )
        == nil
    )
    // More letters beside each other than any alphabet has.
    let letters = (0x4e00..<0x5200).compactMap { Unicode.Scalar($0) }
    #expect(patterns("UTF-8\n" + letters.map { "\($0)1a\n" }.joined()) == nil)
  }

  @Test("broken files end neither the program nor take it forever", arguments: 0..<60)
  func broken(seed: UInt64) {
    var state = seed &* 2 &+ 1
    func next(_ most: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(most))
    }
    let words = [
      "NEXTLEVEL\n", "LEFTHYPHENMIN -9999999999999999999\n", "RIGHTHYPHENMIN 99999\n", ".", "a1b",
      "9",
      "\n", "a", "é", "\u{0}", "/", "NOHYPHEN", "\u{10ffff}", "1234567890",
      "COMPOUNDLEFTHYPHENMIN\n",
    ]
    var file = Array((next(2) == 0 ? "UTF-8\n" : "ISO8859-1\n").utf8)
    for _ in 0..<next(2000) {
      file += next(10) == 0 ? [UInt8(next(256))] : Array(words[next(words.count)].utf8)
    }
    guard let known = HyphenationPatterns(file: file) else { return }
    for word in ["abababab", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "éaéa", "a"] {
      let letters = Array(word.unicodeScalars)
      let places = known.places(in: letters)
      #expect(places == places.sorted() && Set(places).count == places.count)
      #expect(places.allSatisfy { $0 >= 2 && $0 <= letters.count - 2 })
    }
  }
}
