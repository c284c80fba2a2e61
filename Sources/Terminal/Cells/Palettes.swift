// The table of colors: for each theme a palette for each depth, made by hand.
//
// At 24 bits and 256 colors, body text has a contrast of at least 7 to 1 on every surface, all
// other text 4.5 to 1. With 16 or 8, the terminal's owner decides the colors: only pairs that every
// usual scheme keeps apart are used, and with 8, secondary text is also dim. Some terminals show
// bold black as gray, so paper uses the terminal's own ink and ground there. The dark colors of the
// 256-color cube are all saturated: what night tints at 24 bits has a gray ground and a tinted ink
// at 256.
//
// A row is a role and its color, or a surface and its ground with, after a slash, the ink of all
// text on it, where the roles' own is unreadable. `-` is the terminal's own color; `*` bold, `~`
// dim, `%` italic, `_` underlined, `^` reversed.

extension Palette {
  /// At 24 bits, and with 256, 16 and 8 colors.
  static let paper = columns(
    """
    text                   24252B          235       -      -
    secondary              5A5962          240       8      -~
    placeholder            5B5A63          240       8      -~
    accent                 694F70          239       5      4*
    heading                3B2D40*         236*      -*     -*
    link                   35498A          25        4_     4_
    code                   7A2F4B          89        1      -
    quote                  55545D          240       8      -~
    favorite               A3244A          125       1      1
    error                  A3241E*         124*      1*     1*
    warning                704800          58        1      1
    border                 CFC9D4          252       7      -~
    key                    5E4466*         238*      5*     4*
    tag                    375866          23        4      4
    marked                 694F70          239       5      4
    dimmed                 9C99A3          247       7      -~
    on-base                FCFCFD          231       -      -
    on-panel               F5F2F7          255       -      -
    on-selection           E2D6E6          189       5/15*  4/7*
    on-selectionUnfocused  F1EDF3          255       7/0    -
    on-marked              F8EEDF          230       14/0   6/0
    on-code                F3F0F5          255       -      -
    on-highlight           FBE9A8          222       3/0    0/7
    on-currentMatch        F2B84B/24252B*  215/235*  4/15*  1/7*
    on-bar                 F5F2F7          255       -      -
    on-field               FFFFFF          231       -_     -_
    on-yellowPassage       FFF3C4          230       11/0   3/0
    on-greenPassage        DDF3D8          194       10/0   2/0
    on-bluePassage         DCEBFA          195       14/0   6/0
    on-pinkPassage         FADFE8          224       13/0   5/7
    """)

  static let night = columns(
    """
    text                   E4E2E8          254       15     7
    secondary              AFACB8          249       7      7~
    placeholder            ADAAB6          249       7      7~
    accent                 DFD2E0          189       13     5*
    heading                F3ECF5*         255*      15*    7*
    link                   A9BCF0          146       12_    6_
    code                   E6C8B8          223       11     3
    quote                  B3B0BC          249       7      7~
    favorite               F5A0B1          217       9      1
    error                  F79D95*         216*      9*     1*
    warning                EAC986          222       11     3
    border                 3A3B46          237       8      7~
    key                    C9B5D6*         182*      13*    5*
    tag                    A9CBD6          152       14     6
    marked                 DFD2E0          189       13     5
    dimmed                 6A6874          242       8      7~
    on-base                141519          233       0      0
    on-panel               1B1C22          234       0      0
    on-selection           453A50          238       5/15*  4/7*
    on-selectionUnfocused  212229          235       8/15   0
    on-marked              33291F          236/223   4/15   5/7
    on-code                1E1F26          235       0      0
    on-highlight           574712/FFF3D0   239/229*  7/0    7/0
    on-currentMatch        E5C27A/141519*  222/233*  11/0*  1/7*
    on-bar                 1B1C22          234       0      0
    on-field               26272F          236       8/15   0_
    on-yellowPassage       40370F          236/222   3/0    3/0
    on-greenPassage        1E4028          236/151   2/0    2/0
    on-bluePassage         1F3A5F          236/153   6/0    6/0
    on-pinkPassage         54283E          236/217   13/0   5/7
    """)

