import TestSupport

extension Outcome {
  /// The one line that was said by a program that ended with a status and printed nothing; else nil.
  func refusal(_ status: Int32) -> String? {
    self.status == status && output.isEmpty && errorLines.count == 1 ? errorLines[0] : nil
  }

  /// Whether nothing that was printed or said could steer a terminal or turn text around.
  var isHarmless: Bool {
    [output, errors].allSatisfy { bytes in
      String(validating: bytes, as: UTF8.self)?.unicodeScalars.allSatisfy {
        $0 == "\n"
          || $0.properties.generalCategory != .control && !$0.properties.isBidiControl
      } ?? false
    }
  }
}
