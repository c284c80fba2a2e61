/// The commands of the command line; help and completions derive from this table.
enum Subcommand: String, CaseIterable {
  case add, list, show, open, archive, unarchive, favorite, unfavorite, delete, restore, tag, fetch
  case discover, sources, rules, extract, doctor, help, version

  /// How it is written.
  var synopsis: String {
    switch self {
    case .add:
      "add URL... [-t TAG]... [--title T] [--html FILE|-] [--favorite|--archive] [--no-fetch] [-]"
    case .list: "list [QUERY] [--sort ORDER] [--limit N] [--json]"
    case .show: "show TARGET [--format \(TextFormat.alternatives)] [--width N] [--links]"
    case .open: "open TARGET|luego://article?url=URL"
    case .archive, .unarchive, .favorite, .unfavorite, .delete, .restore:
      "\(rawValue) TARGET..."
    case .tag: "tag TARGET... +NAME -NAME"
    case .fetch: "fetch [QUERY] [--quiet]"
    case .extract:
      "extract [--url URL] [--format \(TextFormat.alternatives)] [--explain] [FILE...|-]"
    case .discover: "discover [--source NAME] [--category NAME] [--save] [--json] [--width N]"
    case .sources:
      "sources [list|add URL|FILE [NAME]|remove NAME|on NAME|off NAME|block SITE|unblock SITE|refresh [NAME]...]"
    case .rules: "rules [add DIRECTORY|ZIP [--replace]]"
    case .doctor: "doctor [--repair]"
    case .help: "help [COMMAND]"
    case .version: "version"
    }
  }

  /// What it does, in a line.
  var summary: String {
    switch self {
    case .add: "save addresses; the pages are fetched afterwards"
    case .list: "list articles: All Articles, or everything that a query finds"
    case .show: "print an article"
    case .open: "open an article in the browser"
    case .archive: "move to Archived"
    case .unarchive: "bring back from Archived"
    case .favorite: "move to Favorites"
    case .unfavorite: "take out of Favorites"
    case .delete: "move to Trash"
    case .restore: "bring back from Trash"
    case .tag: "add and remove tags"
    case .fetch: "fetch what is waiting or failed"
    case .extract: "turn a page into readable text: a filter for pipes"
    case .discover: "pick an article from the web and print it"
    case .sources: "what discovery picks from, and how that has been going"
    case .rules: "rules for the pages of single sites"
    case .doctor: "check the library, and repair it"
    case .help: "explain a command"
    case .version: "print the version"
    }
  }

  /// More to know, for `help COMMAND`.
  var details: String {
    switch self {
    case .add:
      """
      Each address is stored first, then its page is fetched; without a network it waits.
      “-” reads lines from standard input and saves every address in them.
      --html takes the page from a file and never touches the network.
      Prints a line for each address. An address that is saved already says where it is.
      """
    case .list:
      """
      Without a query: All Articles. With one: everything that matches and is not in Trash.
      Queries: words, tag:x, site:x, is:unread, minutes:..10, older:1y, in:trash, -tag:y
      Orders: newest oldest published title site length progress recent
      """
    case .show:
      """
      TARGET is an id or the beginning of one, an address, or a query that finds one article.
      On a terminal text has colors and links; elsewhere, and with --links, links are numbered and
      listed at the end.
      """
    case .fetch:
      """
      Without a query: what failed, and what waits and is due to be tried again.
      With one: all that it finds, asking each server only for what has changed.
      Says on standard error how far it is, where that is a terminal, and at the end how much came;
      --quiet prints nothing. Ctrl-C stops; what has come is kept.
      """
    case .discover:
      """
      Picks from the source that is set, or from a random one (surprise). What was shown is not picked
      again soon; with --seed N the same is picked each time. --save puts it into the library.
      """
    case .sources:
      """
      A source is a feed, an OPML file, a web page that names its feed, or a list of addresses, a line
      each. Adding one under the name of another points that one elsewhere.
      """
    case .rules:
      """
      Rules are in the site-config format of FiveFilters, a file for each host, such as example.com.txt.
      “add” takes in a collection of them; files of your own stay, unless --replace is given.
      Without it: how many there are, and what is wrong with them.
      """
    case .extract:
      "--explain says on standard error which site rules hold, and what is wrong with them."
    case .tag: "Example: luego tag 3f9c +design -later"
    case .open: "BROWSER names the browser; else xdg-open is asked."
    default: ""
    }
  }
}