  static let contrast = columns(
    """
    text                   FFFFFF           231       15      7*
    secondary              E0E0E0           254       15      7
    placeholder            E0E0E0           254       15      7
    accent                 FFFF66           227       11      3*
    heading                FFFFFF*          231*      15*     7*
    link                   8FD7FF           117       14_     6_
    code                   FFD7A8           223       15      7
    quote                  E0E0E0           254       15      7
    favorite               FF9EB5           217       13      1
    error                  FFA8A8*          217*      9*      1*
    warning                FFE08A           222       11      3
    border                 B0B0B0           145       7       7~
    key                    FFFF66*          227*      11*     3*
    tag                    A8FFFF           159       14      6
    marked                 FFFF66           227       11      3
    dimmed                 8A8A8A           245       8       7~
    on-base                000000           16        0       0
    on-panel               161616           233       0       0
    on-selection           FFFFFF/000000*   231/16*   15/0*   4/7*
    on-selectionUnfocused  2C2C2C           236       0       0
    on-marked              4A3A00/FFFFFF    52/231    4/15    5/7*
    on-code                161616           233       0       0
    on-highlight           FFE08A/000000    222/16    7/0     7/0
    on-currentMatch        FFFF66/000000*_  227/16*_  11/0*_  1/7*
    on-bar                 161616           233       0       0
    on-field               222222           235       0_      0_
    on-yellowPassage       554400           229/16    3/0     3/0
    on-greenPassage        004A20           157/16    2/0     2/0
    on-bluePassage         00356E           153/16    6/0     6/0
    on-pinkPassage         6A0F45           218/16    13/0    5/7
    """)

  /// The terminal's own colors; text printed on an unknown ground, at least 4.5 to 1 on black and
  /// on white; and no colors.
  private static let others = columns(
    """
    secondary         -~      243   -~
    placeholder       -~      243   -~
    accent            5       163   -*
    heading           5*      163*  -*
    link              4_      63_   -_
    code              3       29    -
    quote             -~      243   -~
    favorite          1       131   -
    error             1*      131*  -*
    warning           3       131   -*
    border            -~      243   -~
    key               5*      163*  -*
    tag               6       29    -
    marked            5       98    -*
    dimmed            -~      243   -~
    on-selection      -/-^    -^    -^
    on-marked         -*      -*    -*
    on-highlight      -/-^    -^    -^
    on-currentMatch   -/-*_^  -*_^  -*_^
    on-field          -_      -_    -_
    on-yellowPassage  3/0     -     -_
    on-greenPassage   2/0     -     -*_
    on-bluePassage    6/0     -     -%_
    on-pinkPassage    5/0     -     -~_
    """)
  static let terminal = others[0]
  package static let printed = others[1]
  static let mono = others[2]

  private static func columns(_ table: String) -> [Palette] {
    let rows = table.split(separator: "\n").map { $0.split(separator: " ") }
    return (1..<(rows.first?.count ?? 1)).map { column in
      let looks = rows.reduce(into: [:]) { $0[String($1[0])] = Look($1[column]) }
      return Palette(
        roles: Role.allCases.map { looks["\($0)"] ?? Look("-") },
        surfaces: Surface.allCases.map { looks["on-\($0)"] ?? Look("-") })
    }
  }
}

extension Palette.Look {
  private static let marks: [Character: Attributes] = [
    "*": .bold, "~": .dim, "%": .italic, "_": .underline, "^": .reverse,
  ]

  fileprivate init(_ cell: Substring) {
    attributes = Attributes(cell.compactMap { Self.marks[$0] })
    let colors = cell.filter { Self.marks[$0] == nil }.split(separator: "/").map { word in
      word.count == 6
        ? UInt32(word, radix: 16).map { Color($0) } : UInt8(word).map { Color.indexed($0) }
    }
    color = colors[0] ?? .standard
    ink = colors.count > 1 ? colors[1] ?? .standard : nil
  }
}
