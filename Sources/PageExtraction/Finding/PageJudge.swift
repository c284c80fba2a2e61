import ReadingList

/// Judges whether the extracted text is the article, or an obstacle such as a login form.
struct PageJudge {
  private let page: PreparedPage
  private let filter: MarkupFilter
  private let title: String
  private let text: String
  private let words: Int
  private let hasPictures: Bool
  /// Whether the page has metadata about an article.
  private let isDescribed: Bool

  /// The number of words that make an article, whatever they say.
  private static let enough = 500

  init(
    _ page: PreparedPage, _ filter: MarkupFilter, metadata: PageMetadata, body: ArticleBody
  ) {
    self.page = page
    self.filter = filter
    title = metadata.title?.lowercased() ?? ""
    isDescribed = metadata.title ?? metadata.excerpt ?? metadata.author != nil
    let plain = body.plainText
    words = ReadingTime.words(in: plain)
    text = words < Self.enough || page.reader.data.isPaid ? plain.lowercased() : ""
    hasPictures = body.blocks.contains(where: \.isFigure)
  }

  /// Judges the page, with the most reliable sign first.
  func verdict() -> FetchState {
    if words >= Self.enough, !page.reader.data.isPaid { return .ready }
    if isErrorPage { return .suspect(reason: "This looks like an error page") }
    if isRobotCheck {
      return .suspect(
        reason: "The site blocks programs; save the page in a browser and add it with: "
          + "luego add --html FILE")
    }
    if needsScript { return .suspect(reason: "The page needs JavaScript") }
    if isConsent { return .suspect(reason: "This looks like a cookie notice") }
    if isLogin { return Extraction.needsLogin }
    if isPaywall { return .suspect(reason: "Only the beginning; the rest is for subscribers") }
    if words == 0 {
      if hasPictures { return .ready }
      // A page with a description and no text builds its text with scripts.
      return isDescribed
        ? .suspect(reason: "No text found; the page may need JavaScript")
        : .failed(reason: "No text found")
    }
    if words < 25, !hasPictures {
      return .suspect(reason: words == 1 ? "Only 1 word found" : "Only \(words) words found")
    }
    return .ready
  }

  private func contains(_ phrases: [String]) -> Bool {
    phrases.contains { ByteText.contains(text, $0) }
  }

  /// The maximum number of words in a message; a longer line is a sentence of a text.
  private static let maxMessage = 20

  /// Whether a short line contains one of the phrases.
  private func saysAlone(_ phrases: [String]) -> Bool {
    text.split(separator: "\n").contains { line in
      line.split(separator: " ").count <= Self.maxMessage
        && phrases.contains { ByteText.contains(String(line), $0) }
    }
  }

  private var isErrorPage: Bool {
    guard words < 300 else { return false }
    let titles = [
      "page not found", "404", "not found", "403 forbidden", "access denied", "500 internal",
      "internal server error", "502 bad gateway", "503 service", "service unavailable", "error 404",
      "page unavailable", "seite nicht gefunden", "page introuvable", "página no encontrada",
      "site not found", "410 gone", "page cannot be found", "page can't be found",
      "page can’t be found",
    ]
    if titles.contains(where: { title.hasPrefix($0) || title.hasSuffix($0) }) { return true }
    return words < 120
      && saysAlone([
        "page you requested could not be found", "page you are looking for",
        "page you were looking for", "page not found", "under maintenance",
        "temporarily unavailable", "domain is for sale", "this domain is parked",
        "page has been removed", "page is no longer available", "content is no longer available",
        "something went wrong", "page doesn't exist", "page doesn’t exist", "page does not exist",
        "could not be found on this server", "error 404", "404 error", "http 404",
        "you don't have permission to access", "you do not have permission to access",
      ])
  }

