/// Extracts code from a page with its line breaks.
enum CodeText {
  private static let lines: TagSet = [.div, .p, .li, .tr, .ol, .ul, .table]

  /// Returns the text of preformatted markup, without line numbers.
  static func text(of top: PageTree.Index, in tree: PageTree) -> String {
    var out: [UInt8] = []
    append(top, tree, &out)
    var text = CleanText.string(out)[...]
    while let end = text.utf8.firstIndex(of: 0x0a),
      text.utf8[..<end].allSatisfy({ $0 == 0x20 || $0 == 0x09 })
    { text = text[text.utf8.index(after: end)...] }
    while let last = text.unicodeScalars.last, last.properties.isWhitespace {
      text.unicodeScalars.removeLast()
    }
    return String(text)
  }

  private static func append(_ node: PageTree.Index, _ tree: PageTree, _ out: inout [UInt8]) {
    for child in tree.children(of: node) {
      let tag = tree.tag(child)
      switch tag {
      case .text: out += tree.text(child)
      case .br: out.append(0x0a)
      case .button, .select, .style, .script, .textarea, .input: break
      default:
        if tree[child].flags.contains(.hidden) || isLineNumber(child, tree) { break }
        let isLine = lines.contains(tag)
        if isLine, let last = out.last, last != 0x0a { out.append(0x0a) }
        let start = out.count
        append(child, tree, &out)
        if isNamedLine(child, tree), tree[child].next != PageTree.none,
          out.count == start || out.last != 0x0a
        {
          out.append(0x0a)
        }
        if isLine, let last = out.last, last != 0x0a || tag == .tr && out.count == start {
          out.append(0x0a)
        }
      }
    }
  }

  /// Whether an element is named a line of code, and no line break or text is next to it.
  private static func isNamedLine(_ node: PageTree.Index, _ tree: PageTree) -> Bool {
    guard tree.tag(node) == .span || tree.tag(node) == .code, tree[node].marks.contains(.codeLine)
    else { return false }
    for neighbor in [tree[node].previous, tree[node].next] where neighbor != PageTree.none {
      if tree.tag(neighbor) == .br || tree.tag(neighbor) == .text { return false }
    }
    return true
  }

  static func isLineNumber(_ index: PageTree.Index, _ tree: PageTree) -> Bool {
    guard tree[index].marks.contains(.lineNumbers) || isUnselectable(index, tree) else {
      return false
    }
    return tree.subtree(index).allSatisfy { node in
      tree.tag(node) != .text
        || tree.text(node).allSatisfy { PageTree.isSpace($0) || (0x30...0x39).contains($0) }
    }
  }

  private static let unselectable = Array("user-select:none".utf8)

  /// Whether a style excludes an element from copying.
  private static func isUnselectable(_ index: PageTree.Index, _ tree: PageTree) -> Bool {
    guard let style = tree.bytes(.style, of: index) else { return false }
    return ByteText.contains(style.filter { !PageTree.isSpace($0) }[...], unselectable)
  }

  /// Returns the language named in the markup, in lower case.
  static func language(of pre: PageTree.Index, in tree: PageTree) -> String? {
    var candidates: [PageTree.Index] = [pre]
    if let code = tree.firstElement([.code], in: pre) { candidates.append(code) }
    candidates += tree.path(tree[pre].parent).prefix(3)
    for (place, node) in candidates.enumerated() {
      for name in [AttributeName.dataLanguage, .dataLang] {
        if let value = short(name, of: node, tree), let language = plausible(value[...]) {
          return language
        }
      }
      guard let names = short(.class, of: node, tree) else { continue }
      let words = names.lowercased().split(whereSeparator: \.isWhitespace)
      for (index, word) in words.enumerated() {
        for prefix in ["language-", "lang-", "highlight-source-", "highlight-text-", "brush:"]
        where word.hasPrefix(prefix) {
          var rest = word.dropFirst(prefix.count)
          if rest.isEmpty, index + 1 < words.count { rest = words[index + 1] }
          if let language = plausible(rest) { return language }
        }
      }
      if place < 2, words.contains("sourcecode") || words.contains("hljs"),
        let word = words.first(where: { !["sourcecode", "hljs", "highlight"].contains($0) }),
        let language = plausible(word)
      {
        return language
      }
    }
    return nil
  }

  /// The maximum length of an attribute that may name a language, in bytes.
  private static let maxNames = 400

  /// The value of an attribute, unless it is too long; a box may have any number of codes in it.
  private static func short(
    _ name: AttributeName, of node: PageTree.Index, _ tree: PageTree
  ) -> String? {
    guard let bytes = tree.bytes(name, of: node), bytes.count <= maxNames else { return nil }
    return CleanText.string(bytes)
  }

  private static func plausible(_ value: Substring) -> String? {
    let name = value.lowercased().filter { $0 != ";" }
    guard !name.isEmpty, name.utf8.count <= 20, !["none", "plaintext", "default"].contains(name),
      name.utf8.allSatisfy({
        (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || "+#-._".utf8.contains($0)
      })
    else { return nil }
    return name
  }
}
