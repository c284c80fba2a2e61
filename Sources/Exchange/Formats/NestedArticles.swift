import ReadingList
import Web

/// Finds the articles in nested values, arrays and folders, whose names become tags.
///
/// An object with an address is an article, unless it is a member with a meaning of its own, such
/// as an article's feed.
struct NestedArticles {
  let meaning: (Fields) -> ImportedEvent
  /// Whether values without an address may be articles.
  var isKnown = true
  /// Whether the outermost object is a named list.
  var namesTop = false

  private static let containers: Set<String> = [
    "children", "links", "bookmarks", "windows", "items", "list", "lists", "results", "rows",
    "tabs", "roots", "collections", "stories", "articles", "entries", "posts", "cards", "pages",
    "data", "bookmark", "folder", "folders", "note", "saved", "documents",
  ]
  private static let parts: Set<String> = [
    "self", "origin", "author", "authors", "user", "owner", "creator", "feed", "image", "images",
    "thumbnail", "icon", "media", "enclosure", "enclosures", "avatar", "profile", "next", "prev",
    "hub", "hubs", "attachments", "comments", "tags", "labels", "publisher", "highlights",
    "annotations", "canonical", "alternate", "replies", "resource", "assets",
  ]
  private static let maxDepth = 128
  /// Nested folders whose names become a tag.
  private static let maxFolders = 16

  struct Content {
    var values: [JSON]
    var damages: [(line: Int, reason: String)] = []
  }

  /// Parses JSON (one value or a sequence), XML, or a property list.
  ///
  /// - Throws: `ExchangeProblem` with the line number if the bytes make no sense.
  static func content(of bytes: [UInt8]) throws(ExchangeProblem) -> Content {
    if PropertyList.isOne(bytes) { return Content(values: [try PropertyList.json(of: bytes)]) }
    if XMLElement.root(of: bytes) != nil {
      return Content(values: [XMLElement(bytes)?.json ?? .null])
    }
    do throws(JSON.ParseError) { return Content(values: [try JSON(parsing: bytes)]) } catch {
      // Some programs write one value per line.
      var lines = Content(values: [])
      for (index, line) in bytes.split(separator: 10, omittingEmptySubsequences: false).enumerated()
      where line.contains(where: { $0 > 32 }) {
        do throws(JSON.ParseError) { lines.values.append(try JSON(parsing: Array(line))) } catch {
          lines.damages.append((index + 1, "it is not JSON: \(error.problem)"))
        }
      }
      if !lines.values.isEmpty, lines.values.count >= lines.damages.count { return lines }
      let line = bytes.prefix(error.offset).count { $0 == 10 } + 1
      throw ExchangeProblem("it is not JSON: \(error.problem) in line \(line)")
    }
  }

  private struct Parent {
    var folders: [String] = []
    var date = ""
    var depth = 0
    /// Enclosing browser folders, whose names mean nothing.
    var roots = 0
    /// Whether each value should be an article.
    var isElement = false
    /// Whether an object contains articles by name without being one.
    var isHolder = false
  }

  /// Lists and pinned articles named elsewhere in the file, by id.
  private struct Beside {
    var lists: [String: (name: String, parent: String)] = [:]
    var pinned: Set<String> = []

    /// A list's name after those of its parents.
    func path(_ id: String) -> String {
      var (names, next): ([String], String?) = ([], id)
      while names.count < maxFolders, let list = next.flatMap({ lists[$0] }) {
        names.insert(list.name, at: 0)
        next = list.parent
      }
      return names.filter { !$0.isEmpty }.joined(separator: String(tagSeparator))
    }
  }

  /// Delivers the articles in order; false if the receiver stopped it.
  func read(_ values: [JSON], _ deliver: (ImportedEvent) -> Bool) -> Bool {
    var beside = Beside()
    for value in values { for member in value.members ?? [] { Self.take(member, into: &beside) } }
    // Values on separate lines are a list.
    let whole = values.count == 1 ? values[0] : .array(values)
    var parent = Parent()
    parent.isElement = isKnown && whole.array != nil
    return find(in: whole, parent, beside, isTop: whole.array == nil, deliver)
  }

  /// Collects a member of the outermost object that adds to articles elsewhere.
  private static func take(_ member: JSON.Member, into beside: inout Beside) {
    let key = Fields.key(member.key)
    for value in member.value.array ?? [] {
      let fields = Fields(value)
      let id = fields.text("id")
      if key == "pinnedlinks" { beside.pinned.insert(id) }
      // Smart lists are queries and contain nothing.
      guard key == "lists" || key == "collections", !id.isEmpty, fields.text("type") != "smart"
      else { continue }
      beside.lists[id] = (fields.text("name", "title").bounded(.tag), fields.text("parentid"))
    }
  }

