/// Matches class and id names against all hint words at once, with an Aho-Corasick automaton.
///
/// Names are lower-cased and split at punctuation and camel humps into words separated by single
/// spaces; a pattern with a space matches only at a word boundary.
struct HintVocabulary: Sendable {
  static let standard = HintVocabulary(ClassHints.table)

  /// The next state by state and symbol, with 38 symbols per state.
  private var next: [UInt16] = []
  private var found: [UInt64] = []
  private let symbols: [UInt8]

  private init(_ table: [(ClassHints, [String])]) {
    var symbols = [UInt8](repeating: 37, count: 256)
    for byte in 0..<128 {
      switch UInt8(byte) {
      case 0x61...0x7a: symbols[byte] = UInt8(byte - 0x61 + 1)
      case 0x41...0x5a: symbols[byte] = UInt8(byte - 0x41 + 1)
      case 0x30...0x39: symbols[byte] = UInt8(byte - 0x30 + 27)
      default: symbols[byte] = 0
      }
    }
    self.symbols = symbols
    addState()
    for (marks, words) in table { for word in words { add(word, marks) } }
    link()
  }

  private mutating func addState() {
    next += [UInt16](repeating: 0, count: 38)
    found.append(0)
  }

  private mutating func add(_ word: String, _ marks: ClassHints) {
    var state = 0
    for byte in word.utf8 {
      let slot = state * 38 + Int(symbols[Int(byte)])
      if next[slot] == 0 {
        addState()
        next[slot] = UInt16(found.count - 1)
      }
      state = Int(next[slot])
    }
    found[state] |= marks.rawValue
  }

  private mutating func link() {
    var fail = [Int](repeating: 0, count: found.count)
    var queue: [Int] = []
    for symbol in 0..<38 where next[symbol] != 0 { queue.append(Int(next[symbol])) }
    var head = 0
    while head < queue.count {
      let state = queue[head]
      head += 1
      found[state] |= found[fail[state]]
      for symbol in 0..<38 {
        let slot = state * 38 + symbol
        let fallback = next[fail[state] * 38 + symbol]
        if next[slot] == 0 {
          next[slot] = fallback
        } else {
          fail[Int(next[slot])] = Int(fallback)
          queue.append(Int(next[slot]))
        }
      }
    }
  }

  /// Returns the hints of a class or id value.
  func marks(_ value: UnsafeBufferPointer<UInt8>) -> ClassHints {
    guard !value.isEmpty else { return [] }
    var hits: UInt64 = 0
    next.withUnsafeBufferPointer { next in
      found.withUnsafeBufferPointer { found in
        symbols.withUnsafeBufferPointer { symbols in
          var state = Int(next[0])
          var wasSpace = true
          var wasLower = false
          var place = 0
          while place < value.count {
            let byte = value[place]
            place += 1
            let symbol = Int(symbols[Int(byte)])
            if symbol == 0 {
              wasLower = false
              if wasSpace { continue }
              wasSpace = true
            } else {
              if wasLower, byte >= 0x41, byte <= 0x5a {
                state = Int(next[state * 38])
                hits |= found[state]
              }
              wasSpace = false
              wasLower = byte >= 0x61
            }
            state = Int(next[state * 38 + symbol])
            hits |= found[state]
          }
          if !wasSpace {
            state = Int(next[state * 38])
            hits |= found[state]
          }
        }
      }
    }
    return ClassHints(rawValue: hits)
  }
}
