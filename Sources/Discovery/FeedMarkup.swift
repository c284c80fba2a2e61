import CXML2

/// Makes a tolerant document out of what feeds really contain, before an XML parser sees it.
///
/// Document types, with all the entities that they could declare, comments and processing instructions
/// are dropped; HTML's entities become the characters that they mean, and an `&` or `<` that begins
/// nothing is escaped; characters that XML does not allow are dropped. Takes one pass.
enum FeedMarkup {
  /// The document from its first tag on, as UTF-8.
  static func tolerant(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBufferPointer { input in
      var scanner = Scanner(input: input)
      return scanner.run()
    }
  }

  private struct Scanner {
    let input: UnsafeBufferPointer<UInt8>
    var at = 0
    var out: [UInt8] = []

    init(input: UnsafeBufferPointer<UInt8>) {
      self.input = input
      out.reserveCapacity(input.count + input.count / 64)
    }

    mutating func run() -> [UInt8] {
      // Warnings, byte order marks and other noise before the first tag.
      while at < input.count, !(input[at] == UInt8(ascii: "<") && startsMarkup(at + 1)) { at += 1 }
      var start = at
      while at < input.count {
        let byte = input[at]
        if byte == UInt8(ascii: "<") {
          copy(from: start)
          takeAngle()
          start = at
        } else if byte == UInt8(ascii: "&") {
          copy(from: start)
          takeEntity()
          start = at
        } else if byte < 32, byte != 9, byte != 10, byte != 13 {
          copy(from: start)
          at += 1
          start = at
        } else {
          at += 1
        }
      }
      copy(from: start)
      return out
    }

    private mutating func copy(from start: Int) {
      if start < at { out.append(contentsOf: input[start..<at]) }
    }

    private func byte(_ index: Int) -> UInt8 { index < input.count ? input[index] : 0 }

    private func startsMarkup(_ index: Int) -> Bool {
      let next = byte(index)
      return next | 32 >= 97 && next | 32 <= 122 || next == UInt8(ascii: "/")
        || next == UInt8(ascii: "!") || next == UInt8(ascii: "?") || next == UInt8(ascii: "_")
    }

    private func matches(_ text: StaticString, at index: Int) -> Bool {
      guard index + text.utf8CodeUnitCount <= input.count else { return false }
      return (0..<text.utf8CodeUnitCount).allSatisfy { text.utf8Start[$0] == input[index + $0] }
    }

    /// The index behind the next occurrence of a text, or the end.
    private func end(of text: StaticString, from index: Int) -> Int {
      var index = index
      let first = text.utf8Start[0]
      while index < input.count {
        if input[index] == first, matches(text, at: index) {
          return index + text.utf8CodeUnitCount
        }
        index += 1
      }
      return input.count
    }

    private mutating func takeAngle() {
      if matches("<![CDATA[", at: at) {
        let finish = end(of: "]]>", from: at + 9)
        // Text instead of a section: one way for all, and nothing in it can end it early.
        let last = matches("]]>", at: finish - 3) ? finish - 3 : finish
        escape(at + 9..<max(at + 9, last))
        at = finish
      } else if matches("<!--", at: at) {
        at = end(of: "-->", from: at + 4)
      } else if byte(at + 1) == UInt8(ascii: "!") {
        skipDeclaration()
      } else if byte(at + 1) == UInt8(ascii: "?") {
        at = end(of: "?>", from: at + 2)
      } else if startsMarkup(at + 1) {
        out.append(UInt8(ascii: "<"))
        at += 1
      } else {
        out += "&lt;".utf8
        at += 1
      }
    }

    private mutating func escape(_ range: Range<Int>) {
      for index in range {
        switch input[index] {
        case UInt8(ascii: "<"): out += "&lt;".utf8
        case UInt8(ascii: ">"): out += "&gt;".utf8
        case UInt8(ascii: "&"): out += "&amp;".utf8
        case 9, 10, 13, 32...: out.append(input[index])
        default: break
        }
      }
    }

    /// Passes over `<!DOCTYPE …>` with what stands in its brackets.
    private mutating func skipDeclaration() {
      var depth = 0
      while at < input.count {
        switch input[at] {
        case UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "]"): depth -= 1
        case UInt8(ascii: ">") where depth <= 0:
          at += 1
          return
        default: break
        }
        at += 1
      }
    }

    private static let longestEntity = 32

    private mutating func takeEntity() {
      var finish = at + 1
      while finish < input.count, finish - at <= Self.longestEntity {
        let byte = input[finish]
        guard byte | 32 >= 97 && byte | 32 <= 122 || byte >= 48 && byte <= 57 || byte == 35 else {
          break
        }
        finish += 1
      }
      guard byte(finish) == UInt8(ascii: ";"), finish > at + 1,
        let text = Self.meaning(input[at + 1..<finish])
      else {
        out += "&amp;".utf8
        at += 1
        return
      }
      out += text
      at = finish + 1
    }

    /// What an entity's name or number stands for, escaped where it must be; nil when it is none.
    private static func meaning(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
      let value: UInt32
      if name.first == UInt8(ascii: "#") {
        let digits = String(decoding: name.dropFirst(), as: UTF8.self)
        let number =
          digits.hasPrefix("x") || digits.hasPrefix("X")
          ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let number else { return nil }
        value = number
      } else if name.elementsEqual("apos".utf8) {
        value = 39
      } else {
        guard
          let entity = (Array(name) + [0]).withUnsafeBufferPointer({
            htmlEntityLookup($0.baseAddress)
          })
        else { return nil }
        value = UInt32(entity.pointee.value)
      }
      switch value {
      case 38: return Array("&amp;".utf8)
      case 60: return Array("&lt;".utf8)
      case 62: return Array("&gt;".utf8)
      case 34: return Array("&quot;".utf8)
      case 39: return Array("&#39;".utf8)
      case 9, 10, 13, 32...:
        guard let scalar = Unicode.Scalar(value), value < 0xfffe || value > 0xffff else {
          return []
        }
        return Array(String(Character(scalar)).utf8)
      default: return []
      }
    }
  }
}
