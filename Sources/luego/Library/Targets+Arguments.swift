import Exchange
import Library
import ReadingList

extension Targets {
  private enum Meaning {
    case article(ArticleID)
    /// An id or address that no article has.
    case missing(Failure)
    /// Possibly the beginning of an id, or a word.
    case digits
    /// A key with a value, possibly negated.
    case term
    case words
  }

  /// Splits arguments into named articles and words of a query.
  mutating func named(_ arguments: [String]) throws -> (found: Found, words: [String]) {
    var found = Found()
    var words: [String] = []
    look()
    let arguments = try Self.withInput(arguments)
    let meanings = try arguments.map { argument in try meaning(of: argument) }
    let hasWords = meanings.contains { if case .words = $0 { true } else { false } }
    var known: Set<ArticleID> = []
    for (argument, meaning) in zip(arguments, meanings) {
      switch meaning {
      case .article(let id): if known.insert(id).inserted { found.ids.append(id) }
      case .missing(let failure): found.note(failure)
      case .digits where !hasWords || argument.utf8.count >= Self.minBesideWords:
        guard let id = try article(beginning: argument) else { fallthrough }
        if known.insert(id).inserted { found.ids.append(id) }
      case .digits, .term, .words: words.append(argument)
      }
    }
    return (found, words)
  }

  /// Replaces `-` in the arguments by the lines of standard input.
  ///
  /// - Throws: `Failure` for an empty argument: more often an unset variable than a request for all
  ///   articles.
  private static func withInput(_ arguments: [String]) throws -> [String] {
    var all: [String] = []
    for argument in arguments {
      guard argument == "-" else {
        if argument.allSatisfy(\.isWhitespace) {
          throw Failure.usage("An empty argument means no article; leave it out, or write in:all")
        }
        all.append(argument)
        continue
      }
      let lines = String(decoding: try Input.bytes(of: "-"), as: UTF8.self).split(
        whereSeparator: \.isNewline
      )  // Below what search finds stands the text around it.
      .filter { !$0.allSatisfy(\.isWhitespace) && !$0.hasPrefix(EntryLines.indent) }
      if lines.isEmpty { throw Failure.usage("Standard input names no article") }
      for line in lines {
        let line = line.trimmed
        // As in the arguments: “not x” would match nearly every article.
        guard !line.hasPrefix("-") || Query.isNegatedKey(line) else {
          throw Failure.usage("Standard input has “\(line.prefix(60))”, which names no article")
        }
        all.append(line)
      }
    }
    return all
  }

  private mutating func meaning(of argument: String) throws -> Meaning {
    let digits = String(argument.prefix { $0.isASCII && $0.isHexDigit && !$0.isUppercase })
    let rest = argument.dropFirst(digits.count)
    let isLine = rest.hasPrefix("  ") || rest.hasPrefix("\t")
    if rest.isEmpty && digits.count == ArticleID.length
      || isLine && (Self.minBesideWords...ArticleID.length).contains(digits.count)
    {
      if let id = try article(beginning: digits) { return .article(id) }
      return .missing(Failure("No article has the id \(digits)", .notFound))
    }
    if rest.isEmpty, (Self.minPrefixLength..<ArticleID.length).contains(digits.count) {
      return .digits
    }
    if let meaning = try address(argument) { return meaning }
    let (query, problems) = Query.reading(of: argument)
    let isUnclear = !problems.isEmpty || query.isEmpty && query.order == nil
    return isUnclear || Query.parts(in: argument).hasWords ? .words : .term
  }

  private mutating func address(_ argument: String) throws -> Meaning? {
    let isWhole = argument.hasPrefix("http://") || argument.hasPrefix("https://")
    // The identifier of an article without an address.
    let isText = argument.hasPrefix("urn:luego:")
    guard isText || isWhole || argument.contains(".") && !argument.contains(where: \.isWhitespace)
    else { return nil }
    let notSaved = Failure("“\(argument)” is not saved; save it with luego add", .notFound)
    look()
    if isText {
      let id = ArticleID(canonicalURL: argument)
      return snapshot.row(of: id) == nil ? .missing(notSaved) : .article(id)
    }
    do throws(WebAddress.Problem) {
      if let id = snapshot.id(for: try WebAddress(argument)) { return .article(id) }
    } catch {
      guard isWhole else { return nil }
      throw Failure.usage(error.message(for: argument))
    }
    return isWhole ? .missing(notSaved) : nil
  }

  private func article(beginning digits: String) throws -> ArticleID? {
    let ids = snapshot.ids(withPrefix: digits)
    guard ids.count < 2 else {
      throw Failure(
        "“\(digits)” begins \(ids.count) ids: \(some(of: ids)); the word is '\"\(digits)\"'",
        .wrongUsage)
    }
    return ids.first
  }
}

extension Targets.Found {
  mutating func note(_ failure: Failure) {
    Output.complain(failure.message)
    problem = failure
  }
}
