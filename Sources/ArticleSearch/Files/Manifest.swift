/// What the index consists of: the one file that is replaced when something is committed.
struct Manifest: Equatable {
  /// A file of documents with the numbers of a range, some of which may be nobody's.
  struct Part: Equatable {
    var name: String
    var first: UInt32
    var last: UInt32
    /// How many documents, with the dead ones.
    var count: Int
    var size: Int
    var hash: UInt64
  }

  /// The number of the next document.
  var next: UInt32 = 1
  /// Of the documents that are not dead.
  var summary = SearchSummary()
  /// How many of these lack the text that is promised.
  var textless = 0
  /// The files; their ranges rise.
  var parts: [Part] = []
  /// The numbers of documents that were removed, or of which there is a newer one; rising.
  var dead: [UInt32] = []

  /// Its first line: what the format, the words and their marks depend on.
  private static let head = "luego search 4"

  init() {}

  /// Reads it back.
  init(parsing bytes: [UInt8]) throws(SearchError) {
    let damage = SearchError.damaged("the list of its files")
    guard let end = bytes.dropLast().lastIndex(of: 10) else { throw damage }
    let lines = bytes[...end].split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
    guard lines.first == Self.head else {
      throw lines.first?.hasPrefix("luego search ") == true ? .otherVersion : damage
    }
    guard String(decoding: bytes[(end + 1)...], as: UTF8.self) == Self.last(bytes[...end]) else {
      throw damage
    }
    for line in lines.dropFirst() {
      let words = line.split(separator: " ")
      let numbers = words.dropFirst(words.first == "part" ? 2 : 1).compactMap { UInt64($0) }
      switch (words.first, numbers.count) {
      case ("next", 1): next = UInt32(clamping: numbers[0])
      case ("textless", 1): textless = Int(clamping: numbers[0])
      case ("summary", 2): summary = .init(count: Int(clamping: numbers[0]), digest: numbers[1])
      case ("part", 5):
        parts.append(
          Part(
            name: String(words[1]),
            first: UInt32(clamping: numbers[0]),
            last: UInt32(clamping: numbers[1]),
            count: Int(clamping: numbers[2]),
            size: Int(clamping: numbers[3]),
            hash: numbers[4]
          )
        )
      case ("dead", _):
        dead.reserveCapacity(numbers.count)
        var number: UInt64 = 0
        for step in numbers {
          number &+= step
          dead.append(UInt32(clamping: number))
        }
      default: throw damage
      }
    }
  }

  /// How it is written.
  var bytes: [UInt8] {
    var text = "\(Self.head)\nnext \(next)\nsummary \(summary.count) \(summary.digest)\n"
    text += "textless \(textless)\n"
    for part in parts {
      text +=
        "part \(part.name) \(part.first) \(part.last) \(part.count) \(part.size) \(part.hash)\n"
    }
    var before: UInt32 = 0
    text += "dead"
    for number in dead {
      text += " \(number - before)"
      before = number
    }
    text += "\n"
    let bytes = Array(text.utf8)
    return bytes + Array(Self.last(bytes[...]).utf8)
  }

  private static func last(_ bytes: ArraySlice<UInt8>) -> String { "end \(FileHash.of(bytes))\n" }
}
