import ReadingList

/// Finds the articles in values of JSON: in arrays, and in folders within folders, whose names are tags.
struct JSONTree {
  /// Names of what has articles in it.
  private static let containers: Set<String> = [
    "children", "links", "bookmarks", "windows", "items", "list", "results", "rows", "tabs",
    "roots", "collections", "activity", "youractivity", "likesandfavorites", "favoritevideos",
    "favoritevideolist",
  ]
  /// How many articles wait for what stands behind them.
  private static let maxWaiting = 200_000

  let name: String
  let meaning: (Fields) -> ImportedEvent
  /// The names of lists that articles are in, and those that these are in, by ids.
  private var lists: [String: (name: String, parent: String)] = [:]
  /// Ids of articles that stand above the others.
  private var pinned: Set<String> = []
  /// Passages by the ids of their articles.
  private var marks: [String: [ImportedArticle.Mark]] = [:]
  private var waiting: [(article: ImportedArticle, place: ImportedPlace)] = []

  /// Makes one that has found nothing yet.
  init(named name: String, meaning: @escaping (Fields) -> ImportedEvent) {
    self.name = name
    self.meaning = meaning
  }

  /// Whether an object that a file begins with is one around the articles, and none of them.
  static func isWrapper(_ head: ArraySlice<UInt8>) -> Bool {
    var (depth, isInString, isEscaped) = (0, false, false)
    var word: [UInt8] = []
    for byte in head {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        } else if depth == 1, word.count < 40 {
          word.append(byte)
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): (isInString, word) = (true, [])
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth <= 0 { return true }
      case UInt8(ascii: ":") where depth == 1:
        if Fields.addresses.contains(Fields.key(String(decoding: word, as: UTF8.self))) {
          return false
        }
      default: break
      }
    }
    return true
  }

  /// Takes in a value of a file.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - key: its name, or that of the array that it is in, in an object around all.
  ///   - line: where it begins.
  ///   - deliver: takes what is found in it.
  /// - Returns: false when nothing more is wanted.
  mutating func read(
    _ value: JSON,
    _ key: String?,
    line: Int,
    _ deliver: ImportReader.Receiver
  ) -> Bool {
    let place = ImportedPlace(file: name, line: line)
    let fields = Fields(value)
    if fields[Fields.addresses] == nil {
      if key == "lists" {
        // Others are queries, which keep nothing.
        if fields.text("type") != "smart" { takeList(fields) }
        return true
      }
      if key == "pinnedLinks" {
        pinned.insert(fields.text("id"))
        return true
      }
      if let mark = fields.mark, let id = fields.text("bookmarkid").nonEmpty {
        marks[id, default: []].append(mark)
        return true
      }
    }
    let isElement = key.map { Self.containers.contains(Fields.key($0)) } ?? true
    guard value.members != nil || value.array != nil else {
      return isElement ? deliver(.damaged("it is not an object"), place) : true
    }
    let parent = Parent(date: fields.text("date"), maps: key.flatMap { Self.maps[$0] } ?? 0)
    return find(in: value, parent, isElement: isElement, place, deliver)
  }

  private mutating func takeList(_ fields: Fields) {
    guard lists.count < Self.maxWaiting, !fields.text("id").isEmpty else { return }
    lists[fields.text("id")] = (fields.text("name", "title"), fields.text("parentid"))
  }

  /// How many levels of objects by ids lie between a container and what is in it.
  private static let maps = ["roots": 1, "list": 1, "windows": 2]

  /// What lies around a value.
  private struct Parent {
    var folders: [String] = []
    var date = ""
    var maps = 0
    /// Every browser has its own names for its own folders, which say nothing of what is in them.
    var isRoot = false
  }

  private mutating func find(
    in value: JSON,
    _ parent: Parent,
    isElement: Bool = false,
    _ place: ImportedPlace,
    _ deliver: ImportReader.Receiver
  ) -> Bool {
    guard let members = value.members else {
      return (value.array ?? []).allSatisfy {
        find(in: $0, parent, isElement: isElement, place, deliver)
      }
    }
    let fields = Fields(value)
    let inner =
      parent.maps > 0
      ? members : members.filter { Self.containers.contains(Fields.key($0.key)) }
    if fields[Fields.addresses]?.string == nil, !inner.isEmpty {
      var next = parent
      next.date = fields.text("date").nonEmpty ?? parent.date
      let isNameless = parent.isRoot || parent.maps > 0 || fields.text("guid").hasSuffix("__")
      if !isNameless { takeList(fields) }
      // Where it is in another one, that may be said only behind it.
      if !isNameless, fields.text("parentid").isEmpty,
        let name = fields.text("name", "title").nonEmpty
      {
        next.folders.append(name)
      }
      return inner.allSatisfy { member in
        next.maps = max(0, parent.maps - 1)
        next.isRoot = parent.maps > 0
        if parent.maps == 0, member.value.members != nil { next.maps = Self.maps[member.key] ?? 0 }
        return find(in: member.value, next, place, deliver)
      }
    }
    let event = meaning(fields)
    guard case .article(var article) = event else { return deliver(event, place) }
    guard !article.url.isEmpty || article.html != nil else {
      return isElement ? deliver(.damaged("it has no web address"), place) : true
    }
    if article.savedAt == nil { article.takeSavedAt(parent.date) }
    article.take(list: parent.folders.joined(separator: String(tagSeparator)))
    if !article.lists.isEmpty || fields.has("bookmarkid"), waiting.count < Self.maxWaiting {
      waiting.append((article, place))
    }
    return deliver(.article(article), place)
  }

  /// Gives what is known of articles when all was read; false when nothing more is wanted.
  func end(_ deliver: ImportReader.Receiver) -> Bool {
    guard !lists.isEmpty || !marks.isEmpty || !pinned.isEmpty else { return true }
    for (article, place) in waiting {
      var addition = article
      addition.tags = article.lists.map(path).filter {
        !article.tags.contains($0) && !ImportedArticle.unsortedLists.contains($0.lowercased())
      }
      addition.marks = marks[article.key] ?? []
      addition.isFavorite = article.isFavorite || pinned.contains(article.key)
      addition.isAddition = true
      let isNew =
        !addition.tags.isEmpty || !addition.marks.isEmpty
        || addition.isFavorite != article.isFavorite
      guard !isNew || deliver(.article(addition), place) else { return false }
    }
    return true
  }

  /// The name of a list behind those of the lists that it is in.
  private func path(_ id: String) -> String {
    var (names, next): ([String], String?) = ([], id)
    while names.count < 16, let list = next.flatMap({ lists[$0] }) {
      names.insert(list.name, at: 0)
      next = list.parent
    }
    return names.filter { !$0.isEmpty }.joined(separator: String(tagSeparator))
  }
}