  private var isRobotCheck: Bool {
    guard words < 200 else { return false }
    return [
      "just a moment", "attention required", "are you a robot", "robot or human", "captcha",
      "verifying you are human", "verify you are human",
    ].contains { ByteText.contains(title, $0) }
      || contains([
        "verify you are human", "verifying you are human", "verify that you are human",
        "checking your browser", "are you a robot", "unusual traffic from your",
        "complete the security check", "enable cookies and reload", "confirm you are human",
        "pardon our interruption", "access to this page has been denied", "you have been blocked",
        "your request has been blocked", "performing security verification",
        "please complete the captcha", "request unsuccessful. incapsula",
      ])
  }

  /// Whether the page shows an obstacle instead of the article.
  var isWall: Bool { isErrorPage || isRobotCheck || isConsent || isLogin || needsScript }

  private static let signsOfScript = [
    "enable javascript", "javascript is disabled", "javascript is required", "requires javascript",
    "turn on javascript", "javascript to run this app", "javascript is not available",
    "activate javascript", "javascript must be enabled", "without javascript",
    "aktivieren sie javascript", "activer javascript", "activez javascript", "habilita javascript",
    "javascript aktiviert",
  ]

  /// Whether the page has no text, but would have one with scripts.
  var hasNoTextWithoutScript: Bool { needsScript && (words == 0 || contains(Self.signsOfScript)) }

  private var needsScript: Bool {
    guard words < 80 else { return false }
    let signs = Self.signsOfScript
    let noscript = page.noscript.lowercased()
    if contains(signs) || signs.contains(where: { ByteText.contains(noscript, $0) }) { return true }
    if asksForPassword, isLoginTitle { return false }
    return words < 25 && !hasPictures
      && (filter.scriptBytes > 20_000 || words == 0 && filter.loadsScripts)
  }

  private var isConsent: Bool {
    guard words < 250, words > 0 else { return false }
    let signs = [
      "cookie", "consent", "privacy", "partners", "gdpr", "datenschutz", "einwilligung",
      "legitimate interest", "accept all", "reject all", "personalised ads", "personalized ads",
      "confidentialité", "privacidad", "before you continue", "zustimmen", "accepter",
    ]
    let text = Array(text.utf8)
    let hits = signs.reduce(0) { $0 + ByteText.count(Array($1.utf8), in: text, atMost: 20) }
    return hits >= 4 && hits * 18 >= words
  }

  private var isLogin: Bool {
    guard words < 120 else { return false }
    if asksForPassword { return isLoginTitle || words < 40 }
    return contains([
      "you must be logged in", "you need to log in", "please log in to", "please sign in to",
      "log in to continue", "sign in to continue", "login required", "you must log in",
    ])
  }

  private var asksForPassword: Bool {
    let tree = page.tree
    return tree.elements([.input], in: PageTree.root).contains { input in
      tree.attribute(.type, of: input, equals: "password")
        && !tree.path(input).contains { tree[$0].flags.contains(.hidden) }
    }
  }

  private var isLoginTitle: Bool {
    ["log in", "login", "sign in", "anmelden", "connexion", "iniciar sesión"].contains {
      ByteText.contains(title, $0)
    }
  }

  private var isPaywall: Bool {
    guard words < 350 else { return false }
    if page.reader.data.isPaid { return true }
    // The paywall itself is not in the extracted text; if that is short, the whole page is
    // searched.
    if words < 120 {
      let all = page.tree.innerText(PageTree.root, limit: 20_000).lowercased()
      if Self.barriers.contains(where: { ByteText.contains(all, $0) }) { return true }
    }
    return contains(
      [
        "subscribe to read", "subscribers only", "already a subscriber", "subscribe now to read",
        "exclusive to subscribers", "continue reading with a", "reserved for subscribers",
        "réservé aux abonnés", "article réservé", "nur für abonnenten", "solo para suscriptores",
        "become a member to read", "start your free trial to",
      ] + Self.barriers)
  }

  /// Phrases that a page only uses about its own text, never about another article.
  private static let barriers = [
    "subscribe to continue", "to continue reading", "this article is for subscribers",
    "this content is for members",
  ]
}
