import Foundation
import Reader
import ReadingList
import Terminal
import Testing

/// Compares every block at three widths with files exactly, in text and in style.
///
/// With `LUEGO_RECORD=1` the files are rewritten, and the run fails so that nobody mistakes a recording
/// for a comparison.
@Suite("Golden typesettings") struct GoldenTypesettingTests {
  @Test("every block is set as recorded", arguments: [40, 72, 100]) func golden(width: Int) throws {
    let text = typeset(
      ArticleBody(blocks: GoldenBody.blocks), header: nil, width: width,
      options: TypesetOptions(codeWidth: width + 8))
    let shown = text.lines.map { Self.row($0) }.joined(separator: "\n") + "\n"
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "Golden/blocks-\(width).txt")
    if ProcessInfo.processInfo.environment["LUEGO_RECORD"] == "1" {
      try shown.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded \(file.lastPathComponent)")
      return
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    let rows = zip(
      shown.split(separator: "\n", omittingEmptySubsequences: false),
      expected.split(separator: "\n", omittingEmptySubsequences: false))
    for (row, wanted) in rows { #expect(row == wanted) }
    #expect(shown.count == expected.count)
  }

  /// A line's text, followed by the styles of its runs: the body style with what is added to it.
  private static func row(_ line: TypesetLine) -> String {
    var text = line.plainText
    while text.last == " " { text.removeLast() }
    var stretches: [TypesetLine.Run] = []
    for run in line.runs {
      if let last = stretches.indices.last, stretches[last].style == run.style,
        stretches[last].link == run.link, stretches[last].source != nil || run.source != nil
      {
        stretches[last].text += run.text
        stretches[last].source = run.source
      } else {
        stretches.append(run)
      }
    }
    let styles = stretches.compactMap { run in
      run.style == Style() || run.text.allSatisfy { $0 == " " } ? nil : name(run.style)
    }
    return styles.isEmpty ? text : text + "  ‹" + styles.joined(separator: " ") + "›"
  }

  private static func name(_ style: Style) -> String {
    var parts: [String] = []
    if style.role != .text { parts.append("\(style.role)") }
    if style.surface != .base { parts.append("on-\(style.surface)") }
    for (attribute, word) in [
      (Attributes.bold, "bold"), (.italic, "italic"), (.underline, "underline"),
      (.strike, "strike"),
    ] where style.attributes.contains(attribute) { parts.append(word) }
    return parts.joined(separator: "+")
  }
}

/// One block of each kind, with its difficult cases.
private enum GoldenBody {
  private static func paragraph(_ text: String) -> ArticleBody.Block { .paragraph([.text(text)]) }

  private static let prose =
    "One evening about a month ago a heron stood in the shallow water, quite still, and waited until a fish came near enough."

  static let blocks: [ArticleBody.Block] = [
    .heading(level: 1, [.text("A heading keeps its weight")], anchor: nil), paragraph(prose),
    .heading(level: 3, [.text("Another, "), .emphasis([.text("leaning")])], anchor: nil),
    .paragraph([
      .text("Runs: "), .emphasis([.text("leaning")]), .text(", "), .strong([.text("heavy")]),
      .text(", "), .strike([.text("struck")]), .text(", "), .inserted([.text("inserted")]),
      .text(", "), .mark([.text("marked")]), .text(", "), .code("code()"), .text(", "),
      .link([.text("a link")], url: "https://example.org/"), .text(", a"), .sub([.text("ij")]),
      .text(", x"), .sup([.text("2n")]), .text(", M"), .sup([.text("me")]), .text(", y"),
      .sub([.text("qz")]), .footnoteReference(label: "1", anchor: "n"), .text("."),
    ]),
    .list(
      .init(items: [
        [
          paragraph("fruit"),
          .list(
            .init(items: [[paragraph("apples"), .list(.init(items: [[paragraph("red ones")]]))]])),
        ],
        [paragraph("☐ a task that is long enough to be wrapped at forty columns")],
        [paragraph("☑ a task that is done")],
      ])),
    .list(.init(start: 9, items: [[paragraph("nine")], [paragraph("ten")]])),
    .list(
      .init(
        start: 3, items: [[paragraph("three")], [paragraph("two")]], numerals: .lowerRoman,
        isReversed: true)),
    .list(
      .init(items: [
        [
          paragraph("A loose item,"), paragraph("of two paragraphs,"),
          .list(.init(items: [[paragraph("with a tight list")], [paragraph("in it")]])),
        ],
        [paragraph("and the next.")],
      ])),
    .quote([paragraph(prose), .quote([paragraph("Inside.")]), paragraph("— Ada Heron")]),
    .code(
      "func wait(for fish: Fish) -> Bool {\n\treturn true  // a line that is wider than forty columns, and than seventy-two columns also\n}",
      language: "swift"),
    .table(
      .init(
        caption: [.text("Birds")],
        header: [[.text("Bird")], [.text("Weight")], [.text("What it is said to do")]],
        rows: [
          [[.text("Heron")], [.text("1,500 g")], [.text(prose)]],
          [[.text("Egret")], [.text("400 g")], [.text("Waits as well.")]],
          [[.text("Bittern")], [.text("1,100 g")], [.text("Booms.")]],
          [
            [.text("Of these only the heron is seen here all year, whatever the weather.")], [], [],
          ],
        ])),
    .table(
      .init(
        header: [[.text("Year")], [.text("Herons")]],
        rows: [[[.text("1999")], [.text("7")]], [[.text("2000")], [.text("1,204")]]])),
    .table(
      .init(
        header: [[.text("Characteristic")], [.text("Description")], [.text("Circumstances")]],
        rows: [
          [
            [.text("Thermoregulation")], [.text("Counter-current circulation")],
            [.text("Wintertime")],
          ]
        ])),
    .figure([.init(url: "u", alternative: "a heron at dawn")], caption: [.text("Still life.")]),
    .rule, .details(summary: [.text("Do herons sleep?")], [paragraph("They do, standing.")]),
    .definitions([
      .init(terms: [[.text("Heron")]], details: [[paragraph("A bird that waits.")]]),
      .init(terms: [[.text("Egret")]], details: [[paragraph("A white one.")]]),
    ]),
    paragraph("日本語の文章は、句読点が行の先頭に来ないように折り返されます。「このような」括弧も、正しい位置に置かれます。"),
    paragraph("좋은 글은 천천히 읽을수록 더 많은 것을 보여 줍니다. 글을 읽는 동안에는 화면이 조용해야 합니다."),
    paragraph("นกกระสายืนอยู่ในน้ำตื้นเป็นเวลาหลายชั่วโมง นิ่งมาก และรอจนกว่าปลาจะเข้ามาใกล้"),
    paragraph("Москва — столица России, и цапля — птица, которая умеет ждать, — стоит в воде."),
    paragraph(
      "„Der Reiher“ sagte sie, »steht still«, und « attendre » heißt auf Französisch warten !"),
    paragraph(
      "See https://example.org/birds/herons/index.html?order=name&page=2#heron for all of them."),
    paragraph("زائر يقف في الماء الضحل لساعات، ساكنا تماما، وينتظر حتى تقترب سمكة منه قليلا."),
    .footnotes([.init(label: "1", anchor: "n", blocks: [paragraph("A note.")])]),
  ]
}
