import Glibc
import ReadingList
import Testing
import Web

@Suite("Character encodings") struct CharacterEncodingTests {
  private static let russian =
    "Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива по-своему."
  private static let japanese = "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。ニャーと泣いた。"
  private static let simplified = "人之初，性本善。我们的世界很大，有很多人在这里生活、工作和学习，他们都说中文。"
  private static let traditional = "我們的世界很大，有很多人在這裡生活、工作和學習，他們都說中文。國家與歷史。"
  private static let korean = "모든 국민은 법 앞에 평등하다. 누구든지 성별이나 종교에 의하여 차별을 받지 아니한다."
  private static let greek =
    "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα."
  private static let hebrew =
    "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם, כולם חוננו בתבונה ובמצפון."
  private static let arabic =
    "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق وقد وهبوا عقلا وضميرا وعليهم."
  private static let thai = "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม"
  private static let french =
    "À Noël, l’été n’est qu’un souvenir — « déjà » vu, cœur brisé, 20 €… ça va ?"
  private static let german = "Falsches Üben von Xylophonmusik quält jeden größeren Zwerg."
  private static let polish = "Pchnąć w tę łódź jeża lub ośm skrzyń fig; zażółć gęślą jaźń."
  private static let czech = "Příliš žluťoučký kůň úpěl ďábelské ódy."

  /// The `iconv` name of each encoding, its name in pages, and a text.
  private static let labelled: [(String, String, String)] = [
    ("CP1252", "windows-1252", french), ("CP1252", "ISO-8859-1", french),
    ("CP1252", "us-ascii", french), ("ISO-8859-15", "iso-8859-15", "Œuvre à 20 €, ÿ"),
    ("CP1250", "windows-1250", polish), ("ISO-8859-2", "iso-8859-2", czech),
    ("CP1251", "windows-1251", russian), ("KOI8-R", "koi8-r", russian),
    ("ISO-8859-5", "iso-8859-5", russian), ("CP1253", "windows-1253", greek),
    ("ISO-8859-7", "iso-8859-7", greek),
    ("CP1254", "iso-8859-9", "Pijamalı hasta yağız şoföre çabucak güvendi."),
    ("CP1255", "windows-1255", hebrew), ("CP1256", "windows-1256", arabic),
    ("CP874", "tis-620", thai), ("CP932", "Shift_JIS", japanese), ("EUC-JP", "euc-jp", japanese),
    ("ISO-2022-JP", "iso-2022-jp", japanese), ("GB18030", "gb2312", simplified),
    ("GB18030", "gb18030", simplified + "𠀀"), ("BIG5", "big5", traditional),
    ("EUC-KR", "euc-kr", korean), ("UTF-8", "utf8", japanese + korean + "🦊"),
  ]

  @Test(
    "a label counts wherever in the head it is, when it is known, and when it declares something",
    arguments: [
      "<script>\(String(repeating: "var a = 1;", count: 1000))</script><meta charset=koi8-r>",
      "<meta charset=x-nothing><meta charset=koi8-r>",
      "<meta name=description content='charset=windows-1251'><meta charset=koi8-r>",
      "<script>document.write('<meta charset=windows-1251>')</script><meta charset=koi8-r>",
      "<title><meta charset=windows-1251></title><meta charset=koi8-r>",
      "<meta data-charset=windows-1251><META content='text/html; charset=koi8-r' http-equiv=Content-Type>",
    ])
  func labels(_ head: String) throws {
    let page = head + "<p>Да.</p>"
    #expect(decode(try encode(page, "KOI8-R"), "text/html; charset=x-nothing") == page)
  }

  @Test("are taken from the header and from the page", arguments: labelled)
  func names(encoding: String, label: String, text: String) throws {
    for (type, head) in [
      ("text/html; charset=\(label)", ""), ("text/html; Charset=\"\(label)\"; x=y", ""),
      ("text/html", "<meta charset=\(label)>"), ("text/html", "<META CHARSET='\(label)'/>"),
      ("text/html", "<meta http-equiv=\"Content-Type\" content=\"text/html; charset=\(label)\">"),
      ("text/html", "<?xml version=\"1.0\" encoding=\"\(label)\"?>"),
      ("text/html", "<!-- <meta charset=utf-7> --><meta name=a><meta charset = \" \(label) \">"),
    ] {
      let page = "\(head)<p>\(text)</p>"
      #expect(decode(try encode(page, encoding), type) == page, "\(type) \(head)")
    }
  }

