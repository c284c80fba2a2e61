import Testing

extension Trait where Self == TimeLimitTrait {
  /// Fails a test that hangs, and says what it waited for, instead of letting the whole run hang.
  ///
  /// All tests begin at once and wait for their turn, so this is far more than the whole run takes.
  static var endsAtAll: Self { .timeLimit(.minutes(25)) }
}
