import ReadingList

private let id = ArticleID(canonicalURL: "https://www.example.com/")

/// Reads a record: writing and reading it again changes nothing.
func fuzzRecord(_ bytes: [UInt8]) {
  guard let read = try? Registers(file: bytes, id: id) else { return }
  let written = read.bytes(of: id)
  guard let again = try? Registers(file: written, id: id) else {
    return check(false, "what was written cannot be read")
  }
  check(again == read, "a record changes when it is written")
  check(again.bytes(of: id) == written, "a record is not written the same twice")
  if let article = Article(read, id: id) { checkHarmless(article.title, "a title") }
}

/// Merges two records: the order does not matter, and merging again changes nothing.
func fuzzMerge(_ bytes: [UInt8]) {
  let half = bytes.split(separator: 0, maxSplits: 1).map(Array.init)
  guard half.count == 2, let first = try? Registers(file: half[0], id: id),
    let second = try? Registers(file: half[1], id: id)
  else { return }
  let joined = first.joined(second)
  check(joined == second.joined(first), "the order of joining matters")
  check(joined.joined(first) == joined && joined.joined(second) == joined, "joining twice matters")
}

/// Parses a query: its written form means the same.
func fuzzQuery(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  _ = Query.reading(of: text, isTyping: true)
  guard let query = try? Query(parsing: text) else { return }
  let written = query.text
  guard let again = try? Query(parsing: written) else {
    return check(written.utf8.count > 10_000, "a query cannot be read again: \(written)")
  }
  check(again == query, "a query changes when it is written: \(written)")
}

/// Parses an address: canonicalizing is idempotent.
func fuzzAddress(_ bytes: [UInt8]) {
  guard let address = try? WebAddress(String(decoding: bytes, as: UTF8.self)) else { return }
  let canonical = address.text
  guard let again = try? WebAddress(canonical) else {
    return check(false, "a canonical address cannot be read: \(canonical)")
  }
  check(again.text == canonical, "\(canonical) becomes \(again.text)")
  check(WebAddress(canonical: canonical) == address, "\(canonical) is read as another address")
  check(canonical.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f }, "\(canonical) has odd bytes")
}

/// Parses JSON from the browser extension or other programs: it survives a round trip.
func fuzzJSON(_ bytes: [UInt8]) {
  guard let json = try? JSON(parsing: bytes) else { return }
  for text in [json.compact, json.pretty] {
    check((try? JSON(parsing: Array(text.utf8))) == json, "JSON changes when it is written")
  }
}
