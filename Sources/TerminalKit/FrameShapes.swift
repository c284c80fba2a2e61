/// What of a picture is drawn and not written: grounds, blocks and lines, put together where they touch.
struct FrameShapes {
  /// In eighths of a cell.
  private struct Box: Hashable {
    var x: Int, y: Int, width: Int, height: Int
    var color: UInt32
  }

  private var boxes: [Box] = []
  private var groundRows: [Box] = []
  /// Lines below or through text, in columns and pixels.
  private var rules: [Box] = []
  /// Centers of cells that are lines, with where these lead.
  private var lines: [(column: Int, row: Int, arms: Arms, color: UInt32)] = []

  /// Where the lines of a sign lead from its middle.
  private struct Arms: OptionSet {
    let rawValue: Int
    static let left = Arms(rawValue: 1), right = Arms(rawValue: 2)
    static let up = Arms(rawValue: 4), down = Arms(rawValue: 8)
    static let round = Arms(rawValue: 16), heavy = Arms(rawValue: 32)
  }

  private static let arms: [String: Arms] = [
    "─": [.left, .right], "│": [.up, .down], "━": [.left, .right, .heavy],
    "╭": [.right, .down, .round], "╮": [.left, .down, .round],
    "╰": [.right, .up, .round], "╯": [.left, .up, .round],
    "┼": [.left, .right, .up, .down],
  ]

