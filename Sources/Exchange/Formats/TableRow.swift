import ReadingList

/// A row of a table, its values by the names of their columns.
struct TableRow {
  /// The places of columns by their names in lower case.
  struct Header {
    let places: [String: Int]
    let count: Int

    init(_ names: [String]) {
      places = Dictionary(
        names.enumerated().map { ($1.trimmingSpace.lowercased(), $0) },
        uniquingKeysWith: { first, _ in first }
      )
      count = names.count
    }

    /// Whether it has all of some columns.
    func has(_ names: [String]) -> Bool { names.allSatisfy { places[$0] != nil } }
  }

  let header: Header
  let values: [String]

  /// The value in the first of some columns that the table has, trimmed; empty where there is none.
  subscript(names: String...) -> String {
    for name in names {
      if let place = header.places[name] {
        return place < values.count ? values[place].trimmingSpace : ""
      }
    }
    return ""
  }

  /// Whether a column says yes.
  func isSet(_ name: String) -> Bool {
    ["1", "true", "yes", "y", "t"].contains(self[name].lowercased())
  }
}

/// Lists that stand in one value of a table.
enum ValueList {
  /// The strings of an array of JSON; values that are none are taken as one name each.
  static func json(_ text: String) -> [String] {
    guard text.utf8.first == UInt8(ascii: "["), let array = (try? JSON(parsing: text))?.array else {
      return parted(text, by: ",")
    }
    return array.compactMap { $0.string ?? $0["name"]?.string ?? $0["label"]?.string }
  }

  /// The names between separators.
  static func parted(_ text: String, by separator: Character) -> [String] {
    text.split(separator: separator).map { String($0).trimmingSpace }.filter { !$0.isEmpty }
  }

  /// The strings of a list as Python writes it: `['a', "b's"]`.
  static func python(_ text: String) -> [String] {
    guard text.hasPrefix("[") else { return parted(text, by: ",") }
    var names: [String] = []
    var name: [UInt8] = []
    var quote: UInt8?
    var isEscaped = false
    for byte in text.utf8 {
      guard let open = quote else {
        if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") { quote = byte }
        continue
      }
      if isEscaped {
        name.append(byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == open {
        names.append(String(decoding: name, as: UTF8.self))
        (name, quote) = ([], nil)
      } else {
        name.append(byte)
      }
    }
    return names
  }
}
