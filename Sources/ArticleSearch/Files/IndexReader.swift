import Platform
import ReadingList

/// The index as it was committed at some time, open for reading.
///
/// Documents have places, from 0, in the order of their numbers.
struct IndexReader {
  /// A file, and where its documents are.
  struct Part {
    let name: String
    let segment: Segment
    let table: DocumentTable
    /// The place of its first document.
    var start: Int
  }

  let manifest: Manifest
  let parts: [Part]
  /// How many documents, with the dead ones.
  let count: Int
  /// Of each document.
  let ids: [ArticleID]
  /// 0xff for each document that is not dead, 0 for the others.
  let living: [UInt8]
  /// A bit for the language of each document.
  let languages: [UInt32]
  /// The places of those that are not dead, sorted by their ids.
  let order: [UInt32]
  /// The languages, by how many documents they have; those of more than one in a hundred, at most six;
  /// English where none is known.
  let frequentLanguages: [UInt8]

  /// Opens what a manifest names.
  ///
  /// - Parameters:
  ///   - manifest: the files.
  ///   - directory: where they are.
  ///   - old: what was open before, whose files are taken over.
  /// - Throws: `missing` when a file is not there.
  init(_ manifest: Manifest, in directory: String, after old: IndexReader?) throws(SearchError) {
    self.manifest = manifest
    let known = Dictionary((old?.parts ?? []).map { ($0.name, $0) }) { first, _ in first }
    var parts: [Part] = []
    var count = 0
    let missing = manifest.parts.filter { known[$0.name] == nil }
    try VerifiedFiles(directory).verify(missing)
    for listed in manifest.parts {
      if var part = known[listed.name] {
        part.start = count
        parts.append(part)
      } else {
        let segment = try Segment(directory + "/" + listed.name)
        let table = try segment.withValue(DocumentTable.key) { (bytes) throws(SearchError) in
          try DocumentTable(parsing: bytes)
        }
        parts.append(Part(name: listed.name, segment: segment, table: table, start: count))
      }
      guard let part = parts.last, part.table.ids.count == listed.count else {
        throw .damaged("the number of documents")
      }
      count += listed.count
    }
    self.parts = parts
    self.count = count
    ids = parts.count == 1 ? parts[0].table.ids : parts.flatMap(\.table.ids)
    var living = [UInt8](repeating: 0xff, count: count)
    for number in manifest.dead {
      if let place = Self.place(of: number, in: parts) { living[place] = 0 }
    }
    self.living = living
    languages = parts.flatMap { $0.table.languages.map { UInt32(1) << UInt32($0) } }
    order = Self.sorted(ids, living)
    var counts = [Int](repeating: 0, count: 32)
    for part in parts { for language in part.table.languages { counts[Int(language)] += 1 } }
    counts[0] = 0
    let frequent = counts.indices.filter { counts[$0] * 100 > count }
      .sorted { (counts[$1], $0) < (counts[$0], $1) }.prefix(6).map { UInt8($0) }
    // Pages that do not say are mostly in English.
    frequentLanguages = frequent.isEmpty ? [Languages.number(of: "en")] : frequent
  }

  /// The place of the document with a number.
  private static func place(of number: UInt32, in parts: [Part]) -> Int? {
    for part in parts {
      var start = part.start
      for run in part.table.runs {
        if number >= run.first, number - run.first < UInt32(run.count) {
          return start + Int(number - run.first)
        }
        start += run.count
      }
    }
    return nil
  }

  /// The part that has a place, and the number of the document there.
  func document(at place: Int) -> (part: Part, number: UInt32)? {
    guard let part = parts.last(where: { $0.start <= place }) else { return nil }
    var rest = place - part.start
    for run in part.table.runs {
      if rest < run.count { return (part, run.first + UInt32(rest)) }
      rest -= run.count
    }
    return nil
  }

  /// The place of an article.
  func place(of id: ArticleID) -> Int? {
    let place = order.partitioningIndex { ids[Int($0)] >= id }
    guard place < order.count, ids[Int(order[place])] == id else { return nil }
    return Int(order[place])
  }

  /// The living places by their ids, which are hashes: parted by their first bits into about as many buckets
  /// as there are documents, they are nearly in order.
  private static func sorted(_ ids: [ArticleID], _ living: [UInt8]) -> [UInt32] {
    let bits = UInt64.bitWidth - ids.count.leadingZeroBitCount
    func bucket(of place: Int) -> Int { Int(ids[place].head >> (UInt64.bitWidth - bits)) }
    // The ends of the buckets; filling them from the back turns these into their starts.
    var starts = [UInt32](repeating: 0, count: 1 << bits)
    for place in ids.indices where living[place] != 0 { starts[bucket(of: place)] += 1 }
    for index in starts.indices.dropFirst() { starts[index] += starts[index - 1] }
    var order = [UInt32](repeating: 0, count: Int(starts.last ?? 0))
    for place in ids.indices.reversed() where living[place] != 0 {
      let bucket = bucket(of: place)
      starts[bucket] -= 1
      order[Int(starts[bucket])] = UInt32(place)
    }
    for (start, end) in zip(starts, starts.dropFirst() + [UInt32(order.count)])
    where end - start > 1 {
      order[Int(start)..<Int(end)].sort { ids[Int($0)] < ids[Int($1)] }
    }
    return order
  }
}