  /// Which quadrants the signs from U+2596 on have: 1 for the upper left one, 2 right of it, 4 and 8 below them.
  private static let quadrants = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14]

  /// The ground of a cell.
  mutating func addGround(_ column: Int, _ row: Int, _ color: UInt32) {
    if let last = groundRows.last, last.y == row, last.color == color, last.x + last.width == column
    {
      groundRows[groundRows.count - 1].width += 1
    } else {
      groundRows.append(Box(x: column, y: row, width: 1, height: 1, color: color))
    }
  }

  /// A line below or through a cell, at a pixel's row.
  mutating func addRule(_ column: Int, y: Int, _ color: UInt32) {
    let before = rules.lastIndex {
      $0.y == y && $0.color == color && $0.x + $0.width == column
    }
    if let before {
      rules[before].width += 1
    } else {
      rules.append(Box(x: column, y: y, width: 1, height: 1, color: color))
    }
  }

  /// A rectangle, in eighths of a cell.
  mutating func add(x: Int, y: Int, width: Int, height: Int, _ color: UInt32) {
    if let last = boxes.last, last.y == y, last.height == height, last.color == color,
      last.x + last.width == x
    {
      boxes[boxes.count - 1].width += width
    } else {
      boxes.append(Box(x: x, y: y, width: width, height: height, color: color))
    }
  }

  /// A sign that is drawn; false for one that is written.
  mutating func addSign(_ text: String, _ column: Int, _ row: Int, _ color: UInt32) -> Bool {
    if let arms = Self.arms[text] {
      lines.append((column, row, arms, color))
      return true
    }
    guard text.unicodeScalars.count == 1, let value = text.unicodeScalars.first?.value else {
      return false
    }
    let (x, y) = (column * 8, row * 8)
    switch Int(value) {
    case 0x2580: add(x: x, y: y, width: 8, height: 4, color)
    case let value where (0x2581...0x2588).contains(value):
      let height = value - 0x2580
      add(x: x, y: y + 8 - height, width: 8, height: height, color)
    case let value where (0x2589...0x258f).contains(value):
      add(x: x, y: y, width: 0x2590 - value, height: 8, color)
    case 0x2590: add(x: x + 4, y: y, width: 4, height: 8, color)
    case 0x2594: add(x: x, y: y, width: 8, height: 1, color)
    case 0x2595: add(x: x + 7, y: y, width: 1, height: 8, color)
    case let value where (0x2596...0x259f).contains(value):
      let quadrants = Self.quadrants[value - 0x2596]
      for (index, corner) in [(0, 0), (4, 0), (0, 4), (4, 4)].enumerated()
      where quadrants & 1 << index != 0 {
        add(x: x + corner.0, y: y + corner.1, width: 4, height: 4, color)
      }
    default: return false
    }
    return true
  }

  /// The grounds as markup; the same in rows below each other are one.
  func grounds(_ width: Int, _ height: Int) -> String {
    Self.joined(groundRows).map { box in
      rect(
        box.x * width,
        box.y * height,
        box.width * width,
        box.height * height,
        box.color
      )
    }.joined()
  }

  /// All else as markup, for cells of so many pixels.
  func signs(_ width: Int, _ height: Int) -> String {
    var out = ""
    for box in Self.joined(boxes) {
      // Eighths of a cell's width and height, to the tenth of a pixel.
      let x = tenths(box.x * width), y = tenths(box.y * height)
      let w = tenths(box.width * width), h = tenths(box.height * height)
      out += "<path fill=\"\(Self.hex(box.color))\" d=\"M\(x) \(y)h\(w)v\(h)h-\(w)z\"/>\n"
    }
    for rule in rules {
      out += rect(rule.x * width, rule.y, rule.width * width, 1, rule.color)
    }
    return out + strokes(width, height)
  }

  private func strokes(_ width: Int, _ height: Int) -> String {
    var paths: [(color: UInt32, isHeavy: Bool, path: String)] = []
    func draw(_ color: UInt32, isHeavy: Bool = false, _ path: String) {
      if let index = paths.firstIndex(where: { $0.color == color && $0.isHeavy == isHeavy }) {
        paths[index].path += path
      } else {
        paths.append((color, isHeavy, path))
      }
    }
    // A place in half cells.
    func place(_ x: Int, _ y: Int) -> String {
      "\(tenths(x * width * 4)) \(tenths(y * height * 4))"
    }
    for line in lines where line.arms.contains(.round) {
      let (x, y) = (line.column * 2, line.row * 2)
      let side = line.arms.contains(.left) ? x : x + 2
      let end = line.arms.contains(.up) ? y : y + 2
      draw(
        line.color,
        "M\(place(side, y + 1))Q\(place(x + 1, y + 1)) \(place(x + 1, end))"
      )
    }
    for isHeavy in [false, true] {
      for line in across(isHeavy) {
        let length = tenths(line.width * width * 4)
        draw(line.color, isHeavy: isHeavy, "M\(place(line.x, line.y + 1))h\(length)")
      }
    }
    for line in down {
      draw(line.color, "M\(place(line.x + 1, line.y))v\(tenths(line.height * height * 4))")
    }
    return paths.map { color, isHeavy, path in
      "<path fill=\"none\" stroke=\"\(Self.hex(color))\""
        + (isHeavy ? " stroke-width=\"3\"" : "") + " d=\"\(path)\"/>\n"
    }.joined()
  }

  /// Lines across, in half cells.
  private func across(_ isHeavy: Bool) -> [Box] {
    var boxes: [Box] = []
    for line in lines where !line.arms.contains(.round) && line.arms.contains(.heavy) == isHeavy {
      let ends = line.arms.intersection([.left, .right])
      guard !ends.isEmpty else { continue }
      let start = line.column * 2 + (ends.contains(.left) ? 0 : 1)
      let length = ends == [.left, .right] ? 2 : 1
      if let last = boxes.last, last.y == line.row * 2, last.color == line.color,
        last.x + last.width == start
      {
        boxes[boxes.count - 1].width += length
      } else {
        boxes.append(Box(x: start, y: line.row * 2, width: length, height: 2, color: line.color))
      }
    }
    return boxes
  }

  /// Lines down, in half cells.
  private var down: [Box] {
    Self.joined(
      lines.compactMap { line in
        let ends = line.arms.intersection([.up, .down])
        guard !line.arms.contains(.round), !ends.isEmpty else { return nil }
        let start = line.row * 2 + (ends.contains(.up) ? 0 : 1)
        let length = ends == [.up, .down] ? 2 : 1
        return Box(x: line.column * 2, y: start, width: 1, height: length, color: line.color)
      }
    )
  }

  /// Boxes with those of the same columns right below them as one.
  private static func joined(_ boxes: [Box]) -> [Box] {
    struct Column: Hashable {
      var x: Int, width: Int, color: UInt32
    }
    var out: [Box] = []
    var open: [Column: Int] = [:]
    for box in boxes {
      let column = Column(x: box.x, width: box.width, color: box.color)
      if let index = open[column], out[index].y + out[index].height == box.y {
        out[index].height += box.height
      } else {
        open[column] = out.count
        out.append(box)
      }
    }
    return out
  }

  private func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ color: UInt32) -> String {
    "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\" "
      + "fill=\"\(Self.hex(color))\"/>\n"
  }

  /// Eighths as a number with at most one digit behind the point.
  private func tenths(_ eighths: Int) -> String {
    let tenths = (eighths * 10 + 4) / 8
    return tenths % 10 == 0 ? String(tenths / 10) : "\(tenths / 10).\(tenths % 10)"
  }

  /// A color as SVG writes it.
  static func hex(_ bits: UInt32) -> String {
    let digits = String(bits, radix: 16)
    return "#" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
  }
}
