/// Tags after adding some at the end and removing others; removing goes first.
func tagged(_ tags: [String], adding: [String], removing: [String]) -> [String] {
  var next = tags.filter { !removing.contains($0) }
  for tag in adding where !next.contains(tag) { next.append(tag) }
  return next
}

/// The most characters of a tag that somebody names.
package let maxTagLength = 60

/// A tag as it may be: trimmed, no control or direction characters or commas, inner white space made
/// one space, a leading `#` dropped, cut at a length; nil when nothing visible is left.
package func normalizedTag(
  _ text: some StringProtocol, maxLength: Int = maxTagLength
) -> String? {
  var words: [String] = []
  for word in text.split(whereSeparator: { $0.isWhitespace || $0 == "," }) {
    var clean = String(
      String.UnicodeScalarView(
        word.unicodeScalars.filter {
          $0.properties.generalCategory != .control && !$0.properties.isBidiControl
        }))
    // An accent would be one character with the space before it.
    while !words.isEmpty, let first = clean.unicodeScalars.first, (" " + String(first)).count == 1 {
      clean.unicodeScalars.removeFirst()
    }
    if !clean.isEmpty { words.append(String(clean.map(\.bounded))) }
  }
  let joined = words.joined(separator: " ").drop { $0 == "#" || $0 == " " }
  var tag = joined.prefix(maxLength)
  while tag.last == " " { tag.removeLast() }
  // Of accents alone nothing is left where they are ignored.
  let isVisible = Query.folded(String(tag)).unicodeScalars.contains { scalar in
    !scalar.properties.isDefaultIgnorableCodePoint && scalar.properties.generalCategory != .format
  }
  return isVisible ? String(tag) : nil
}

/// Why a text names no tags, in one line.
package struct TagProblem: Error, Equatable { package let message: String }

/// The tags that a person typed: commas separate them, spaces stay.
///
/// Each is as `normalizedTag` makes it, but never cut; none is there twice.
/// - Parameters:
///   - text: what was typed.
///   - isNew: whether articles get them; then a + before one is dropped, and none begins with + or -.
/// - Returns: the tags, in order.
/// - Throws: `TagProblem` where there is none, or where one of them is no tag.
package func parsedTags(
  _ text: some StringProtocol, isNew: Bool = true
) throws(TagProblem) -> [String] {
  var tags: [String] = []
  var known: Set<String> = []
  for part in text.split(separator: ",") where !part.allSatisfy(\.isWhitespace) {
    guard var tag = normalizedTag(part, maxLength: .max) else {
      throw TagProblem(message: "“\(part.prefix(maxTagLength))” is not a tag")
    }
    if isNew, tag.hasPrefix("+") {
      tag = normalizedTag(tag.dropFirst(), maxLength: .max) ?? tag
    }
    if isNew, let sign = tag.first, "+-".contains(sign) {
      throw TagProblem(message: "“\(tag)” is not a tag, as it begins with \(sign)")
    }
    guard tag.count <= maxTagLength else {
      let rule = "use \(maxTagLength) characters at most"
      throw TagProblem(message: "“\(tag.prefix(20))…” is too long for a tag; \(rule)")
    }
    if known.insert(tag).inserted { tags.append(tag) }
  }
  guard !tags.isEmpty else {
    throw TagProblem(message: "“\(text.prefix(maxTagLength))” is not a tag")
  }
  return tags
}

/// Why a tag cannot get another name, in one line; nil when it can.
///
/// The tags are those of the articles that have it or one below it.
package func problem(
  renaming old: String, to new: String, among tags: some Sequence<String>
) -> String? {
  if old == new { return "The tag is already called #\(new)" }
  if isTag(new, within: old) { return "A tag cannot be put below itself" }
  let growth = new.count - old.count
  let tooLong = tags.first {
    growth > 0 && isTag($0, within: old) && $0.count + growth > maxTagLength
  }
  return tooLong.map {
    "#\($0) would get a name of more than \(maxTagLength) characters; choose a shorter one than #\(new)"
  }
}

/// Tags after one and those below it got another name, or were removed; each at its place, none twice.
func renamed(_ tags: [String], _ old: String, to new: String?) -> [String] {
  var known: Set<String> = []
  return tags.compactMap { tag -> String? in
    isTag(tag, within: old) ? new.map { $0 + tag.dropFirst(old.count) } : tag
  }.filter { known.insert($0).inserted }
}

/// The separator of nested tags: `design/web` is below `design`.
package let tagSeparator: Character = "/"

/// Whether a tag is another one or below it.
package func isTag(_ tag: String, within parent: String) -> Bool {
  tag == parent || tag.hasPrefix(parent + String(tagSeparator))
}

/// The tags that tags are below of, and they themselves, each once: `design/web` is `design` too.
package func tagsWithParents(_ tags: [String]) -> [String] {
  let parents = tags.flatMap { tag in
    tag.indices.filter { tag[$0] == tagSeparator && $0 > tag.startIndex }.map { String(tag[..<$0]) }
  }
  // A record may have a tag twice, and very many.
  var known: Set<String> = []
  return (tags + parents).filter { known.insert($0).inserted }
}
