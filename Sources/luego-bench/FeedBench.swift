import TestSupport
import Web

/// Measures reading feeds and a list of all small sites.
func benchmarkFeeds() throws {
  var generator = FeedGenerator(seed: 1)
  let documents: [(name: String, bytes: [UInt8], count: Int)] = [
    ("RSS, text in sections", generator.rss(items: 4000, isEscaped: false), 4000),
    ("RSS, text escaped", generator.rss(items: 4000, isEscaped: true), 4000),
    ("Atom, text escaped", generator.atom(entries: 4000, isXHTML: false), 4000),
    ("Atom, XHTML", generator.atom(entries: 4000, isXHTML: true), 4000),
    ("JSON Feed", generator.json(items: 4000), 4000),
    ("OPML of 37,000 feeds", generator.opml(outlines: 37_000), 37_000),
  ]
  print("Reading feeds, medians")
  print("                                      MB        ms      MB/s    max ms")
  for (name, bytes, count) in documents {
    let times = try Measure.runs(11) {
      let read =
        switch try FeedReader.read(bytes, at: "https://blog.example/feed") {
        case .feed(let feed): feed.items.count
        case .outlines(let outlines, _): outlines.count
        }
      guard read == count else { throw Failed("\(name): not all entries were read") }
    }
    let (megabytes, median) = (Double(bytes.count) / 1_000_000, Measure.median(times))
    Measure.row(name, megabytes, median, megabytes / median * 1000, times[10], width: 30)
  }
}
