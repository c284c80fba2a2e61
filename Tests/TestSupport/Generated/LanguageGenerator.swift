import Glibc
import ReadingList

/// Texts whose words are as frequent as in natural language, the same each time.
///
/// Word frequency falls with rank by the Zipf-Mandelbrot law; the words of a text's topic recur in it.
package struct LanguageGenerator {
  /// The words, most frequent first.
  package let words: [String]
  /// The number of leading words that say nothing about a topic.
  private static let commonCount = 150

  private var random: SeededNumbers
  /// The cumulative probability of each rank, scaled to `UInt32.max`.
  private let bounds: [UInt32]

  package init() {
    let vocabulary = 200_000
    var random = SeededNumbers(seed: 7)
    words = Self.words(vocabulary, &random)
    self.random = random
    let weights = (0..<vocabulary).map { 1 / pow(Double($0) + 3.7, 1.07) }
    let all = weights.reduce(0, +)
    var sum = 0.0
    bounds = weights.map {
      sum += $0
      return UInt32(sum / all * Double(UInt32.max))
    }
  }

  private static let frequent = """
    the of and to a in is that it for was on are as with he be by at this have from or had not but what all were
    when we there can an your which their said if do will each about how up out them then she many some so these
    would other into has more her two like him see time could no make than first been its who now people my made
    over did down only way find use may long little very after words called just where most know get through back
    much before go good new write our me man too any day same right look think also around another came come work
    three word must because does part even place well such here take why things help put years different away again
    off went old number great tell men say small every found still between name should home big give air line set
    """

  /// Short words first, as in all languages; made of syllables when the real words run out.
  private static func words(_ count: Int, _ random: inout SeededNumbers) -> [String] {
    let real =
      frequent.split(whereSeparator: \.isWhitespace).map(String.init) + Vocabulary.nouns
      + Vocabulary.adjectives
    var seen: Set<String> = []
    var words = real.filter { seen.insert($0).inserted }
    let syllables = [
      "ka", "to", "ri", "len", "mar", "ing", "es", "ton", "al", "per", "con", "di", "re", "ver",
      "sa", "mo", "tion", "er", "li", "ne", "pro", "com", "te", "no", "ba", "ul", "is", "an", "or",
      "ent", "ga", "pu", "fi", "shi", "cle", "wo", "the", "qua", "vi", "dre", "sp", "cha", "hu",
      "jo", "ze",
    ]
    while words.count < count {
      var bits = words.count
      var length = 3
      while bits > 8 {
        bits /= 8
        length += 1
      }
      length += Int.random(in: 0..<4, using: &random)
      var word = ""
      while word.utf8.count < length { word += random.pick(syllables) }
      if seen.insert(word).inserted { words.append(word) }
    }
    return Array(words.prefix(count))
  }

  private mutating func rank() -> Int {
    let point = UInt32.random(in: 0...UInt32.max, using: &random)
    return min(bounds.partitioningIndex { $0 >= point }, bounds.count - 1)
  }

  /// A text of `average` words on average, between a third and three times as many.
  package mutating func text(words average: Int) -> String {
    let share = Double.random(in: 0..<1, using: &random)
    let count = Int(Double(average) * (0.34 + 2.0 * share * share))
    let topic = (0..<25).map { _ -> Int in
      while true {
        let rank = rank()
        if rank >= Self.commonCount { return rank }
      }
    }
    var text = ""
    text.reserveCapacity(count * 7)
    var left = 0
    for index in 0..<count {
      if left == 0 {
        if index > 0 { text += random.chance(12) ? ".\n\n" : ". " }
        left = Int.random(in: 6...24, using: &random)
      } else {
        text += random.chance(7) ? ", " : " "
      }
      left -= 1
      text += words[random.chance(18) ? random.pick(topic) : rank()]
    }
    return text + ".\n"
  }

  private mutating func title() -> String {
    (0..<Int.random(in: 3...9, using: &random)).map { _ in words[rank()] }.joined(separator: " ")
  }

  /// Writes `count` articles in the formats that other programs index: a text and a mail for each, and
  /// one feed.
  package mutating func write(_ count: Int, to directory: String) throws(SystemFailure) {
    func put(_ text: String, _ name: String, _ mode: String = "w") throws(SystemFailure) {
      guard let file = fopen("\(directory)/\(name)", mode) else { throw SystemFailure(name) }
      fputs(text, file)
      fclose(file)
    }
    for name in ["", "texts", "mails", "mails/cur", "mails/new", "mails/tmp"] {
      mkdir("\(directory)/\(name)", 0o700)
    }
    let head = "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>Bench</title>\n"
    try put(head, "feed.xml")
    for number in 0..<count {
      let (title, body) = (self.title(), self.text(words: 600))
      let text = "\(title)\n\n\(body)"
      try put(text, "texts/\(number).txt")
      try put(
        "From: a@example.com\nDate: Mon, 2 Nov 2026 10:00:00 +0000\n"
          + "Message-ID: <\(number)@example.com>\nSubject: \(text)", "mails/cur/\(number):2,S")
      try put(
        "<item><title>\(title)</title><guid>\(number)</guid>"
          + "<description>\(body)</description></item>\n", "feed.xml", "a")
    }
    try put("</channel></rss>\n", "feed.xml", "a")
  }
}