  private func find(
    in value: JSON, _ parent: Parent, _ beside: Beside, isTop: Bool = false,
    _ deliver: (ImportedEvent) -> Bool
  ) -> Bool {
    guard parent.depth < Self.maxDepth else { return true }
    if let items = value.array {
      var parent = parent
      // A list with one article is a list of articles.
      parent.isElement = parent.isElement || items.contains(where: Self.isArticle)
      return items.allSatisfy { find(in: $0, parent, beside, deliver) }
    }
    guard let members = value.members else {
      guard parent.isElement else { return true }
      if let text = value.string, Fields.isAddress(text) {
        return deliver(.article(ImportedArticle(url: text)))
      }
      return deliver(.damaged("it has no web address: \(value.compact.bounded(.line))"))
    }
    let fields = Fields(value)
    let holds = Self.holds(members)
    let described = members.count {
      Fields.inner.contains(Fields.key($0.key)) && $0.value.members != nil
    }
    let isHolder = isTop || parent.isHolder || described > 1
    if !holds, (isHolder ? fields.ownAddress : fields.address) != nil {
      return give(fields, parent, beside, deliver)
    }
    var next = parent
    next.depth += 1
    next.roots = max(0, parent.roots - 1)
    let isNameless = isTop && !namesTop || parent.roots > 0 || fields.text("guid").hasSuffix("__")
    if !isTop { next.date = fields.text("date").nonEmpty ?? parent.date }
    if !isNameless, holds, let name = fields.text("name", "title").nonEmpty,
      !Self.foldersOfBrowsers.contains(name)
    {
      let id = fields.text("id")
      // A nested list has its path from its parents.
      if !fields.text("parentid").isEmpty, beside.lists[id] != nil {
        next.folders = [beside.path(id)]
      } else if next.folders.count < Self.maxFolders {
        next.folders.append(name.bounded(.tag))
      }
    }
    // Repeated elements of one name are a list as well.
    let lists = Dictionary(grouping: members, by: \.key).filter { _, members in
      members.count > 1 && members.contains { Self.isArticle($0.value) }
    }
    var (isFound, shouldContinue) = (false, true)
    for member in members where !Self.parts.contains(Fields.key(member.key)) {
      guard member.value.members != nil || member.value.array != nil else { continue }
      let key = Fields.key(member.key)
      var inner = next
      if key == "roots" { inner.roots = 2 }
      inner.isHolder =
        Self.containers.contains(key) && key.hasSuffix("s") && member.value.members != nil
      inner.isElement =
        lists[member.key] != nil
        || isTop && isKnown && Self.containers.contains(key) && key != "lists"
      shouldContinue = find(in: member.value, inner, beside) {
        isFound = true
        return deliver($0)
      }
      guard shouldContinue else { return false }
    }
    return isFound || holds || !parent.isElement || isTop || Self.isFolder(members, fields)
      || give(fields, parent, beside, deliver)
  }

  /// Whether an object without articles is an empty folder or a separator.
  private static func isFolder(_ members: [JSON.Member], _ fields: Fields) -> Bool {
    ["folder", "container", "separator"].contains(where: fields.text("type").hasSuffix)
      || members.contains { containers.contains(Fields.key($0.key)) && $0.value.array != nil }
  }

  private static func isArticle(_ value: JSON) -> Bool {
    !holds(value.members ?? []) && Fields(value).address != nil
  }

  private static func holds(_ members: [JSON.Member]) -> Bool {
    members.contains { containers.contains(Fields.key($0.key)) && hasObjects($0.value) }
  }

  private static func hasObjects(_ value: JSON) -> Bool {
    value.members != nil || value.array?.contains { $0.members != nil } ?? false
  }

  private static let foldersOfBrowsers: Set<String> = [
    "com.apple.ReadingList", "BookmarksBar", "BookmarksMenu",
  ]

  private func give(
    _ fields: Fields, _ parent: Parent, _ beside: Beside, _ deliver: (ImportedEvent) -> Bool
  ) -> Bool {
    if fields.isDeleted { return deliver(.skipped("it is deleted")) }
    let event = meaning(fields)
    guard case .article(var article) = event else { return deliver(event) }
    guard !article.url.isEmpty || article.html != nil else {
      let title = article.title.isEmpty ? "" : ": \(article.title.bounded(.line))"
      return deliver(.damaged("it has no web address" + title))
    }
    if article.savedAt == nil { article.takeSavedAt(parent.date) }
    article.take(list: parent.folders.joined(separator: String(tagSeparator)))
    var known = Set(article.tags)
    for list in article.lists.map(beside.path) where known.insert(list).inserted {
      article.take(list: list)
    }
    article.isFavorite = article.isFavorite || beside.pinned.contains(fields.text("id"))
    return deliver(.article(article))
  }
}
