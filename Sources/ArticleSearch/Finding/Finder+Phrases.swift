/// The words of a phrase as documents have them one after another.
struct PhraseCodes {
  var codes: [UInt32]
  /// What its last word may be; nil where that is among the codes.
  var endings: Set<UInt32>?
}

extension Finder {
  /// What a phrase is looked for by in the documents that have its words; nil for a word alone.
  func codes(of phrase: [WordParser.Word], isOpen: Bool) throws(SearchError) -> PhraseCodes? {
    guard phrase.count > 1, let last = phrase.last else { return nil }
    guard isOpen else { return PhraseCodes(codes: phrase.map(\.word.code)) }
    var endings: Set<UInt32> = [last.word.code]
    for part in reader.parts {
      for key in try part.segment.keys(from: Self.key(last.bytes), limit: Self.maxEndings) {
        endings.insert(ParsedWord.code(of: key.dropFirst()))
      }
    }
    return PhraseCodes(codes: phrase.dropLast().map(\.word.code), endings: endings)
  }

  /// The documents that may have words one after another, since they have all of them, and signs as they are written.
  ///
  /// In scripts without spaces pairs of letters count as well.
  func candidates(
    for phrase: [WordParser.Word],
    isOpen: Bool
  ) throws(SearchError) -> Impacts {
    var keys: Set<[UInt8]> = []
    let whole = isOpen ? phrase.dropLast() : phrase[...]
    for (index, part) in whole.enumerated() {
      if part.word.isJoined, index > 0 {
        keys.insert(Self.key(phrase[index - 1].bytes + part.bytes))
      } else if !part.word.isLetter || whole.count == 1 {
        keys.insert(Self.key(part.bytes))
      }
    }
    if keys.isEmpty { keys = Set(whole.map { Self.key($0.bytes) }) }
    for (index, part) in phrase.enumerated() {
      let joints = part.word.joints(part.bytes, after: index > 0 ? phrase[index - 1].bytes : [])
      guard !joints.isEmpty else { continue }
      // These are rarer than their words.
      if !isOpen || index < phrase.count - 1 { keys.formUnion(joints) }
      if phrase.count == 1 { keys = isOpen ? [] : Set(joints) }
    }
    var all: Impacts?
    if isOpen, let last = phrase.last {
      let joints = last.word.joints(last.bytes, after: phrase.dropLast().last?.bytes ?? [])
      all = try joints.isEmpty ? beginning(last.bytes, last.word) : nil
      for joint in joints { keep(try beginning(with: joint), in: &all) }
    }
    // The longest keys are the rarest.
    for key in keys.sorted(by: { $0.count > $1.count }) { keep(try having(key), in: &all) }
    for (first, second) in zip(whole, whole.dropFirst()) {
      let pair = WordCodes.pairKey(first.word.code, second.word.code)
      keep(try having(pair), in: &all, isPair: true)
    }
    return all ?? Impacts(repeating: 0, count: reader.count)
  }

  /// Takes out the documents that others have not; what is left counts as the less of both, but for pairs.
  private func keep(_ found: Impacts, in all: inout Impacts?, isPair: Bool = false) {
    guard var kept = all else { return all = found }
    all = nil
    for place in kept.indices where !isPair || found[place] == 0 {
      kept[place] = min(kept[place], found[place])
    }
    all = kept
  }

  /// Those of some documents whose words have the codes of a phrase one after another.
  ///
  /// - Parameters:
  ///   - phrase: the codes.
  ///   - places: the documents, rising.
  /// - Returns: their places, rising.
  /// - Throws: `damaged`, and what the system says.
  func having(_ phrase: PhraseCodes, among places: [Int]) throws(SearchError) -> [Int] {
    var found: [Int] = []
    for place in places {
      guard let (part, number) = reader.document(at: place) else { continue }
      let has = try part.segment.withValue(WordCodes.key(of: number)) {
        (record) throws(SearchError) in
        try WordCodes.have(record, phrase.codes, endings: phrase.endings)
      }
      if has { found.append(place) }
    }
    return found
  }
}
