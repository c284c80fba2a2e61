extension WebAddress {
  /// Whether another address is of the same site: on the same host and port, or on a host below it.
  ///
  /// The labels `www`, `m`, `mobile` and `amp` do not count. No list of public suffixes is needed: of
  /// two hosts that merely have a parent in common neither speaks for the other.
  package func isOfSameSite(as other: WebAddress) -> Bool {
    let (mine, theirs) = (siteParts, other.siteParts)
    guard mine.port == theirs.port else { return false }
    if mine.labels == theirs.labels { return true }
    let (short, long) =
      mine.labels.count < theirs.labels.count
      ? (mine.labels, theirs.labels) : (theirs.labels, mine.labels)
    // Numbers have no hosts below them.
    return short.count >= 2 && long.suffix(short.count).elementsEqual(short)
      && short.contains { $0.utf8.contains { !(48...57).contains($0) } }
  }

  private var siteParts: (labels: [Substring], port: Substring) {
    let beforePort = scheme.utf8.count + 3 + host.utf8.count
    let port = text.utf8.dropFirst(beforePort).prefix { $0 != UInt8(ascii: "/") }
    var labels = host.split(separator: ".")
    while labels.count > 2, let i = labels.dropLast(2).firstIndex(where: Self.variants.contains) {
      labels.remove(at: i)
    }
    return (labels, Substring(port))
  }

  private static let variants: [Substring] = ["www", "m", "mobile", "amp"]
}
