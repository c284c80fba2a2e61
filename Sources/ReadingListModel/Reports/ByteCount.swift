/// Sizes in words.
package enum ByteCount {
  /// “512 B”, “3.4 kB”, “120 MB”.
  package static func words(_ bytes: Int) -> String {
    var size = Double(bytes)
    var unit = "B"
    for larger in ["kB", "MB", "GB", "TB"] where size >= 999.5 {
      size /= 1000
      unit = larger
    }
    guard unit != "B", size < 9.95 else { return "\(Int(size.rounded())) \(unit)" }
    let tenths = Int((size * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(unit)"
  }
}
