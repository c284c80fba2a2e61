/// Punycode as RFC 3492 has it: labels of other scripts in ASCII, as the name system stores them.
enum Punycode {
  private static let base = 36
  private static let (least, most) = (1, 26)
  private static let (skew, damp) = (38, 700)
  private static let firstBias = 72
  private static let firstCode = 0x80

  /// The text that a label after `xn--` stands for; nil when it is no punycode.
  static func decode(_ label: some StringProtocol) -> String? {
    let bytes = Array(label.utf8)
    guard bytes.count <= 63, bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
    var out: [Int] = []
    var rest = bytes[...]
    if let hyphen = bytes.lastIndex(of: UInt8(ascii: "-")) {
      out = bytes[..<hyphen].map(Int.init)
      rest = bytes[(hyphen + 1)...]
    }
    var (code, bias, place) = (firstCode, firstBias, 0)
    while !rest.isEmpty {
      let before = place
      var (weight, k) = (1, base)
      while true {
        guard let byte = rest.popFirst(), let digit = value(byte) else { return nil }
        place += digit * weight
        let threshold = min(max(k - bias, least), most)
        if digit < threshold { break }
        weight *= base - threshold
        k += base
        guard weight < 1 << 32, place < 1 << 32 else { return nil }
      }
      bias = adapted(place - before, count: out.count + 1, isFirst: before == 0)
      code += place / (out.count + 1)
      place %= out.count + 1
      out.insert(code, at: place)
      place += 1
    }
    var scalars = String.UnicodeScalarView()
    for code in out {
      guard let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init) else { return nil }
      scalars.append(scalar)
    }
    return String(scalars)
  }

  /// What stands after `xn--` for a label; nil when it would be longer than a label may be.
  static func encode(_ label: some StringProtocol) -> String? {
    let codes = label.unicodeScalars.map { Int($0.value) }
    guard codes.count <= 63 else { return nil }
    var out = codes.filter { $0 < firstCode }.map { UInt8($0) }
    var done = out.count
    let basic = done
    if basic > 0 { out.append(UInt8(ascii: "-")) }
    var (code, bias, delta) = (firstCode, firstBias, 0)
    while done < codes.count {
      guard let next = codes.lazy.filter({ $0 >= code }).min() else { return nil }
      delta += (next - code) * (done + 1)
      code = next
      for other in codes {
        if other < code { delta += 1 }
        guard other == code else { continue }
        var (rest, k) = (delta, base)
        while true {
          let threshold = min(max(k - bias, least), most)
          if rest < threshold { break }
          out.append(digit(threshold + (rest - threshold) % (base - threshold)))
          rest = (rest - threshold) / (base - threshold)
          k += base
        }
        out.append(digit(rest))
        bias = adapted(delta, count: done + 1, isFirst: done == basic)
        delta = 0
        done += 1
      }
      delta += 1
      code += 1
    }
    return out.count <= 59 ? String(decoding: out, as: UTF8.self) : nil
  }

  private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / damp : delta / 2
    delta += delta / count
    var k = 0
    while delta > (base - least) * most / 2 {
      delta /= base - least
      k += base
    }
    return k + (base - least + 1) * delta / (delta + skew)
  }

  private static func value(_ byte: UInt8) -> Int? {
    switch byte {
    case 48...57: Int(byte) - 22
    case 65...90: Int(byte) - 65
    case 97...122: Int(byte) - 97
    default: nil
    }
  }

  private static func digit(_ value: Int) -> UInt8 { UInt8(value < 26 ? value + 97 : value + 22) }
}