  @Test(
    "are found out where nothing is said",
    arguments: [
      ("UTF-8", french), ("CP1252", french), ("CP1252", german), ("CP1251", russian),
      ("KOI8-R", russian), ("ISO-8859-5", russian), ("CP866", russian), ("CP932", japanese),
      ("EUC-JP", japanese), ("GB18030", simplified), ("BIG5", traditional), ("EUC-KR", korean),
      ("CP1253", greek), ("CP1255", hebrew), ("CP1256", arabic), ("CP874", thai),
      ("CP1250", polish), ("ISO-8859-2", czech),
      ("KOI8-U", "Усі люди народжуються вільними і рівними у своїй гідності та правах; її ґанок."),
      (
        "CP1257",
        "Visi žmonės gimsta laisvi ir lygūs savo orumu ir teisėmis; jiems suteiktas „protas“."
      ),
    ])
  func detection(encoding: String, text: String) throws {
    let page = "<html><head><title>Page</title></head><body><p>\(text)</p></body></html>"
    let bytes = try encode(page, encoding)
    for type in [nil, "text/html", "text/html; charset=utf-8", "text/html; charset=x-unheard-of"] {
      #expect(decode(bytes, type) == page, "header: \(type ?? "none")")
    }
  }

  @Test(
    "that are labelled wrongly make no mojibake",
    arguments: [
      ("UTF-8", "text/html; charset=iso-8859-1"), ("UTF-8", "text/html; charset=windows-1252"),
      ("UTF-8", "text/html; charset=us-ascii"), ("UTF-8", "text/html; charset=shift_jis"),
      ("UTF-8", "text/html; charset=utf-16"), ("UTF-8", "text/html; charset=koi8-r"),
      ("CP1252", "text/html; charset=utf-8"), ("CP1252", "text/html; charset=utf-16le"),
      ("CP1252", "text/html; charset=euc-kr"), ("CP1252", "text/html; charset=gb2312"),
      ("CP1252", "text/html; charset=big5"), ("CP1252", "text/html; charset="),
    ])
  func wrongLabel(encoding: String, type: String) throws {
    for text in [Self.french, Self.german] {
      let page = "<meta charset=utf-8><p>\(text)</p>"
      #expect(decode(try encode(page, encoding), type) == page)
    }
  }

  @Test("named by the header win over those named by the page") func precedence() throws {
    let page = "<meta charset=koi8-r><p>\(Self.russian)</p>"
    #expect(decode(try encode(page, "CP1251"), "text/html; charset=windows-1251") == page)
  }

  @Test("named by a byte order mark win over everything; the mark goes") func byteOrderMark() throws
  {
    let page = "<meta charset=koi8-r><p>\(Self.japanese) 🦊</p>"
    for (mark, encoding) in [
      ([0xef, 0xbb, 0xbf], "UTF-8"), ([0xff, 0xfe], "UTF-16LE"), ([0xfe, 0xff], "UTF-16BE"),
    ] as [([UInt8], String)] {
      #expect(decode(mark + (try encode(page, encoding)), "text/html; charset=koi8-r") == page)
    }
  }

  @Test("of UTF-16 are seen without a mark", arguments: ["UTF-16LE", "UTF-16BE"])
  func bareUTF16(encoding: String) throws {
    let page = "<html><head><title>A page of no great length</title><p>\(Self.french)"
    #expect(decode(try encode(page, encoding), nil) == page)
  }

  @Test("of UTF-8 survive damage: the bad bytes are replaced, the rest is kept") func damagedUTF8()
  {
    let good = Array(Self.russian.utf8)
    let bytes = good + [0xff] + good + [0, 0xc3]
    #expect(
      decode(bytes, "text/html; charset=utf-8") == Self.russian + "\u{fffd}" + Self.russian
        + "\u{fffd}\u{fffd}")
    #expect(decode(bytes, nil).contains(Self.russian))
  }

  @Test("lose a NUL wherever it stands, and are decoded wherever the first escape stands")
  func rare() {
    for place in 0..<20 {
      let before = String(repeating: "a", count: place)
      #expect(decode(Array((before + "\0bcdefghij").utf8), nil) == before + "\u{fffd}bcdefghij")
      let escaped = Array((before + "\u{1b}$B$\"\u{1b}(B").utf8)
      #expect(decode(escaped, "text/html; charset=iso-2022-jp") == before + "あ")
    }
  }

  private func decode(_ bytes: [UInt8], _ type: String?) -> String {
    String(decoding: CharacterEncoding.utf8(bytes, contentType: type), as: UTF8.self)
  }

  private struct NoEncoder: Error {}

  private func encode(_ text: String, _ encoding: String) throws -> [UInt8] {
    guard let converter = iconv_open(encoding, "UTF-8"), Int(bitPattern: converter) != -1 else {
      throw NoEncoder()
    }
    defer { iconv_close(converter) }
    var input = Array(text.utf8)
    var output = [UInt8](repeating: 0, count: input.count * 4 + 16)
    let capacity = output.count
    return try input.withUnsafeMutableBytes { source in
      try output.withUnsafeMutableBytes { target in
        var from = source.baseAddress?.assumingMemoryBound(to: CChar.self)
        var left = source.count
        var to = target.baseAddress?.assumingMemoryBound(to: CChar.self)
        var room = capacity
        guard iconv(converter, &from, &left, &to, &room) != -1,
          iconv(converter, nil, nil, &to, &room) != -1
        else { throw NoEncoder() }
        return Array(target[..<(capacity - room)])
      }
    }
  }
}
