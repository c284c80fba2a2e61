private import CICU
private import Synchronization

/// Unicode line breaks (UAX #14) and word breaks (UAX #29), with dictionaries for scripts written
/// without spaces.
package enum TextBreaks {
  private static let lines = Mutex(BreakFinder(icuOpenLines))
  private static let words = Mutex(BreakFinder(icuOpenWords))

  /// The UTF-8 offsets at which a line may end, ascending; the last one is the end of the text.
  package static func lineEnds(in text: [UInt8]) -> [Int] {
    lines.withLock { $0.places(in: text) { _ in true } }
  }

  /// The UTF-8 offsets at which words end, ascending; spaces and punctuation are not words.
  package static func wordEnds(in text: [UInt8]) -> [Int] {
    words.withLock { $0.places(in: text) { icuIsWord($0) != 0 } }
  }
}

/// An ICU break iterator, opened on first use because its rules take a while to load.
private struct BreakFinder: ~Copyable {
  private let open: @Sendable () -> ICUBreaks?
  private var breaks: ICUBreaks?

  init(_ open: @escaping @Sendable () -> ICUBreaks?) { self.open = open }

  mutating func places(in text: [UInt8], _ isWanted: (ICUBreaks) -> Bool) -> [Int] {
    if breaks == nil { breaks = open() }
    guard let breaks, !text.isEmpty else { return [] }
    return text.withUnsafeBytes { bytes in
      let isSet = icuSetText(
        breaks, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int64(bytes.count))
      guard isSet != 0 else { return [] }
      var places: [Int] = []
      while case let place = icuNext(breaks), place >= 0 {
        if isWanted(breaks) { places.append(Int(place)) }
      }
      return places
    }
  }
}
