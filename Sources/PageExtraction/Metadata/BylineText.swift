/// Extracts the names from a byline.
enum BylineText {
  /// Phrases before names; of those with the same beginning, the longest first.
  private static let openings = [
    "this post was written by", "this article was written by", "view all posts by",
    "view all articles by", "see all posts by", "more posts by", "read more about", "all posts by",
    "written by", "posted by", "published by", "story by", "words by", "reported by", "article by",
    "text by", "edited by", "posts by", "about the author", "the author", "authors", "author", "by",
    "geschrieben von", "veröffentlicht von", "escrito por", "publicado por", "écrit par",
    "publié par", "scritto da", "pubblicato da", "texte", "text", "por", "par", "von", "di", "af",
    "door", "av", "autores", "autor", "auteur", "autore", "автор", "текст", "作者", "文", "撰文", "글",
    "بقلم", "מאת", "โดย", "लेखक", "লেখক",
  ]
  private static let ends: Set<String> = [
    "-", "–", "—", "|", "•", "·", "/", "updated", "published", "posted", "share", "on", "@",
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "reviewed",
    "modified", "submitted", "last", "read", "min", "follow", "following", "subscribe",
  ]
  /// Words for roles, which are not names after a comma.
  private static let roles = [
    "editor", "writer", "reporter", "correspondent", "expert", "director", "founder", "ceo", "cto",
    "manager", "contributor", "columnist", "journalist", "head of", "officer", "president",
    "analyst", "specialist", "redakteur", "representative", "coordinator", "consultant",
    "instructor", "engineer", "author", "staff", "coach", "researcher", "professor",
  ]
  /// First words of roles, which end a name.
  private static let titles: Set<String> = [
    "senior", "former", "head", "chief", "lead", "staff", "associate", "contributing", "view",
    "managing", "deputy", "executive", "editor", "writer", "reporter", "contributor", "founder",
    "co-founder", "cofounder", "ceo", "cto", "journalist", "columnist", "correspondent", "rn",
    "phd",
  ]
  /// Placeholders shown instead of a name.
  private static let strangers: Set<String> = [
    "admin", "administrator", "staff", "guest", "anonymous", "unknown", "editor", "comments",
    "follow", "share", "profile", "bio", "login", "about", "contact", "home", "more", "user",
    "team",
  ]

  /// Whether a name is a software's default.
  static func isStandIn(_ name: String) -> Bool {
    ["admin", "administrator", "author", "anonymous", "unknown", "guest"].contains(
      name.lowercased())
  }

  /// The text without "By" before it.
  static func opened(_ text: String) -> String {
    var rest = text[...]
    while let shorter = withoutOpening(rest) { rest = shorter }
    return rest.isEmpty && !isOpened(text) ? text : String(rest)
  }

  /// Returns "Roy, Aniruddha" as "Aniruddha Roy".
  static func givenNameFirst(_ name: String) -> String {
    let parts = name.split(separator: ",")
    guard parts.count == 2 else { return name }
    return PageText.line("\(parts[1]) \(parts[0])")
  }

  /// Whether a text begins like a byline.
  static func isOpened(_ text: String) -> Bool { withoutOpening(text[...]) != nil }

  private static func withoutOpening(_ text: Substring) -> Substring? {
    guard let first = text.first, first.isLetter else { return nil }
    let head = text.prefix(40).lowercased()
    for opening in openings where head.hasPrefix(opening) {
      let rest = text.dropFirst(opening.count)
      let mark = rest.first
      // Scripts without spaces also require a colon or a space.
      guard mark == nil || mark == " " || mark == ":" || mark == "：" || mark == "/" else {
        continue
      }
      return rest.drop { " :：/-–—".contains($0) }
    }
    return nil
  }

  /// The names without "By", dates and roles; nil if nothing is left.
  static func names(_ text: String) -> String? {
    var rest = opened(PageText.line(text))[...]
    rest = rest.drop { ",;:|•·-–—~( ".contains($0) }
    var names: [Substring] = []
    for glued in rest.split(separator: " ") {
      // A handle in its own element may directly follow a name.
      let at = glued.dropFirst().firstIndex(of: "@")
      let word = at.map { glued[$0...].contains(".") ? glued : glued[..<$0] } ?? glued
      let plain = word.lowercased().filter { $0.isLetter || $0.isNumber || "-–—|•·/@".contains($0) }
      if ends.contains(plain) || word.hasPrefix("@") || word.hasPrefix("[") { break }
      if word.contains(where: \.isNumber) {
        if let last = names.last, DateText.isMonth(last.lowercased().filter(\.isLetter)) {
          names.removeLast()
        }
        break
      }
      if DateText.isMonth(plain), names.count > 0 { break }
      if names.count >= 2, titles.contains(plain), word.first?.isUppercase == true { break }
      names.append(word)
      if word != glued { break }
    }
    var out = names.joined(separator: " ")
    if let comma = out.firstIndex(of: ",") {
      let after = out[comma...].lowercased()
      let role = after.drop { ", ".contains($0) }
      let isOne = roles.contains { role.hasPrefix($0) || role.hasSuffix(" " + $0) }
      if roles.contains(where: { ByteText.contains(after, $0) }), isOne || !after.contains(" and ")
      {
        out = String(out[..<comma])
      }
    }
    if out.hasSuffix(" 기자") { out.removeLast(3) }
    while let last = out.last, ",;:|•·-–— ".contains(last) { out.removeLast() }
    guard out.contains(where: \.isLetter), out.utf8.count < 300 else { return nil }
    return out
  }

