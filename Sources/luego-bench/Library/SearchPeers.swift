import ArticleSearch
import Glibc

/// What others need for the same texts; those that are not installed are passed over.
struct SearchPeers {
  let directory: String
  let count: Int

  private var files: String { directory + "/texts" }
  private var mails: String { directory + "/mails" }

  func run() {
    guard write() else { return complain("luego-bench: no room for the texts of others\n") }
    time("grep -ril of a word, all texts", "grep -ril machine '\(files)' >/dev/null")
    if isInstalled("newsboat"), isInstalled("tmux") { newsboat() }
    if isInstalled("notmuch") { notmuch() }
    if isInstalled("recollindex") { recoll() }
  }

  private func isInstalled(_ name: String) -> Bool {
    let found = system("command -v \(name) >/dev/null 2>&1") == 0
    if !found { print("\(name): not installed") }
    return found
  }

  /// A text and a mail of each article.
  private func write() -> Bool {
    var documents = SearchDocuments()
    _ = system("mkdir -p '\(files)' '\(mails)/cur' '\(mails)/new' '\(mails)/tmp'")
    for number in 0..<count {
      let document = documents.next()
      let head =
        "From: a@example.com\nDate: Mon, 2 Nov 2026 10:00:00 +0000\nMessage-ID: <\(number)@example.com>\n"
      guard put("\(document.title)\n\n\(document.body)", "\(files)/\(number).txt"),
        put("\(head)Subject: \(document.title)\n\n\(document.body)", "\(mails)/cur/\(number):2,S")
      else { return false }
    }
    return true
  }

  /// Its own search, in a terminal that tmux keeps.
  private func newsboat() {
    let home = "\(directory)/newsboat"
    _ = system("mkdir -p '\(home)'")
    guard let feed = fopen("\(home)/feed.xml", "w") else { return }
    fputs("<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>Bench</title>\n", feed)
    var documents = SearchDocuments()
    for number in 0..<count {
      let document = documents.next()
      fputs("<item><title>\(document.title)</title><guid>\(number)</guid>", feed)
      fputs("<description>\(document.body)</description></item>\n", feed)
    }
    fputs("</channel></rss>\n", feed)
    fclose(feed)
    guard put("file://\(home)/feed.xml\n", "\(home)/urls"),
      put("max-items 0\nfeedlist-format \"%t: %U of %c items.\"\n", "\(home)/config")
    else { return }
    let program =
      "env HOME='\(home)' LANG=C.UTF-8 newsboat -u '\(home)/urls' -c '\(home)/cache.db' "
      + "-C '\(home)/config'"
    time("newsboat: reading the feed", "\(program) -x reload >/dev/null 2>&1")
    let tmux = "tmux -L luego-bench-\(getpid())"
    func wait(for text: String) -> String {
      "timeout 120 sh -c 'until \(tmux) capture-pane -p | grep -q \"\(text)\"; do sleep 0.01; done'"
    }
    _ = system(
      "\(tmux) -f /dev/null new-session -d -x 120 -y 40 \"\(program)\"; \(wait(for: "of \(count) items"))"
    )
    time(
      "newsboat: its own search for a word",
      "\(tmux) send-keys /machine Enter; \(wait(for: "Search result"))"
    )
    _ = system("\(tmux) kill-server 2>/dev/null")
  }

  private func notmuch() {
    let config = "\(directory)/notmuch"
    guard put("[database]\npath=\(mails)\n[new]\ntags=unread\n", config) else { return }
    let program = "NOTMUCH_CONFIG='\(config)' notmuch"
    let seconds = time("notmuch: index", "\(program) new --quiet >/dev/null 2>&1") / 1000
    row("  articles a second", Double(count) / max(seconds, 0.001))
    row("  index (MB)", Double(fileSizes("\(mails)/.notmuch/xapian")) / 1e6)
    time(
      "notmuch: first 50 that have a word",
      "\(program) search --limit=50 --sort=newest-first machine >/dev/null"
    )
  }

  private func recoll() {
    let config = "\(directory)/recoll"
    _ = system("mkdir -p '\(config)'")
    guard put("topdirs = \(files)\nthrTCounts = 1 1 1\n", "\(config)/recoll.conf") else { return }
    let seconds =
      time("recoll: index", "recollindex -c '\(config)' >/dev/null 2>&1") / 1000
    row("  articles a second", Double(count) / max(seconds, 0.001))
    row("  index (MB)", Double(fileSizes("\(config)/xapiandb")) / 1e6)
    time(
      "recoll: first 50 that have a word, with excerpts",
      "recollq -c '\(config)' -n 50 -A machine >/dev/null 2>&1"
    )
  }

  @discardableResult
  private func time(_ title: String, _ command: String) -> Double {
    let start = Measure.now
    _ = system(command)
    let time = Measure.now - start
    row(title + " (ms)", time)
    return time
  }

  private func row(_ title: String, _ value: Double) {
    print(title.padded(to: 60) + Measure.cell(value))
    fflush(nil)
  }

  private func put(_ text: String, _ path: String) -> Bool {
    guard let file = fopen(path, "w") else { return false }
    defer { fclose(file) }
    return fputs(text, file) >= 0
  }
}
