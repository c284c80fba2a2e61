import Glibc

/// newsboat's first screen on a cache of as many items, for comparison; nil where it is not installed or
/// shows nothing.
func measureNewsboat(items: Int, in directory: String) -> [FrameBench.Sample]? {
  guard system("command -v newsboat >/dev/null 2>&1") == 0 else { return nil }
  let home = "\(directory)/newsboat-\(items)"
  _ = system("mkdir -p '\(home)'")
  var feed = "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>Bench</title>\n"
  for number in 0..<items {
    feed += "<item><title>Article number \(number) about reading</title>"
    feed += "<link>https://example.com/articles/\(number)</link><guid>\(number)</guid>"
    feed +=
      "<description>A sentence or two that say what this article is about.</description></item>\n"
  }
  feed += "</channel></rss>\n"
  guard put(feed, "\(home)/feed.xml"), put("file://\(home)/feed.xml\n", "\(home)/urls"),
    // Its usual line cuts off numbers of five digits.
    put("max-items 0\nfeedlist-format \"%t: %U of %c items.\"\n", "\(home)/config")
  else { return nil }
  let files = "-u \(home)/urls -c \(home)/cache.db -C \(home)/config"
  let environment = [
    "HOME=\(home)", "TERM=xterm-256color", "LANG=C.UTF-8", "PATH=/usr/bin:/bin",
  ]
  guard system("env HOME=\(home) newsboat \(files) -x reload >/dev/null 2>&1") == 0 else {
    return nil
  }
  let words = ["/usr/bin/newsboat"] + files.split(separator: " ").map(String.init)
  // The feed's line carries the number of its items: the screen is complete only then.
  return FrameBench.samples(
    of: words,
    environment: environment,
    until: ["of \(items) items."],
    count: 5
  )
}

private func put(_ text: String, _ path: String) -> Bool {
  guard let file = fopen(path, "w") else { return false }
  defer { fclose(file) }
  return fputs(text, file) >= 0
}
