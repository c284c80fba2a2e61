import Library
import PageExtraction
import Platform
import ReadingList
import ReadingServices
import Web

extension Program {
  /// The timeout of a page in discovery, in seconds; another link is as good.
  private static let timeout = 10

  func sources(_ config: Config) -> SourceList {
    var sources = config.sources
    sources.apply(environment: environment)
    return sources
  }

  /// Makes the picker of articles for a library; without one, it only refreshes sources.
  func picker(_ sources: SourceList, library: Library?) -> ArticlePicker {
    ArticlePicker(
      sources: sources, pages: pageReader(timeout: Self.timeout, warn: { Log.line($0) }),
      lists: pageReader(maxBodySize: 64 << 20, warn: { Log.line($0) }).fetcher,
      samples: ProgramData.directory.map { SampleSite(directory: $0 + "/site") },
      memory: discoveryMemory,
      savedAddresses: {
        let list = library?.snapshot()
        return { list?.ids(like: $0).isEmpty == false }
      }, now: clock.now, time: .system, seed: options.seed)
  }

  var discoveryMemory: DiscoveryMemory {
    DiscoveryMemory(cache: places.cache, state: places.state, isReadOnly: options.isReadOnly)
  }
}
