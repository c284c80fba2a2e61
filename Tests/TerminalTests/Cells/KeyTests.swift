import Terminal
import Testing

@Suite("Key notation") struct KeyTests {
  @Test(
    "keys are read as they are written",
    arguments: [
      ("j", Key(.character("j"))), ("G", Key(.character("G"))), ("é", Key(.character("é"))),
      ("<C-d>", Key(.character("d"), .control)), ("<C-D>", Key(.character("d"), .control)),
      ("<enter>", Key(.enter)), ("<CR>", Key(.enter)), ("<esc>", Key(.escape)),
      ("<S-tab>", Key(.tab, .shift)), ("<space>", Key(.character(" "))),
      ("<lt>", Key(.character("<"))), ("<A-x>", Key(.character("x"), .alt)),
      ("<M-x>", Key(.character("x"), .alt)), ("<C-A-up>", Key(.up, [.control, .alt])),
      ("<F12>", Key(.function(12))), ("<S-j>", Key(.character("J"))),
      ("<S-left>", Key(.left, .shift)), ("|", Key(.character("|"))),
      ("<C-space>", Key(.character(" "), .control)), ("<", Key(.character("<"))),
    ])
  func read(notation: String, key: Key) { #expect(Key(notation: notation) == key) }

  @Test(
    "what is no key is refused",
    arguments: ["", "jj", "<>", "<nothing>", "<C->", "<X-a>", "<f0>", "<f25>", "<C-", "<S-S-S>x"])
  func refused(notation: String) { #expect(Key(notation: notation) == nil) }

  @Test("every key reads back as itself") func roundTrip() {
    let named: [Key.Code] = [
      .enter, .escape, .tab, .backspace, .delete, .insert, .up, .down, .left, .right, .home, .end,
      .pageUp, .pageDown,
    ]
    let functions = (1...24).map { Key.Code.function($0) }
    let characters = (0x20...0x7e).compactMap {
      Unicode.Scalar($0).map { Key.Code.character(Character($0)) }
    }
    for code in named + functions {
      for bits in UInt8(0)..<8 {
        let key = Key(code, Key.Modifiers(rawValue: bits))
        #expect(Key(notation: key.notation) == key, "\(key.notation)")
      }
    }
    for code in characters {
      #expect(Key(notation: Key(code).notation) == Key(code), "\(Key(code).notation)")
      #expect(Key(notation: Key(code, .alt).notation) == Key(code, .alt))
    }
  }
}
