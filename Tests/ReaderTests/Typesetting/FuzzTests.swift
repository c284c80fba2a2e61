import Reader
import ReadingList
import Terminal
import TestSupport
import Testing

@Suite("Typesetting anything") struct FuzzTests {
  private let header = ArticleHeader(
    title: "日本語 and a long title with Donaudampfschifffahrtsgesellschaft",
    metadata: ["example.org", "12 min"], notes: ["#tag"])

  @Test(
    "2.3 no line exceeds the width, at any from 1 to 120, nor holds what is not printable",
    arguments: 0..<12)
  func width(seed: UInt64) {
    var maker = BodyMaker(seed: seed)
    let body = maker.body()
    for width in 1...120 {
      let options = TypesetOptions(ascii: seed % 4 == 0)
      let lines = typeset(body, header: header, width: width, options: options).lines
      #expect(!lines.contains { $0.plainText.displayWidth > width }, "\(width)")
      guard width % 40 == 0 else { continue }
      let scalars = lines.flatMap { $0.plainText.unicodeScalars }
      #expect(!scalars.contains { Character($0).printable != Character($0) }, "\(width)")
    }
  }
}
