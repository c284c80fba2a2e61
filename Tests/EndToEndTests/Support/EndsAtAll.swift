import Testing

extension Trait where Self == TimeLimitTrait {
  /// Fails a test that hangs and reports what it waited for, instead of hanging the whole run.
  ///
  /// All tests start at once and wait for their turn, so the limit is far longer than the whole run.
  static var endsAtAll: Self { .timeLimit(.minutes(25)) }
}
