import ArticleStore
import Platform
import ReadingListModel
import ReadingServices

extension Program {
  /// What syncs while the reading list is open.
  func syncService(of library: Library, mailbox: Mailbox<Event>) -> SyncService? {
    syncWords.map { words in
      SyncService(
        words + ["--json"],
        environment: environment,
        temporary: environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp",
        library: library,
        mailbox: mailbox
      )
    }
  }

  /// Begins to sync when the reading list is left, where the settings say so; nobody waits for it.
  func syncAtQuit() {
    guard !options.isReadOnly, !config.settings.syncTargets.isEmpty,
      config.settings.syncOn.hasSuffix("quit"), let words = syncWords
    else { return }
    _ = try? BackgroundProgram(words)
  }

  /// This program's `sync`, for this library and config file; it asks nobody.
  private var syncWords: [String]? {
    CurrentProcess.executable.map { binary in
      [binary, "--library", places.library, "--config", places.configFile, "sync", "--quiet"]
    }
  }
}