  /// Whether names from a byline element are plausible.
  static func isName(_ names: String) -> Bool {
    names.count <= 100 && !strangers.contains(names.lowercased())
      && names.split(separator: " ").count <= 14
  }

  /// Whether a name is a user name rather than a person's or company's name: one word in lower case
  /// or with digits.
  static func isUserName(_ name: String) -> Bool {
    !name.contains(" ") && name.utf8.allSatisfy { $0 < 0x80 }
      && (name.contains(where: { $0.isNumber || $0 == "_" })
        || !name.contains(where: \.isUppercase))
  }

  private static let particles: Set<Substring> = [
    "de", "da", "do", "dos", "del", "della", "di", "la", "le", "van", "von", "der", "den", "ten",
    "ter", "al", "el", "bin", "ibn", "y", "e", "and", "und", "et", "zu", "af", "du", "&",
  ]

  /// Whether names without markup are those of persons: few words, each capitalized.
  static func isPersonal(_ names: String) -> Bool {
    let words = names.split { $0 == " " || $0 == "," }
    guard
      (2...12).contains(words.count) || words.count == 1 && !names.utf8.allSatisfy({ $0 < 0x80 })
    else { return false }
    return isName(names)
      && words.allSatisfy { word in
        particles.contains(word) || word.first.map { $0.isLetter && !$0.isLowercase } ?? false
      }
  }

  /// The names in a byline element: those of the part marked as a name, or else of the whole.
  static func names(in byline: PageTree.Index, _ tree: PageTree) -> String? {
    var byClass: String?
    var byRel: [String] = []
    for node in tree.subtree(byline) where tree.tag(node) != .text {
      if tree.attribute(.itemprop, of: node, equals: "name"), tree.hasText(node) {
        return names(tree.innerText(node))
      }
      if byClass == nil, node != byline, tree.textLength(node) <= 60,
        tree[node].marks.contains(.postAuthor)
          || tree.attribute(.rel, of: node, equals: "author"), tree.hasText(node)
      {
        byClass = tree.innerText(node)
      }
      if node != byline, tree.attribute(.rel, of: node, equals: "author"),
        let name = names(tree.innerText(node)), isPersonal(name), !byRel.contains(name)
      {
        byRel.append(name)
      }
    }
    if byRel.count > 1 { return byRel.joined(separator: ", ") }
    if let byClass, let names = names(byClass) { return names }
    // The property's value is the element's text.
    let isStated = tree.attribute(.itemprop, of: byline, equals: "author")
    if isStated, let names = names(tree.innerText(byline)) { return names }
    if let linked = linkedNames(in: byline, tree) { return linked }
    if let first = firstName(in: byline, tree) { return first }
    let text = tree.innerText(byline)
    // "By" may be in its own element, without a space after it.
    let parts = texts(in: byline, tree, limit: 20).joined(separator: " ")
    return names(!isOpened(text) && isOpened(parts) ? parts : text)
  }

  /// The first texts of a byline.
  private static func texts(in byline: PageTree.Index, _ tree: PageTree, limit: Int) -> [String] {
    var texts: [String] = []
    for node in tree.descendants(of: byline)
    where tree.tag(node) == .text && !tree[node].flags.contains(.blank) {
      if texts.count == limit { break }
      texts.append(PageText.line(CleanText.string(tree.text(node))))
    }
    return texts
  }

  /// The name in its own text, if another text such as a role follows.
  private static func firstName(in byline: PageTree.Index, _ tree: PageTree) -> String? {
    var texts = texts(in: byline, tree, limit: 4)
    if let first = texts.first, opened(first).isEmpty || isOpened(first) && names(first) == nil {
      texts.removeFirst()
    }
    guard texts.count > 1, let name = names(texts[0]), name == opened(texts[0]), isPersonal(name),
      name.split(separator: " ").count <= 4
    else { return nil }
    // More names may follow.
    let next = texts[1].lowercased()
    guard let first = next.first, first.isLetter,
      !["and ", "and", "und", "et", "y"].contains(next), !next.hasPrefix("and "),
      !isPersonal(texts[1]) || roles.contains(where: next.contains)
    else { return nil }
    return name
  }

  /// The names that are links in a byline, if they are personal names.
  private static func linkedNames(in byline: PageTree.Index, _ tree: PageTree) -> String? {
    var found: [String] = []
    for link in tree.elements([.a], in: byline) {
      let text = tree.innerText(link, limit: 200)
      guard let name = names(text), name == text, isPersonal(name), !found.contains(name) else {
        continue
      }
      found.append(name)
    }
    return found.isEmpty ? nil : found.joined(separator: ", ")
  }
}
