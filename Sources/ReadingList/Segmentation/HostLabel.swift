private import CICU

/// A label of a host name, mapped according to UTS #46 (internationalized domain names).
package enum HostLabel {
  /// The label in Unicode: lowercase and composed; nil if it is not a valid label.
  package static func unicode(_ label: Substring) -> String? { mapped(label, isASCII: false) }

  /// The label in ASCII, as DNS stores it; nil if it has no such form.
  package static func ascii(_ label: Substring) -> String? {
    label.utf8.allSatisfy { $0 < 0x80 } ? String(label) : mapped(label, isASCII: true)
  }

  private static func mapped(_ label: Substring, isASCII: Bool) -> String? {
    let bytes = Array(label.utf8)
    // No label is longer than this in any form.
    guard bytes.count <= 253 else { return nil }
    let out = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { room -> String? in
      let count = bytes.withUnsafeBytes { bytes in
        icuLabel(
          bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count), isASCII ? 1 : 0,
          room.baseAddress, Int32(room.count))
      }
      guard count > 0 else { return nil }
      return String(validating: UnsafeRawBufferPointer(room).prefix(Int(count)), as: UTF8.self)
    }
    return out
  }
}
