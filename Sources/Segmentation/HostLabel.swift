private import CICU

/// A part of a host's name, as UTS #46 (international domain names) has it.
package enum HostLabel {
  /// In Unicode: small letters, composed; nil for what is no label.
  package static func unicode(_ label: Substring) -> String? { mapped(label, isASCII: false) }

  /// In ASCII, as the name system stores it; nil for what is no label, and for one that is too long.
  package static func ascii(_ label: Substring) -> String? { mapped(label, isASCII: true) }

  private static func mapped(_ label: Substring, isASCII: Bool) -> String? {
    let bytes = Array(label.utf8)
    // No label has more in any form.
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
