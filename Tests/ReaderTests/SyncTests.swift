import Library
import Reader
import ReadingList
import ReadingServices
import TestSupport
import Testing

@Suite("Syncing in the interface") struct SyncTests {
  private func settings(_ on: String = "off") throws -> Settings {
    var settings = Settings()
    try settings.addSyncTarget(line: "laptop me@laptop:lib")
    try settings.set(line: "sync-on \(on)")
    return settings
  }

  @Test(
    ":sync runs in a process of its own, and says what came of it, or what goes wrong",
    arguments: [
      (
        #"echo '{"target":"laptop","in":3,"out":12,"merged":1,"failed":0,"problem":null}'"#,
        "Synced: 3 articles received, 12 sent, 1 merged"
      ),
      (
        #"echo '{"target":"laptop","kind":"unreachable","problem":"laptop cannot be reached"}'; exit 5"#,
        "Not synced: laptop cannot be reached"
      ),
    ])
  func command(script: String, words: String) async throws {
    let driver = try Driver(settings: try settings(), articles: threeSamples, syncing: script)
    driver.interface.perform(Invocation(.sync))
    #expect(driver.text.contains("syncing"))
    await driver.settle()
    #expect(driver.model.status?.text == words && !driver.text.contains("syncing"))
  }

  @Test("information says when it was done and what came in; after a day without, the bar says so")
  func bar() async throws {
    let time = TestClock("2026-11-21T14:02:00Z")
    let driver = try Driver(
      time: time, settings: try settings("start,quit"), articles: threeSamples,
      syncing: #"echo '{"target":"laptop","problem":"laptop cannot be reached"}'; exit 5"#)
    #expect(!driver.text.contains("synced"))
    try await driver.press("i")
    var state = SyncState()
    state.syncedAt = time.now
    state.received = 3
    state.keep(for: driver.library)
    driver.model.sync.startBySetting()
    await driver.settle()
    #expect(driver.text.contains(#/Synced +14:02, 3 received/#))
    state.problem = "laptop cannot be reached"
    state.keep(for: driver.library)
    time.advance(milliseconds: 3_600_000)
    driver.model.sync.startBySetting()
    await driver.settle()
    #expect(driver.text.contains(#/Synced +14:02/#) && !driver.text.contains("not synced"))
    time.advance(milliseconds: 86_400_000)
    #expect(driver.text.contains("not synced since 14:02"))
    #expect(driver.model.status == nil)
  }

  @Test("without a line in the config file it says what to write there") func nothing() async throws
  {
    let driver = try Driver(articles: threeSamples, syncing: "exit 1")
    driver.interface.perform(Invocation(.sync))
    await driver.settle()
    #expect(driver.model.status?.text.contains("sync NAME HOST") == true)
  }
}
