import CNcurses
import Glibc
import Terminal
import Testing

@Suite("Waiting") struct PollerTests {
  @Test("when the time is up there is nothing", arguments: [0, 1, -5, Int.min])
  func timeOut(milliseconds: Int) {
    let wake = WakeDescriptor()
    #expect(Poller(descriptors: [wake.descriptor]).wait(milliseconds: milliseconds).isEmpty)
  }
}

@Suite("Widths and the C library") struct WidthTests {
  @Test("every character that the C library knows has the width that it says") func agreement() {
    setlocale(LC_CTYPE, "C.UTF-8")
    // Their visibility is our own choice; one script's combining mark has changed its class.
    let exceptions: Set<UInt32> = [0xad, 0x1171e]
    var differing: [String] = []
    for value in UInt32(0x20)..<0x3_0000 where !exceptions.contains(value) {
      guard let scalar = Unicode.Scalar(value), scalar.properties.generalCategory != .unassigned,
        scalar.properties.generalCategory != .control
      else { continue }
      let known = Int(luego_width(value))
      if known >= 0, known != scalar.columnWidth { differing.append(String(value, radix: 16)) }
    }
    #expect(differing.isEmpty)
  }
}
