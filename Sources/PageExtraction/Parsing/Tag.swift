/// The elements that extraction distinguishes; every other element is `unknown`.
///
/// The case names are the element names, so names and cases cannot diverge.
enum Tag: UInt8, CaseIterable, Sendable {
  case text, unknown, root
  case html, head, body, title, base, meta, link, noscript
  case article, section, main, header, footer, nav, aside, hgroup, address, search, dialog
  case div, p, h1, h2, h3, h4, h5, h6, pre, blockquote, center
  case ul, ol, li, dl, dt, dd, menu, dir
  case table, caption, colgroup, col, thead, tbody, tfoot, tr, td, th
  case figure, figcaption, picture, img, source, video, audio, track, iframe, object, embed, param
  case canvas, math, annotation, semantics
  case a, b, strong, i, em, u, s, strike, del, ins, sub, sup, mark, small, big, font, span, abbr
  case acronym, cite, code, kbd, samp, `var`, tt, q, dfn, time, data, bdi, bdo, ruby, rb, rt, rp
  case wbr, br, hr, label, output, meter, progress, nobr
  case form, fieldset, legend, input, textarea, select, option, optgroup, button, datalist
  case details, summary, template, slot, style, script, frameset, frame, noframes, map, area, svg
  case listing, xmp, plaintext, marquee, amp, keygen, bgsound, noembed
  case mfrac, msup, msub, msubsup, msqrt, mroot, mover, munder, munderover, mtable, mtr
  case mi, mn, mo, mtext, mrow

  private static let byName: [String: Tag] = Dictionary(
    uniqueKeysWithValues: allCases.dropFirst(3).map { (String(describing: $0), $0) })

  /// Returns the element of a lower-case name.
  init(name: String) {
    if let known = Self.byName[name] {
      self = known
    } else if name.hasPrefix("amp-") {
      self =
        switch name {
        case "amp-img", "amp-anim": .img
        case "amp-iframe", "amp-youtube", "amp-video": .iframe
        default: .unknown
        }
    } else if ["relative-time", "time-ago", "local-time", "faceplate-timeago"].contains(name) {
      self = .time
    } else if name == "shreddit-post" || name == "shreddit-comment" {
      self = .article
    } else if name.hasPrefix("mjx-") {
      self = .span
    } else {
      self = .unknown
    }
  }
}

/// A set of elements, with a bit for each; membership takes one shift and one mask.
struct TagSet: Sendable, ExpressibleByArrayLiteral {
  private var bits = SIMD4<UInt64>()

  private init(bits: SIMD4<UInt64>) { self.bits = bits }

  init(arrayLiteral elements: Tag...) {
    for tag in elements { bits[Int(tag.rawValue >> 6)] |= 1 << UInt64(tag.rawValue & 63) }
  }

  @inline(__always) func contains(_ tag: Tag) -> Bool {
    bits[Int(tag.rawValue >> 6)] & 1 << UInt64(tag.rawValue & 63) != 0
  }

  func subtracting(_ other: TagSet) -> TagSet { TagSet(bits: bits & ~other.bits) }

  func union(_ other: TagSet) -> TagSet { TagSet(bits: bits | other.bits) }

  /// All elements, and text.
  static let everything = TagSet(bits: SIMD4(repeating: .max))
}

extension TagSet {
  static let headings: TagSet = [.h1, .h2, .h3, .h4, .h5, .h6]

  /// Elements that can be part of a line.
  static let phrasing: TagSet = [
    .text, .abbr, .acronym, .audio, .b, .bdi, .bdo, .big, .br, .button, .cite, .code, .data,
    .datalist, .dfn, .em, .embed, .font, .i, .img, .input, .kbd, .label, .mark, .math, .meter,
    .nobr, .noscript, .object, .output, .progress, .q, .ruby, .rb, .rt, .rp, .s, .samp, .script,
    .select, .small, .span, .strike, .strong, .sub, .sup, .textarea, .time, .tt, .u, .var, .wbr,
    .picture,
  ]

  /// Elements that always start a new block.
  static let blocks: TagSet = [
    .article, .section, .main, .header, .footer, .nav, .aside, .hgroup, .address, .search, .dialog,
    .div, .p, .h1, .h2, .h3, .h4, .h5, .h6, .pre, .blockquote, .center, .ul, .ol, .li, .dl, .dt,
    .dd, .menu, .dir, .table, .caption, .thead, .tbody, .tfoot, .tr, .td, .th, .figure, .figcaption,
    .hr, .form, .fieldset, .legend, .details, .summary, .body, .listing, .xmp, .option, .optgroup,
    .video, .iframe, .root,
  ]
}
