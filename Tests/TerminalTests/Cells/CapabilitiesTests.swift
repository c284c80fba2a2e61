import Terminal
import Testing

@Suite("Capabilities") struct CapabilitiesTests {
  @Test("1.4 follow from environment and options alone: color, terminal") func table() {
    let terminal = ["TERM": "xterm-256color"]
    let full = Capabilities(environment: terminal, isTerminal: true)
    #expect(full.isInteractive && full.hasStyles && full.hasColor)
    for colorless in [
      Capabilities(environment: terminal, noColor: true, isTerminal: true),
      Capabilities(environment: ["TERM": "xterm", "NO_COLOR": "1"], isTerminal: true),
    ] { #expect(!colorless.hasColor && colorless.hasStyles) }
    #expect(
      Capabilities(environment: ["TERM": "xterm", "NO_COLOR": ""], isTerminal: true).hasColor)
    let piped = Capabilities(environment: terminal, isTerminal: false)
    #expect(!piped.isInteractive && !piped.hasStyles && !piped.hasColor)
    let dumb = Capabilities(environment: ["TERM": "dumb"], isTerminal: true)
    #expect(dumb.isInteractive && !dumb.hasStyles && !dumb.hasColor)
    #expect(Capabilities(environment: terminal, isTerminal: true) == full)
  }
}
