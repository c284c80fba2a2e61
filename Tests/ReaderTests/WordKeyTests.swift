import Reader
import Terminal
import Testing

@Suite("Word keys") struct WordKeyTests {
  @Test(
    "a line being typed knows the keys of readline for words",
    arguments: [
      ("one two-three", [Key(.backspace, .alt)], "one two-|"),
      ("one two-three", [Key(.character("w"), .control)], "one |"),
      ("one two", [Key(.character("b"), .alt)], "one |two"),
      ("one two", [Key(.left, .control), Key(.left, .control)], "|one two"),
      ("one two", [Key(.home), Key(.character("f"), .alt)], "one| two"),
      ("one two", [Key(.home), Key(.character("d"), .alt)], "| two"),
      ("one two", [Key(.home), Key(.right, .alt), Key(.right, .alt)], "one two|"),
      ("", [Key(.backspace, .alt), Key(.character("d"), .alt)], "|"),
    ] as [(String, [Key], String)])
  func words(text: String, keys: [Key], after: String) {
    var editor = LineEditor(text)
    for key in keys {
      let isTaken = editor.take(key)
      #expect(isTaken)
    }
    var line = editor.characters
    line.insert("|", at: editor.cursor)
    #expect(String(line) == after)
  }
}
