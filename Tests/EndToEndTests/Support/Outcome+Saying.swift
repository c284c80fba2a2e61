import TestSupport

extension Outcome {
  /// The only line of error output, if the program ended with this status and printed nothing else;
  /// otherwise nil.
  func refusal(_ status: Int32) -> String? {
    self.status == status && output.isEmpty && errorLines.count == 1 ? errorLines[0] : nil
  }

  /// Whether the output has no character that controls a terminal or reverses text.
  var isHarmless: Bool {
    [output, errors].allSatisfy { bytes in
      String(validating: bytes, as: UTF8.self)?.unicodeScalars.allSatisfy {
        $0 == "\n"
          || $0.properties.generalCategory != .control && !$0.properties.isBidiControl
      } ?? false
    }
  }
}
